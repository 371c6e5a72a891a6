#if GTK && os(Linux)
public import CSightlineGTK
public import SightlineCore
internal import SightlineGTKToolkit

/// Observes the geometry and the scroll phase of a `GtkScrolledWindow`.
///
/// ```swift
/// let scroll = ScrollObserver.of(scroller)
/// scroll.geometryChanged { geometry in print(geometry.contentOffset) }
/// scroll.phaseChanged { change in print(change.to) }
/// ```
///
/// 1. Each scrolled window has one observer. It lives as long as the widget, with all its
///    registrations, and doesn't keep the widget alive.
/// 2. The geometry comes from the adjustments, so it is always current, while the bounds of widgets
///    are those of the last layout.
/// 3. GTK has no phases; they are derived from presses, wheel turns, keys and changes of the
///    offset. A wheel turn or key that moves nothing isn't a scroll, nor is a jump by the program.
/// 4. One timer runs while a phase waits for its quiet time. Nothing runs while nothing moves.
@MainActor
public final class ScrollObserver {
  /// The content's current geometry.
  public private(set) var geometry: ScrollMetrics
  /// The current scroll phase.
  public var phase: ScrollingPhase { detector.phase }

  let widget: WeakObjectReference<WidgetPointer>
  var detector = ScrollPhaseDetector()
  var press: Press?
  /// When the wheel was last turned over the content.
  var lastWheel: MonotonicTime?
  /// When a scrolling key was last pressed in the scrolled window.
  var lastKey: MonotonicTime?
  var movement: ScrollMovement?
  /// Whether the movement is currently setting the offset.
  var isMoving = false
  private(set) lazy var ticks = TickWhileMoving { [weak self] _ in self?.move() ?? false }
  private let geometryHandlers = ScrollHandlers<ScrollMetrics>()
  private let measureHandlers = ScrollHandlers<ScrollMetrics>()
  private let phaseHandlers = ScrollHandlers<ScrollPhaseChange>()
  private var adjustments: [SignalToken] = []
  private var timer: LoopSource?
  /// Reports a size that changed during layout.
  private var later: LoopSource?

  private static let attached = AttachedObject<ScrollObserver>("scroll-observer")

  /// Returns the observer of a scrolled window.
  ///
  /// - Precondition: the widget is a `GtkScrolledWindow`.
  public static func of(_ scrolledWindow: UnsafeMutablePointer<GtkWidget>) -> ScrollObserver {
    if let existing = attached.value(at: scrolledWindow) { return existing }
    require(
      sightline_is_scrolled_window(scrolledWindow) != 0,
      "a \(scrolledWindow.className) is not a GtkScrolledWindow: there is no scroll to observe")
    let observer = ScrollObserver(scrolledWindow)
    attached.set(observer, at: scrolledWindow)
    return observer
  }

  private init(_ scrolledWindow: WidgetPointer) {
    widget = WeakObjectReference(scrolledWindow)
    geometry = ScrollObserver.geometry(of: scrolledWindow)
    followAdjustments()
    for property in ["hadjustment", "vadjustment"] {
      Signal.notify(scrolledWindow, property) { [weak self] in
        self?.followAdjustments()
        self?.adjustmentChanged()
      }
    }
    listen(to: scrolledWindow)
  }

  /// Calls a closure whenever the offset or a size changes. Scrolling calls it immediately. Sizes
  /// change during GTK's layout, where changes to widgets are lost, so the call for them comes
  /// before the next frame.
  @discardableResult
  public func geometryChanged(_ body: @escaping @MainActor (ScrollMetrics) -> Void) -> ScrollToken {
    geometryHandlers.add(body)
  }

  /// Calls a closure immediately, even during layout. It must not request another layout.
  package func measured(_ body: @escaping @MainActor (ScrollMetrics) -> Void) -> ScrollToken {
    measureHandlers.add(body)
  }

  /// Calls a closure at every change of phase.
  @discardableResult
  public func phaseChanged(
    _ body: @escaping @MainActor (ScrollPhaseChange) -> Void
  ) -> ScrollToken {
    phaseHandlers.add(body)
  }

  // MARK: Geometry

  private func followAdjustments() {
    for token in adjustments { token.disconnect() }
    guard let scroller = widget.pointer else { return }
    adjustments = [scroller.scrollAdjustment(.horizontal), scroller.scrollAdjustment(.vertical)]
      .flatMap { adjustment in
        [
          Signal.connect(adjustment, "changed") { [weak self] in self?.adjustmentChanged() },
          Signal.connect(adjustment, "value-changed") { [weak self] in self?.adjustmentChanged() },
        ]
      }
  }

  private func adjustmentChanged() {
    guard let scroller = widget.pointer else { return }
    let before = geometry
    geometry = ScrollObserver.geometry(of: scroller)
    guard geometry != before else { return }
    // exact: any movement is one.
    if geometry.contentOffset != before.contentOffset { offsetChanged() }
    measureHandlers.call(geometry)
    let isResized =
      geometry.contentSize != before.contentSize || geometry.containerSize != before.containerSize
    guard isResized || later != nil else { return geometryHandlers.call(geometry) }
    guard later == nil else { return }
    later = MainLoop.idle(priority: .normal) { [weak self] in
      guard let self else { return }
      later = nil
      geometryHandlers.call(geometry)
    }
  }

  private static func geometry(of scroller: WidgetPointer) -> ScrollMetrics {
    let (x, y) = (scroller.scrollAdjustment(.horizontal), scroller.scrollAdjustment(.vertical))
    let begin = LayoutPoint(x: gtk_adjustment_get_lower(x), y: gtk_adjustment_get_lower(y))
    return ScrollMetrics(
      contentOffset: LayoutPoint(
        x: gtk_adjustment_get_value(x) - begin.x, y: gtk_adjustment_get_value(y) - begin.y),
      contentSize: LayoutSize(
        width: gtk_adjustment_get_upper(x) - begin.x,
        height: gtk_adjustment_get_upper(y) - begin.y),
      containerSize: LayoutSize(
        width: gtk_adjustment_get_page_size(x), height: gtk_adjustment_get_page_size(y)),
      pixelLength: DevicePixel.length(scale: Double(gtk_widget_get_scale_factor(scroller))))
  }

  // MARK: Phases

  /// Handles an event, reports the resulting phases and sets the timer.
  package func handle(_ event: ScrollEvent) {
    report(detector.handle(event, at: .now))
  }

  private func report(_ changes: [ScrollPhaseChange]) {
    if changes.contains(where: { $0.from == .animating }) { stopMoving() }
    phaseHandlers.call(changes)
    setTimer()
  }

  /// Sets the timer. It isn't reset at each movement; if it fires too early, it is set again.
  private func setTimer() {
    guard let deadline = detector.nextDeadline else {
      timer?.cancel()
      timer = nil
      return
    }
    guard timer == nil else { return }
    timer = MainLoop.after(max(.zero, deadline - .now)) { [weak self] in
      guard let self else { return }
      timer = nil
      report(detector.update(at: .now))
    }
  }

  /// Whether a timer is running; for tests.
  package var isWaiting: Bool { timer != nil }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  package func scrollAdjustment(_ axis: VisibilityScene.Axis) -> UnsafeMutablePointer<GtkAdjustment>
  {
    axis == .horizontal
      ? gtk_scrolled_window_get_hadjustment(OpaquePointer(self))
      : gtk_scrolled_window_get_vadjustment(OpaquePointer(self))
  }
}
#endif
