public import SightlineCore

/// A destination for the impressions and exposures that hosts report with `logsImpressions`: the
/// impression log of SightlineLog, or an app's own analytics.
///
/// Hosts call it on the main actor. In a frame, the beginning of an exposure comes before its
/// impressions, and the end after them. Whatever records a beginning also records its end, under
/// the same policy, even if the recording was cancelled or another view shows the item by then.
@MainActor
public protocol ImpressionRecorder: Sendable {
  /// Records an impression.
  ///
  /// - Parameters:
  ///   - impression: the impression.
  ///   - item: the item's key.
  ///   - policy: the policy observed, with its name.
  ///   - now: the time on the host's clock, which may be later than that of the impression.
  func record(
    _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime)
  /// Records the beginning or the end of an exposure under the policy's rule.
  func record(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime)
}

/// A log or delivery that stops while the app is in the background, for `suspends(_:)` on SwiftUI.
///
/// On other toolkits, call it from the app's or extension's delegate.
public protocol BackgroundSuspending: AnyObject, Sendable {
  /// Finishes in the background time that the system grants, then closes files. Returns at once.
  @MainActor func enterBackground()
  /// Continues.
  @MainActor func enterForeground()
}
