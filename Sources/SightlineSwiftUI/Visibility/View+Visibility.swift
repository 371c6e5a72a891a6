#if canImport(SwiftUI) && !os(watchOS)
public import SightlineCore
public import SightlineHost
public import SwiftUI

extension View {
  /// Calls a closure when this view becomes visible under a rule, and when it is so no longer.
  ///
  /// ```swift
  /// ForEach(items) { item in
  ///   Cell(item).onVisibilityChange(of: item.id, .fraction(0.7)) { isVisible in … }
  /// }
  /// ```
  ///
  /// The closure runs on the main actor at the end of a turn of the run loop, after layout, at most once
  /// a frame; never while SwiftUI evaluates a body or lays out, so that it may change state. A view that
  /// goes away while visible is reported invisible exactly once; one that SwiftUI makes anew for the same
  /// id has not left. The latest closure, id and rule count.
  ///
  /// A view of the platform observes, so it does nothing in widgets, Live Activities and snippets of App
  /// Intents. In an `ImageRenderer`, and in what a `drawingGroup()` or a shader effect is put on, SwiftUI draws
  /// a placeholder in place of such a view: see `visibilityObservationDisabled(_:)`.
  ///
  /// - Parameters:
  ///   - id: whose visibility it is.
  ///   - rule: when it counts as visible; without one, as soon as all of it shows, or as much as fits.
  ///   - action: called with whether it is visible.
  @MainActor
  public func onVisibilityChange(
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits,
    perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
    observed(Probe(id: id, changes: rule, action))
  }

  /// Calls a closure for each threshold of a rule that this view reaches or loses, with the visible
  /// fraction and the reason why a threshold was lost.
  ///
  /// It runs when `onVisibilityChange(of:_:perform:)` would.
  @MainActor
  public func onVisibilityCrossing(
    of id: some Hashable, _ rule: VisibilityRule,
    perform action: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> some View {
    observed(Probe(id: id, crossings: rule, action))
  }

  /// Calls a closure when an item that this view shows was seen.
  ///
  /// "Once" belongs to the id and to the `visibilitySession` of the environment, not to the
  /// view: scrolling away and coming back, or another view with the same id, counts nothing again unless
  /// the policy says so.
  ///
  /// - Parameters:
  ///   - id: whose impression it is.
  ///   - policy: when it counts as seen, and how often; at once with 70 % by default.
  ///   - action: called on the main actor; on time also where the dwell is reached while nothing moves.
  @MainActor
  public func onImpression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform action: @escaping @MainActor (Impression) -> Void
  ) -> some View {
    observed(Probe(id: id, impressions: policy, action))
  }

  /// Makes this view's frame what the views in it must be inside of, in place of the window.
  ///
  /// ```swift
  /// Feed().visibilityViewport(.safeArea)              // less what bars and the keyboard cover of it
  /// Feed().visibilityViewport(.points(bottom: 200))   // to hear of rows before they come on screen
  /// ```
  ///
  /// Scroll views clip by themselves and need no modifier. The frame is where SwiftUI lays the view out;
  /// `.safeArea` takes away what bars, notches and a docked keyboard cover of it, and follows them.
  ///
  /// - Parameter margins: positive ones grow the frame, negative ones shrink it (bars of the app's own
  ///   that lie over it).
  @MainActor
  public func visibilityViewport(_ margins: VisibilityMargins = .zero) -> some View {
    modifier(ViewportModifier(margins: margins))
  }

  /// Tells that this view is opaque and hides what lies below it.
  @MainActor
  public func visibilityCover(_ isCovering: Bool = true) -> some View {
    backed(by: ProbeRepresentable(cover: isCovering ? .opaque : nil))
  }

  /// Tells that this view may lie over others, and hides nothing: a bar of glass, a floating button.
  /// Needed only where what it is in is a cover.
  @MainActor
  public func friendlyObstruction() -> some View {
    backed(by: ProbeRepresentable(cover: .friendly))
  }

  /// Draws over this view what each observed view in its window shows: the visible part, its fraction,
  /// and the reason where it is not entirely visible.
  @MainActor
  public func visibilityInspector(_ isShown: Bool = true) -> some View {
    overlay {
      if isShown {
        PlatformProbe(InspectorRepresentable().ignoresSafeArea())
      }
    }
  }
}
#endif
