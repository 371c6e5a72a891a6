#if GTK && os(Linux)
public import CSightlineGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// A widget's visibility and its observers: the entry point to Sightline on GTK.
///
/// ```swift
/// card.visibility.changed { state in print(state) }  // completely visible or not
/// card.visibility.impression(of: item.id, .feed) { impression in … }   // once, 70 % of it
/// ```
///
/// Closures run on the main actor after layout and drawing, in the frame clock's `after-paint`, at
/// most once per frame and only when something changed. At the end of a dwell they also run between
/// frames. Closures never nest: the next pass sees the changes a closure makes. They live as long
/// as the widget, may be registered before it is in a window, and follow it between windows.
/// Nothing here keeps a widget alive. A widget destroyed while visible leaves exactly once, with
/// the reason `removed`.
///
/// - Complexity: A frame's cost depends on the widgets that moved or are on screen, not on the
///   number observed.
@MainActor
public struct WidgetVisibility {
  let widget: WidgetPointer

  /// Creates the visibility of a widget from any binding, given a pointer to its `GtkWidget`.
  ///
  /// - Precondition: `widget` is a `GtkWidget`.
  public init(of widget: UnsafeMutableRawPointer) {
    precondition(
      sightline_is_widget(widget) != 0,
      "visibility was read from an object that is not a GtkWidget")
    self.widget = widget.widget
  }

  // MARK: Observing

  /// Calls a closure when the widget becomes visible and when it stops being visible, alternately,
  /// starting with `.visible`.
  ///
  /// - Parameters:
  ///   - rule: the rule for being visible. By default, the widget is visible once all of it shows,
  ///     or as much as fits. If a rule has several thresholds, the lowest applies;
  ///     ``crossed(_:in:perform:)`` reports all.
  ///   - viewport: the ancestor that serves as the viewport; the window if `nil`. If the widget
  ///     isn't inside it, Sightline logs a warning and uses the window.
  ///   - body: the closure to call.
  /// - Returns: a token that ends the observation early. You don't need to keep it.
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
  ///   - id: the ID of the item the widget shows. "Once" applies to this ID across all windows, not
  ///     to the widget.
  ///   - policy: when the item counts as seen, and how often.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - body: the closure to call.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    in viewport: WidgetVisibility? = nil, perform body: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    register(.impressions(policy, of: AnyHashable(id)), in: viewport, .seen(body))
  }

  /// Calls a closure when an exposure of an item that the widget shows begins and when it ends,
  /// with its length, the greatest visible fraction and the reason.
  ///
  /// The lengths of an item's exposures add up to its time in view in a window. Of one frame's
  /// events, a beginning comes before the exposure's impressions and an end after them.
  ///
  /// - Parameters:
  ///   - id: the item's id. Widgets that show the item at once share an exposure.
  ///   - rule: the rule for being visible; the lowest threshold counts.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - body: the closure to call.
  @discardableResult
  public func exposure(
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits,
    in viewport: WidgetVisibility? = nil,
    perform body: @escaping @MainActor (ExposureEvent) -> Void
  ) -> VisibilityToken {
    register(.exposures(rule, of: AnyHashable(id)), in: viewport, .exposed(body))
  }

  /// Records the impressions and exposures of an item that the widget shows.
  ///
  /// ```swift
  /// card.visibility.logsImpressions(of: ad.id, .mrcDisplay, to: log)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the item's ID, which is also its key in the log.
  ///   - policy: when the item counts as seen, with the policy's name in reports.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - recorder: an `ImpressionLog`, or the app's own recorder.
  /// - Returns: tokens that end the recording early. You don't need to keep them. An exposure in
  ///   progress is recorded to its end.
  @discardableResult
  public func logsImpressions(
    of id: some ItemKeyConvertible, _ policy: LogPolicy = .feed,
    in viewport: WidgetVisibility? = nil, to recorder: some ImpressionRecorder
  ) -> [VisibilityToken] {
    let key = id.itemKey
    return [
      register(
        .exposures(policy.policy.rule, of: AnyHashable(id)), in: viewport,
        .recorded { { recorder.record($0, of: key, under: policy, at: .now) } }),
      impression(of: id, policy.policy, in: viewport) {
        recorder.record($0, of: key, under: policy, at: .now)
      },
    ]
  }

  /// Whether the dwell of the widget's impressions counts, as ad standards require: set it to
  /// `false` while a video is paused or a picture has not loaded. Takes effect with the next frame.
  /// Visibility and exposures are not affected.
  public var countsDwell: Bool {
    get { TrackedWidget.existing(of: widget)?.view.countsDwell ?? true }
    nonmutating set { TrackedWidget.of(widget).view.countsDwell = newValue }
  }

  /// The widget's visibility under ``/SightlineCore/VisibilityRule/asMuchAsFits`` as a sequence,
  /// starting with the first `.visible`. It ends with the widget. A slow reader misses nothing.
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

  // MARK: Querying

  /// The widget's visibility as of the last frame; `nil` if it isn't observed or is in no window.
  public var current: VisibilitySnapshot? {
    TrackedWidget.existing(of: widget)?.view.current()
  }

  /// The widget's visibility as of the last frame, with fraction, shares and reason relative to an
  /// ancestor's viewport.
  ///
  /// - Parameter viewport: as for ``changed(_:in:perform:)``.
  public func current(in viewport: WidgetVisibility) -> VisibilitySnapshot? {
    guard let window = WidgetWindow.existing(of: widget) else { return nil }
    return TrackedWidget.existing(of: widget)?.view
      .current(in: window.viewport(viewport.widget, for: widget))
  }

  /// Returns how often an item has been seen under a policy, in all windows, or 0 if the widget is
  /// in no window.
  ///
  /// The item need not be shown in this widget.
  public func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    WidgetWindow.existing(of: widget)?.window.impressionCount(of: id, policy) ?? 0
  }

  /// Returns the fraction of a policy's dwell that an item has accumulated in the widget's window,
  /// 0...1. After an impression it stays 1 until another impression is possible.
  ///
  /// The item need not be shown in this widget.
  public func dwellProgress(of id: some Hashable, _ policy: ImpressionPolicy) -> Double {
    WidgetWindow.existing(of: widget)?.window.dwellProgress(of: id, policy, at: .now) ?? 0
  }

  /// Rereads and reevaluates the widget's window with the next frame. Not needed for changes that
  /// GTK lays out or draws; Sightline detects those.
  public func invalidate() { WidgetWindow.existing(of: widget)?.invalidate() }

  // MARK: Surroundings

  /// Sets whether the widget hides the widgets under it. By default, overlays of a `GtkOverlay` do,
  /// except those that let clicks through, and other widgets don't.
  public func setCover(_ mode: CoverMode) { CoverTable.setMode(mode, of: widget) }

  /// The margins by which the widget's area grows when it serves as a viewport, as in
  /// `changed(in:)`. On a window, they apply to all observations that name no viewport. Negative
  /// for bars that lie over the content.
  ///
  /// GTK has no safe area, so an app sets the space its bars take.
  public var viewportMargins: ViewportMargins {
    get { Self.margins.value(at: widget)?.value ?? .zero }
    nonmutating set {
      Self.margins.set(Boxed(newValue), at: widget)
      WidgetWindow.of(widget)?.marginsChanged(newValue, of: widget)
    }
  }

  private static let margins = AttachedObject<Boxed<ViewportMargins>>("margins")

  /// The widget's window; `nil` if it is in no window.
  public var window: WindowVisibility? { WidgetWindow.of(widget).map(WindowVisibility.init) }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The widget's visibility and its observers.
  @MainActor public var visibility: WidgetVisibility { WidgetVisibility(of: self) }
}

extension OpaquePointer {
  /// The visibility of a widget whose C type is opaque, such as a `GtkLabel`.
  ///
  /// - Precondition: the pointer is to a `GtkWidget`.
  @MainActor public var visibility: WidgetVisibility {
    WidgetVisibility(of: UnsafeMutableRawPointer(self))
  }
}
#endif
