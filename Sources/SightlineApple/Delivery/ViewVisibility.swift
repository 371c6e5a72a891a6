#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineCore
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformView {
  /// Observes how much of this view is visible to the user.
  ///
  /// ```swift
  /// card.visibility.changed(.fraction(0.7)) { state in print(state) }
  /// card.visibility.impression(of: ad.id, .mrcDisplay) { impression in log(impression) }
  /// ```
  public var visibility: ViewVisibility { ViewVisibility(view: self) }
}

/// Observes one view. Use the `visibility` property of a view to access it.
///
/// Registrations live as long as the view, in any window or in none. They retain nothing but their
/// closures. Closures run on the main actor at the end of a run loop turn, after layout, at most
/// once per frame. Changes made by a closure take effect with the next pass. Nothing runs while
/// nothing happens.
@MainActor
public struct ViewVisibility {
  let view: PlatformView

  init(view: PlatformView) { self.view = view }

  /// Calls a closure when the view becomes visible under a rule and when it stops being visible.
  ///
  /// The first call comes when the view is first visible. A view that leaves its window or is
  /// removed while visible is reported invisible once.
  ///
  /// - Parameters:
  ///   - rule: the rule for being visible; by default all of the view must show, or as much as
  ///     fits. With several thresholds, the lowest counts.
  ///   - perform: the closure, called on the main actor after layout.
  /// - Returns: a token that ends the observation early. It need not be retained.
  @discardableResult
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits, perform: @escaping @MainActor (VisibilityState) -> Void
  ) -> VisibilityToken {
    register(.visibility(rule), .changed(perform))
  }

  /// Calls a closure for each threshold of a rule that the view reaches or loses, with the visible
  /// fraction and the reason.
  @discardableResult
  public func crossed(
    _ rule: VisibilityRule, perform: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> VisibilityToken {
    register(.visibility(rule), .crossed(perform))
  }

  /// Calls a closure for each impression of an item that the view shows.
  ///
  /// - Parameters:
  ///   - id: the item's id. "Once" applies to the id, not to the view, in the session of the view's
  ///     window.
  ///   - policy: the conditions for being seen, and how often an impression counts.
  ///   - perform: the closure, called on the main actor, on time even while nothing moves.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    register(.impressions(policy, of: AnyHashable(id)), .seen(perform))
  }

  /// Calls a closure when an exposure of an item that the view shows begins and when it ends, with
  /// its length, the greatest visible fraction and the reason.
  ///
  /// The lengths of an item's exposures add up to its time in view in a window. Of one frame's
  /// events, a beginning comes before the exposure's impressions and an end after them.
  ///
  /// - Parameters:
  ///   - id: the item's id. Views that show the item at once share an exposure.
  ///   - rule: the rule for being visible; the lowest threshold counts.
  ///   - perform: the closure, called on the main actor after layout.
  @discardableResult
  public func exposure(
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits,
    perform: @escaping @MainActor (ExposureEvent) -> Void
  ) -> VisibilityToken {
    register(.exposures(rule, of: AnyHashable(id)), .exposed(perform))
  }

  /// Records the impressions and exposures of an item that the view shows.
  ///
  /// ```swift
  /// card.visibility.logsImpressions(of: ad.id, .mrcDisplay, to: log)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the item's id, which is also its key in the log.
  ///   - policy: the conditions for being seen, with their name in reports.
  ///   - recorder: an `ImpressionLog`, or the app's own recorder.
  /// - Returns: tokens that end the recording early. They need not be retained. An exposure in
  ///   progress is recorded to its end.
  @discardableResult
  public func logsImpressions(
    of id: some ItemKeyConvertible, _ policy: LogPolicy = .feed,
    to recorder: some ImpressionRecorder
  ) -> [VisibilityToken] {
    let key = id.itemKey
    return [
      register(
        .exposures(policy.policy.rule, of: AnyHashable(id)),
        .recorded { { recorder.record($0, of: key, under: policy, at: MonotonicClock.now) } }),
      impression(of: id, policy.policy) {
        recorder.record($0, of: key, under: policy, at: MonotonicClock.now)
      },
    ]
  }

  /// Whether the dwell of the view's impressions counts, as ad standards require: set it to `false`
  /// while a video is paused or a picture has not loaded. Takes effect with the pass at the end of
  /// this run loop turn. Visibility and exposures are not affected.
  public var countsDwell: Bool {
    get { ViewRecord.existing(of: view)?.tracked.countsDwell ?? true }
    nonmutating set { ViewRecord.of(view).tracked.countsDwell = newValue }
  }

  /// The view's visibility under ``/SightlineCore/VisibilityRule/asMuchAsFits`` as a sequence: see
  /// ``states(_:)``.
  public var states: AsyncStream<VisibilityState> { states(.asMuchAsFits) }

  /// Returns the view's visibility as a sequence, starting with the first change. It ends when the
  /// view is released or the reading task is cancelled. A slow reader misses no values.
  public func states(_ rule: VisibilityRule) -> AsyncStream<VisibilityState> {
    let record = ViewRecord.of(view)
    let states = record.tracked.states(rule)
    record.track()
    return states
  }

  // MARK: Querying

  /// The view's visibility as of the last pass, with fraction, shares and reason relative to its
  /// viewport; `nil` if it isn't observed or is in no window.
  public var current: VisibilitySnapshot? {
    // A view that was removed in this turn has its place until the next pass.
    guard view.window != nil else { return nil }
    return ViewRecord.existing(of: view)?.tracked.current()
  }

  /// Returns how often an item has been seen under a policy, in all windows of the session, or 0 if
  /// nothing is observed in the view's window.
  ///
  /// The item need not be shown in this view.
  public func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    view.window?.existingMirroredWindow?.impressionCount(of: id, policy) ?? 0
  }

  /// Returns the fraction of a policy's dwell that an item has accumulated in the view's window,
  /// 0...1. After an impression it stays 1 until another impression is possible.
  ///
  /// The item need not be shown in this view.
  public func dwellProgress(of id: some Hashable, _ policy: ImpressionPolicy) -> Double {
    view.window?.existingMirroredWindow?.dwellProgress(of: id, policy, at: MonotonicClock.now) ?? 0
  }

  /// Requests a pass at the end of this run loop turn.
  ///
  /// Rarely needed: every turn in which something happened ends with a pass. Use it for changes
  /// that cause no turn, such as changes to a layer from another thread.
  public func invalidate() { ViewRecord.existing(of: view)?.windowChanged() }

  // MARK: Viewports and covers

  /// The margins that make this view the viewport of the views in it, instead of the window; `nil`
  /// for an ordinary view.
  ///
  /// `.safeArea` is the area of the view that bars, notches and a docked keyboard leave free.
  /// Rotation, bars and the keyboard take effect in the same turn. Negative margins in points
  /// shrink the viewport, to account for an app's own bars over it. Positive ones grow it, to
  /// report views before they come on screen. Set on a window, they apply to all its views without
  /// a viewport of their own.
  ///
  /// A view's viewport is its nearest ancestor with margins. When its nearest such ancestor
  /// changes, the view leaves and enters again.
  public var viewportMargins: VisibilityMargins? {
    get {
      #if canImport(UIKit)
      if let window = view as? UIWindow {
        let margins = window.visibilityMargins
        return margins == .zero ? nil : margins
      }
      #endif
      return ViewRecord.existing(of: view)?.viewportMargins
    }
    nonmutating set {
      #if canImport(UIKit)
      if let window = view as? UIWindow {
        window.visibilityMargins = newValue ?? .zero
        return
      }
      #endif
      ViewRecord.of(view).viewportMargins = newValue
      if let window = view.window { WindowHost.of(window).requestPass() }
    }
  }

  /// How the view covers the views it overlaps; `nil`, the default for most views, if it does not.
  ///
  /// Whatever is presented over content covers it by itself, even as glass, unless its own
  /// background is clear; set it to `nil` on the view of a presented controller to say otherwise.
  public var cover: VisibilityCover? {
    get { ViewRecord.existing(of: view)?.cover }
    nonmutating set {
      let record = ViewRecord.of(view)
      record.cover = newValue
      record.follow()
    }
  }

  private func register(
    _ observation: Observation, _ handler: VisibilityHandler
  ) -> VisibilityToken {
    let record = ViewRecord.of(view)
    let token = record.tracked.register(observation, handler)
    record.track()
    return token
  }
}
#endif
