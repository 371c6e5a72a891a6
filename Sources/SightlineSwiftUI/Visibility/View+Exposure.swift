#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SightlineCore
public import SightlineHost
public import SwiftUI

extension View {
  /// Calls a closure when an exposure of an item that this view shows begins and when it ends, with
  /// its length, the greatest visible fraction and the reason.
  ///
  /// The lengths of an item's exposures add up to its time in view in a window. Of one frame's
  /// events, a beginning comes before the exposure's impressions and an end after them.
  ///
  /// - Parameters:
  ///   - id: the id of the item. Views that show it at once share an exposure.
  ///   - rule: the rule for being visible; the lowest threshold counts.
  ///   - action: called on the main actor after layout.
  @MainActor
  public func onExposure(
    of id: some Hashable, when rule: VisibilityRule = .asMuchAsFits,
    perform action: @escaping @MainActor (ExposureEvent) -> Void
  ) -> some View {
    observed(Probe(id: id, exposures: rule, action))
  }

  /// Records the impressions and exposures of an item that this view shows.
  ///
  /// ```swift
  /// Card(ad).logsImpressions(of: ad.id, .mrcDisplay, to: log)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the item's id, which is also its key in the log.
  ///   - policy: the conditions for being seen, with their name in reports.
  ///   - recorder: an `ImpressionLog`, or the app's own recorder.
  @MainActor
  public func logsImpressions(
    of id: some ItemKeyConvertible, _ policy: LogPolicy = .feed,
    to recorder: some ImpressionRecorder
  ) -> some View {
    let key = id.itemKey
    return onImpression(of: id, policy.policy) {
      recorder.record($0, of: key, under: policy, at: MonotonicClock.now)
    }
    .onExposure(of: id, when: policy.policy.rule) {
      recorder.record($0, of: key, under: policy, at: MonotonicClock.now)
    }
  }

  /// Sets whether the dwell of impressions in this view counts, as ad standards require: `false`
  /// while a video is paused or a picture has not loaded. Visibility and exposures are not
  /// affected.
  ///
  /// ```swift
  /// VideoCard(ad)
  ///   .onImpression(of: ad.id, .mrcVideo) { impression in … }
  ///   .countsDwell(player.isPlaying)
  /// ```
  ///
  /// - Parameter counts: `true` changes nothing, and does not undo an outer modifier.
  @MainActor
  public func countsDwell(_ counts: Bool) -> some View {
    transformEnvironment(\.countsDwell) { $0 = $0 && counts }
  }
}

private struct CountsDwellKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}

extension EnvironmentValues {
  var countsDwell: Bool {
    get { self[CountsDwellKey.self] }
    set { self[CountsDwellKey.self] = newValue }
  }
}
#endif
