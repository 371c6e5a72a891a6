#if GTK && os(Linux)
public import CGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// A widget's visibility and its observers: the way to everything that Sightline does
/// on GTK.
///
/// ```swift
/// card.visibility.changed { state in print(state) }  // completely visible or not
/// card.visibility.impression(of: item.id, .feed) { impression in … }   // once, 70 % of it
/// ```
///
/// Closures run on the main actor after layout and drawing, in the frame clock's `after-paint`, at
/// most once a frame and only when something changed; at a dwell's end also between frames. They
/// are never called from within another one: what a closure changes is seen by the next pass. They
/// live as long as the widget, may be registered before it is in a window, and go with it from one
/// window to another. Nothing here keeps a widget alive; one that is destroyed while visible leaves
/// exactly once, with the reason `removed`.
///
/// - Complexity: A frame costs what moved and what is on screen, not what is observed.
@MainActor
public struct WidgetVisibility {
  let widget: WidgetPointer

  /// The visibility of a widget from any binding, given as a pointer to its `GtkWidget`.
  ///
  /// - Precondition: it is a widget.
  public init(of widget: UnsafeMutableRawPointer) {
    precondition(
      sightline_is_widget(widget) != 0,
      "visibility was read of an object that is no GtkWidget")
    self.widget = widget.widget
  }

  // MARK: Observing

  /// Calls a closure when the widget becomes visible and when it is not visible any more, in turns,
  /// beginning with `.visible`.
  ///
  /// - Parameters:
  ///   - rule: when it counts as visible; without one, as soon as all of it shows, or as much as
  ///     fits. Of a rule with several thresholds the lowest counts; ``crossed(_:in:perform:)``
  ///     reports all.
  ///   - viewport: the ancestor that it must be inside of; the window if `nil`. One that is no
  ///     ancestor is reported on the console, and the window taken.
  ///   - body: what is called.
  /// - Returns: a token that ends it early; it need not be kept.
  @discardableResult
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits, in viewport: WidgetVisibility? = nil,
    perform body: @escaping @MainActor (VisibilityState) -> Void
  ) -> VisibilityToken {
    register(.visibility(rule), in: viewport, .changed(body))
  }

  /// Calls a closure each time the widget crosses a threshold of a rule, with the fraction and the
  /// reason.
  @discardableResult
  public func crossed(
    _ rule: VisibilityRule, in viewport: WidgetVisibility? = nil,
    perform body: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> VisibilityToken {
    register(.visibility(rule), in: viewport, .crossed(body))
  }

  /// Calls a closure when an item was seen in the widget.
  ///
  /// - Parameters:
  ///   - id: whom the widget shows. "Once" belongs to this id, in all windows, not to the widget.
  ///   - policy: when that counts as seen, and how often.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - body: what is called.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    in viewport: WidgetVisibility? = nil, perform body: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    let identity = VisibilitySession.shared.identity(of: id)
    return register(.impressions(policy, identity), in: viewport, .seen(body))
  }

  /// The widget's visibility under ``/SightlineCore/VisibilityRule/asMuchAsFits`` as a sequence,
  /// beginning with the first `.visible`. It ends with the widget; a reader that is slow loses
  /// nothing.
  public var states: AsyncStream<VisibilityState> { states(.asMuchAsFits) }

  /// The widget's visibility under a rule as a sequence.
  public func states(_ rule: VisibilityRule) -> AsyncStream<VisibilityState> {
    TrackedWidget.of(widget).view.states(rule)
  }

  private func register(
    _ observation: Observation, in viewport: WidgetVisibility?, _ handler: VisibilityHandler
  ) -> VisibilityToken {
    let tracked = TrackedWidget.of(widget)
    guard let viewport else { return tracked.view.register(observation, handler) }
    let ancestor = WeakObjectReference(viewport.widget)
    let widget = widget
    return tracked.view.register(
      observation,
      in: { ancestor.pointer.flatMap { WidgetWindow.of(widget)?.viewport($0, for: widget) } },
      handler)
  }

  // MARK: Asking

  /// Everything about the widget as of the last frame; `nil` if it is not observed or in no window.
  public var current: VisibilitySnapshot? {
    guard let place = TrackedWidget.existing(of: widget)?.view.place else { return nil }
    return place.tracker.engine.state(of: place.target)
  }

  /// The same, with an ancestor as the viewport that fraction, shares and reason refer to.
  ///
  /// - Parameter viewport: as for ``changed(_:in:perform:)``.
  public func current(in viewport: WidgetVisibility) -> VisibilitySnapshot? {
    guard let place = TrackedWidget.existing(of: widget)?.view.place,
      let window = WidgetWindow.existing(of: widget)
    else { return nil }
    let id = window.viewport(viewport.widget, for: widget)
    return place.tracker.engine.state(of: place.target, in: id)
  }

  /// How often an item has been seen under a policy, in all windows; 0 if the widget is in none.
  ///
  /// It need not be this widget that shows the item.
  public func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    guard let window = WidgetWindow.existing(of: widget),
      let identity = VisibilitySession.shared.knownIdentity(of: id)
    else { return 0 }
    return window.window.tracker.engine.impressionCount(of: identity, for: policy)
  }

  /// How much of a policy's dwell an item has gathered in the widget's window by now, 0...1. After
  /// an impression it stays 1 for as long as none can follow.
  ///
  /// It need not be this widget that shows the item.
  public func dwellProgress(of id: some Hashable, _ policy: ImpressionPolicy) -> Double {
    guard let window = WidgetWindow.existing(of: widget),
      let identity = VisibilitySession.shared.knownIdentity(of: id)
    else { return 0 }
    return window.window.tracker.engine.dwellProgress(of: identity, for: policy, at: .now)
  }

  /// Has the widget's window read and evaluated anew, with the next frame. It is not needed for
  /// what GTK lays out or draws, which Sightline notices by itself.
  public func invalidate() { WidgetWindow.existing(of: widget)?.invalidate() }

  // MARK: ViewSurroundings

  /// Whether the widget hides what lies under it. By default the overlays of a `GtkOverlay` do
  /// (except those that let clicks through), and other widgets do not.
  public func setCover(_ mode: CoverMode) {
    let isNew = CoverTable.modes.value(at: widget) == nil
    CoverTable.modes.set(CoverTable.Mode(mode), at: widget)
    let widget = widget
    if isNew {
      // It may come into a window, or go to another parent, later.
      Signal.notify(widget, "root") { WidgetWindow.existing(of: widget)?.coverChanged(widget) }
    }
    WidgetWindow.existing(of: widget)?.coverChanged(widget)
  }

  /// By how much the widget's area grows as a viewport, in `changed(in:)` and the like; of a
  /// window, by how much it grows for all that name no viewport. Negative for bars that lie over
  /// the content.
  ///
  /// GTK knows no safe area: an app sets what its bars take itself.
  public var viewportMargins: ViewportMargins {
    get { WidgetMargins.attached.value(at: widget)?.margins ?? .zero }
    nonmutating set {
      WidgetMargins.attached.set(WidgetMargins(newValue), at: widget)
      WidgetWindow.of(widget)?.marginsChanged(newValue, of: widget)
    }
  }

  /// The window that the widget is in; `nil` if it is in none.
  public var window: WindowVisibility? { WidgetWindow.of(widget).map(WindowVisibility.init) }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The widget's visibility and its observers.
  @MainActor public var visibility: WidgetVisibility { WidgetVisibility(of: self) }
}

extension OpaquePointer {
  /// What is known of the visibility of a widget whose C type is opaque, such as a `GtkLabel`.
  ///
  /// - Precondition: it is a widget.
  @MainActor public var visibility: WidgetVisibility {
    WidgetVisibility(of: UnsafeMutableRawPointer(self))
  }
}
#endif
