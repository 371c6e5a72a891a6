#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SightlineHost
public import SwiftUI

nonisolated extension View {
  /// Calls a closure when this view becomes visible under a rule and when it stops being visible.
  ///
  /// ```swift
  /// ForEach(items) { item in
  ///   Cell(item).onVisibilityChange(of: item.id, when: .fraction(0.7)) { isVisible in … }
  /// }
  /// ```
  ///
  /// The closure runs on the main actor at the end of a run loop turn, after layout, at most once
  /// per frame and never while SwiftUI evaluates a body or lays out, so it may change state. A view
  /// that goes away while visible is reported invisible exactly once. A view that its list
  /// recreates for the same id has not left, nor has one while another view of the list shows that
  /// id. In another list, the same id is another item. The latest closure, id and rule count.
  ///
  /// Observation requires a platform view, so nothing is called in widgets, Live Activities and
  /// snippets of App Intents. In an `ImageRenderer`, a `drawingGroup()` or a shader effect, SwiftUI
  /// draws a placeholder for such a view: see `visibilityObservationDisabled(_:)`.
  ///
  /// - Parameters:
  ///   - id: the id of the item that the view shows.
  ///   - rule: the rule for being visible; by default `visibilityRule` of the environment: all of
  ///     the view must show, or as much as fits.
  ///   - initial: whether to call the closure with `false`, too, if the view is not visible once it
  ///     is laid out.
  ///   - action: called with whether the view is visible.
  public func onVisibilityChange(
    of id: some Hashable, when rule: VisibilityRule? = nil, initial: Bool = false,
    perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
    observed(
      .changes(rule, of: HashedID(AnyHashable(id)), initial: initial) { action($1 == .visible) })
  }

  /// Does the same with a fraction of the view's area as the rule: `when: .fraction(threshold)`.
  public func onVisibilityChange(
    of id: some Hashable, threshold: Double, initial: Bool = false,
    perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
    onVisibilityChange(of: id, when: .fraction(threshold), initial: initial, perform: action)
  }

  /// Calls a closure when this view becomes visible under a rule and when it stops being visible.
  ///
  /// ```swift
  /// Player(video).onVisibilityChange(when: .fraction(0.5)) { isVisible in … }
  /// ```
  ///
  /// The view itself is the item: a view that its list recreates leaves and enters again. In a
  /// list, name the item with `onVisibilityChange(of:when:initial:perform:)`.
  public func onVisibilityChange(
    when rule: VisibilityRule? = nil, initial: Bool = false,
    perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
    observed(.changes(rule, initial: initial) { action($1 == .visible) })
  }

  /// Does the same with a fraction of the view's area as the rule: `when: .fraction(threshold)`.
  public func onVisibilityChange(
    threshold: Double, initial: Bool = false, perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
    onVisibilityChange(when: .fraction(threshold), initial: initial, perform: action)
  }

  /// Sets a binding to whether this view is visible under a rule.
  ///
  /// ```swift
  /// @State private var isOnScreen = false
  /// var body: some View {
  ///   Player(video, isPlaying: isOnScreen).bindsVisibility(to: $isOnScreen)
  /// }
  /// ```
  public func bindsVisibility(
    to isVisible: Binding<Bool>, when rule: VisibilityRule? = nil
  ) -> some View {
    onVisibilityChange(when: rule, initial: true) {
      if isVisible.wrappedValue != $0 { isVisible.wrappedValue = $0 }
    }
  }

  /// Does the same with a fraction of the view's area as the rule: `when: .fraction(threshold)`.
  public func bindsVisibility(to isVisible: Binding<Bool>, threshold: Double) -> some View {
    bindsVisibility(to: isVisible, when: .fraction(threshold))
  }

  /// Calls a closure for each threshold of a rule that this view reaches or loses, with the visible
  /// fraction and the reason a threshold was lost, at the times of
  /// `onVisibilityChange(of:when:initial:perform:)`.
  public func onVisibilityCrossing(
    of id: some Hashable, when rule: VisibilityRule,
    perform action: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> some View {
    observed(.crossings(rule, of: HashedID(AnyHashable(id))) { action($1) })
  }

  /// Calls a closure for each impression of an item that this view shows, on the main actor and on
  /// time even while nothing moves. By default the policy is `impressionPolicy` of the
  /// environment: an impression counts immediately, with 70 %.
  ///
  /// "Once" applies to the id in the `visibilitySession` of the environment, not to the view:
  /// scrolling away and coming back, or another view with the same id, counts again only if the
  /// policy allows it.
  public func onImpression(
    of id: some Hashable, _ policy: ImpressionPolicy? = nil,
    perform action: @escaping @MainActor (Impression) -> Void
  ) -> some View {
    observed(.impressions(policy, of: HashedID(AnyHashable(id))) { action($1) })
  }

  /// Makes this view's frame the viewport of the views in it, instead of the window. Positive
  /// margins grow it; negative ones shrink it, for the app's own bars over it; `.zero` is the frame
  /// itself.
  ///
  /// ```swift
  /// Feed().viewportMargins(.safeArea)              // excludes bars and the keyboard
  /// Feed().viewportMargins(.points(bottom: 200))   // rows before they come on screen
  /// ```
  ///
  /// Scroll views clip by themselves and need no modifier. The frame is the one SwiftUI lays out;
  /// `.safeArea` excludes the areas covered by bars, notches and a docked keyboard, and follows
  /// them. After `ignoresSafeArea()` a view has the size of the safe area and is drawn larger, so
  /// apply this modifier before it.
  public func viewportMargins(_ margins: ViewportMargins) -> some View {
    modifier(ViewportModifier(margins: margins))
  }

  /// Declares the effect of this view on the views below it: by default it is opaque and hides
  /// them.
  ///
  /// ```swift
  /// Toolbar().visibilityCover()
  /// FloatingButton().visibilityCover(.friendly)   // overlaps rows and hides none
  /// ```
  ///
  /// The cover has the view's frame. A background style, such as `.bar`, extends beyond the safe
  /// area where the view touches its edges; pass these edges to extend the cover as well. After
  /// `ignoresSafeArea()` a view has the size of the safe area and is drawn larger, so apply this
  /// modifier before it.
  ///
  /// - Parameters:
  ///   - cover: `.opaque`; `.friendly` for a view in a cover that may overlap others without hiding
  ///     them, such as a glass bar; `nil` for no effect of its own. In the content of a sheet or
  ///     another presentation, `nil` says that it covers nothing.
  ///   - edges: the edges of the safe area beyond which its background extends.
  public func visibilityCover(
    _ cover: VisibilityCover? = .opaque, ignoresSafeAreaEdges edges: Edge.Set = []
  ) -> some View {
    background(PlatformProbe(ProbeRepresentable(cover: .some(cover))).ignoresSafeArea(edges: edges))
  }

  /// Marks each observed view in this view's window, in a window above it and above its sheets: its
  /// visible part, its visible fraction, and the reason it is not visible under its first rule. At
  /// the bottom it compares the engine with the toolkit's own geometry, as `visibilityAudit` of the
  /// window does.
  public func visibilityInspector(_ isShown: Bool = true) -> some View {
    background {
      if isShown { PlatformProbe(InspectorRepresentable()) }
    }
  }

  /// Prints each event in this view's window, with the item's id, the visible fraction and the
  /// reason, with `Logger`. Does nothing in release builds.
  ///
  /// ```text
  /// card 7: visible at 52 %
  /// card 7: not visible at 12 %, out of viewport
  /// card 3: seen
  /// ```
  public func visibilityLog() -> some View {
    #if DEBUG
    return observed(VisibilityLog.window())
    #else
    return self
    #endif
  }

  /// Prints a line for each quarter of this view that comes into view or leaves it, under any rule
  /// or none. Does nothing in release builds.
  ///
  /// ```text
  /// card 7: up to 52 %
  /// card 7: down to 12 %, out of viewport
  /// ```
  public func visibilityLog(of id: some Hashable) -> some View {
    #if DEBUG
    return observed(VisibilityLog.view("\(id)", of: HashedID(AnyHashable(id))))
    #else
    return self
    #endif
  }

  /// Calls a closure when an exposure of an item that this view shows begins and when it ends, with
  /// its length, the greatest visible fraction and the reason.
  ///
  /// The lengths of an item's exposures add up to its time in view in a window. Of one frame's
  /// events, a beginning comes before the exposure's impressions and an end after them. Views that
  /// show an item at once share an exposure.
  ///
  /// - Parameters:
  ///   - id: the id of the item.
  ///   - rule: the rule for being visible; the lowest threshold counts.
  ///   - action: called on the main actor after layout.
  public func onExposure(
    of id: some Hashable, when rule: VisibilityRule? = nil,
    perform action: @escaping @MainActor (ExposureEvent) -> Void
  ) -> some View {
    observed(.exposures(rule, of: HashedID(AnyHashable(id))) { action($1) })
  }

  /// Does the same with a fraction of the view's area as the rule: `when: .fraction(threshold)`.
  public func onExposure(
    of id: some Hashable, threshold: Double,
    perform action: @escaping @MainActor (ExposureEvent) -> Void
  ) -> some View {
    onExposure(of: id, when: .fraction(threshold), perform: action)
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
  public func logsImpressions(
    of id: some ItemKeyConvertible, _ policy: LogPolicy? = nil,
    to recorder: some ImpressionRecorder
  ) -> some View {
    let key = id.itemKey
    return ObservedView(
      self,
      Observation.recordings(policy, of: HashedID(AnyHashable(id)), to: recorder) { _ in key }, [])
  }

  /// Sets whether the dwell of impressions in this view counts, as ad standards require: `false`
  /// while a video is paused or a picture has not loaded. Visibility and exposures are not
  /// affected, and `true` does not undo an outer modifier.
  ///
  /// ```swift
  /// VideoCard(ad)
  ///   .onImpression(of: ad.id, .mrcVideo) { impression in … }
  ///   .countsDwell(player.isPlaying)
  /// ```
  public func countsDwell(_ counts: Bool) -> some View {
    transformEnvironment(\.observation.countsDwell) { $0 = $0 && counts }
  }
}

private struct InspectorRepresentable {}

@MainActor
extension InspectorRepresentable: PlatformRepresentable {
  typealias Shown = InspectorSwitch

  func make(_ coordinator: Void) -> InspectorSwitch { InspectorSwitch() }
}
#endif
