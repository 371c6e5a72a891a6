#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SightlineCore
public import SightlineHost
public import SwiftUI

extension View {
  /// Calls a closure when this view becomes visible under a rule and when it stops being visible.
  ///
  /// ```swift
  /// ForEach(items) { item in
  ///   Cell(item).onVisibilityChange(of: item.id, .fraction(0.7)) { isVisible in … }
  /// }
  /// ```
  ///
  /// The closure runs on the main actor at the end of a turn of the run loop, after layout, at most
  /// once a frame and never while SwiftUI evaluates a body or lays out, so it may change state. A
  /// view that goes away while visible is reported invisible exactly once; one that SwiftUI creates
  /// anew for the same id has not left. The latest closure, id and rule count.
  ///
  /// A platform view observes, so nothing is called in widgets, Live Activities and snippets of App
  /// Intents. In an `ImageRenderer`, a `drawingGroup()` or a shader effect, SwiftUI draws a
  /// placeholder for such a view: see `visibilityObservationDisabled(_:)`.
  ///
  /// - Parameters:
  ///   - id: the id of the item that the view shows.
  ///   - rule: when it counts as visible; by default once all of it shows, or as much as fits.
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

  /// Calls a closure for each impression of an item that this view shows.
  ///
  /// "Once" applies to the id in the `visibilitySession` of the environment, not to the view:
  /// scrolling away and coming back, or another view with the same id, counts again only if the
  /// policy says so.
  ///
  /// - Parameters:
  ///   - id: the id of the item.
  ///   - policy: when it counts as seen, and how often; by default at once with 70 %.
  ///   - action: called on the main actor, on time even while nothing moves.
  @MainActor
  public func onImpression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform action: @escaping @MainActor (Impression) -> Void
  ) -> some View {
    observed(Probe(id: id, impressions: policy, action))
  }

  /// Makes this view's frame the viewport of the views in it, in place of the window.
  ///
  /// ```swift
  /// Feed().visibilityViewport(.safeArea)              // without what bars and the keyboard cover
  /// Feed().visibilityViewport(.points(bottom: 200))   // rows before they come on screen
  /// ```
  ///
  /// Scroll views clip by themselves and need no modifier. The frame is where SwiftUI lays the view
  /// out; `.safeArea` leaves out what bars, notches and a docked keyboard cover, and follows them.
  ///
  /// - Parameter margins: positive ones grow the frame; negative ones shrink it, for the app's own
  ///   bars over it.
  @MainActor
  public func visibilityViewport(_ margins: VisibilityMargins = .zero) -> some View {
    modifier(ViewportModifier(margins: margins))
  }

  /// Declares that this view is opaque and hides what lies below it.
  @MainActor
  public func visibilityCover(_ isCovering: Bool = true) -> some View {
    backed(by: ProbeRepresentable(cover: isCovering ? .opaque : nil))
  }

  /// Declares that this view may lie over others without hiding them: a bar of glass, a floating
  /// button. Needed only in a cover.
  @MainActor
  public func friendlyObstruction() -> some View {
    backed(by: ProbeRepresentable(cover: .friendly))
  }

  /// Draws over this view what each observed view in its window shows: the visible part, its
  /// fraction, and why it is not entirely visible.
  @MainActor
  public func visibilityInspector(_ isShown: Bool = true) -> some View {
    overlay {
      if isShown {
        PlatformProbe(InspectorRepresentable().ignoresSafeArea())
      }
    }
  }
}

private struct InspectorRepresentable: PlatformRepresentable {
  typealias Shown = InspectorView

  func make(_ coordinator: Void) -> InspectorView { InspectorView() }
}
#endif
