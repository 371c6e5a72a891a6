#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineCore
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformView {
  /// What people see of this view.
  ///
  /// ```swift
  /// card.visibility.changed(.fraction(0.7)) { state in print(state) }
  /// card.visibility.impression(of: ad.id, .mrcDisplay) { impression in log(impression) }
  /// ```
  public var visibility: ViewVisibility { ViewVisibility(view: self) }
}

/// Observes one view: see the `visibility` of a view.
///
/// Registrations live as long as the view, wherever it is: in no window yet, in one, in another one
/// later. They keep nothing alive but their closures. Closures run on the main actor at the end of a
/// turn of the run loop, after layout, at most once in a frame of the display; what a closure changes
/// is seen by the next look, and nothing runs while nothing happens.
@MainActor
public struct ViewVisibility {
  let view: PlatformView

  init(view: PlatformView) { self.view = view }

  /// Calls a closure when the view becomes visible under a rule, and when it is so no longer.
  ///
  /// The first call comes when it is visible for the first time. A view that leaves its window or is
  /// removed while visible is reported invisible once.
  ///
  /// - Parameters:
  ///   - rule: when it counts as visible; without one, as soon as all of it shows, or as much as
  ///     fits. Of several thresholds the lowest counts.
  ///   - perform: called on the main actor, after layout.
  /// - Returns: ends the observation early; it need not be kept.
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

  /// Calls a closure when an item that the view shows was seen.
  ///
  /// - Parameters:
  ///   - id: whose impression it is: "once" belongs to it, not to the view, and is counted in the
  ///     session of the window that the view is in then.
  ///   - policy: when it counts as seen, and how often.
  ///   - perform: called on the main actor; where the dwell was reached while nothing moved, on time.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    let record = ViewRecord.of(view)
    let token = record.tracked.register(
      impressionsOf: id, policy, in: viewport, .seen(perform))
    record.track()
    return token
  }

  /// The view's visibility under ``SightlineCore/VisibilityRule/asMuchAsFits`` as a sequence: see
  /// ``states(_:)``.
  public var states: AsyncStream<VisibilityState> { states(.asMuchAsFits) }

  /// The view's visibility as a sequence, beginning with the first change. It ends when the view is
  /// gone or the task that reads it is cancelled; a slow reader loses nothing.
  public func states(_ rule: VisibilityRule) -> AsyncStream<VisibilityState> {
    let record = ViewRecord.of(view)
    let states = record.tracked.states(rule, in: viewport)
    record.track()
    return states
  }

  /// Has the view looked at again at the end of this turn of the run loop.
  ///
  /// Hardly ever needed: every turn in which something happened is looked at anyway. It is for what
  /// changes without one, such as a layer that another thread moves.
  public func invalidate() { ViewRecord.existing(of: view)?.windowChanged() }

  // MARK: What counts

  /// Makes this view what the views in it must be inside of, in place of the window; `nil` for an
  /// ordinary view again.
  ///
  /// `.safeArea` is what bars, notches and a docked keyboard leave of it, and follows them: rotation,
  /// bars that come and go, a keyboard that slides in count in the same turn. Margins in points shrink
  /// it where they are negative (an app's own bars that lie over it) and grow it
  /// where they are positive (to hear of views before they come on screen). Set on a window they
  /// apply to everything in it that has no viewport of its own. A view takes its viewport from the
  /// nearest ancestor. Where that becomes another one because this is set or taken back, the views in it leave
  /// and enter anew.
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
      if let window = view.window {
        WindowHost.of(window).setMargins(newValue ?? .zero, of: view)
      }
    }
  }

  /// What the view does to others that it lies over; `nil` for nothing, as for most views.
  ///
  /// Views of presented controllers with an opaque background are covers by themselves.
  public var cover: VisibilityCover? {
    get { ViewRecord.existing(of: view)?.cover }
    nonmutating set {
      let record = ViewRecord.of(view)
      record.cover = newValue
      record.follow()
    }
  }

  private var viewport: @MainActor () -> ViewportID? {
    { [weak view] in view.flatMap { ViewRecord.viewport(around: $0) } }
  }

  private func register(
    _ observation: Observation, _ handler: VisibilityHandler
  ) -> VisibilityToken {
    let record = ViewRecord.of(view)
    let token = record.tracked.register(observation, in: viewport, handler)
    record.track()
    return token
  }
}
#endif
