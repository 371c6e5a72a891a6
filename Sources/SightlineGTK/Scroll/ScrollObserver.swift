#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit
public import SightlineScroll

/// Where a `GtkScrolledWindow` stands and what it is doing.
///
/// ```swift
/// let scroll = ScrollObserver.of(scroller)
/// scroll.geometryChanged { geometry in print(geometry.contentOffset) }
/// scroll.phaseChanged { change in print(change.to) }
/// ```
///
/// 1. There is one observer for each scrolled window. It lives as long as the widget, with all that
///    is registered, and does not keep it alive.
/// 2. The geometry is the adjustments': it is right at any time, while the bounds of widgets are
///    those of the last layout until the next one.
/// 3. GTK has no phases. They are made of presses, wheel turns, keys and changes of the offset; a
///    wheel or a key that moves nothing is no scroll, and neither is a jump of the program's.
/// 4. While a phase waits for silence one timer runs; nothing runs while nothing moves.
@MainActor
public final class ScrollObserver {
  /// Where the content stands now.
  public private(set) var geometry: ScrollMetrics
  /// What the scroll is doing.
  public var phase: ScrollingPhase { detector.phase }

  let widget: WeakObjectReference<WidgetPointer>
  var detector = ScrollPhaseDetector()
  var press: Press?
  /// When the wheel was last turned over the content.
  var lastWheel: MonotonicTime?
  /// When a key that scrolls was last pressed in it.
  var lastKey: MonotonicTime?
  var movement: ScrollMovement?
  private let geometryHandlers = ScrollHandlers<ScrollMetrics>()
  private let measureHandlers = ScrollHandlers<ScrollMetrics>()
  private let phaseHandlers = ScrollHandlers<ScrollPhaseChange>()
  private var adjustments: [SignalToken] = []
  private var timer: LoopSource?
  /// Tells of a size that changed within a layout.
  private var later: LoopSource?

  private static let attached = AttachedObject<ScrollObserver>("scroll-observer")

  /// The observer of a scrolled window.
  ///
  /// - Precondition: the widget is a `GtkScrolledWindow`.
  public static func of(_ scrolledWindow: UnsafeMutablePointer<GtkWidget>) -> ScrollObserver {
    if let known = attached.value(at: scrolledWindow) { return known }
    precondition(
      sightline_is_scrolled_window(scrolledWindow) != 0,
      "a \(scrolledWindow.className) is no GtkScrolledWindow: there is no scroll to observe")
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

  /// Calls a closure whenever the offset or a size has changed: at once, when it was scrolled.
  /// Sizes change within GTK's layout, where changes to widgets get lost; it is called then before
  /// the next frame.
  @discardableResult
  public func geometryChanged(
    _ body: @escaping @MainActor (ScrollMetrics) -> Void
  ) -> ScrollToken {
    geometryHandlers.add(body)
  }

  /// Calls a closure at once, also within a layout. It must not request another layout.
  package func measured(_ body: @escaping @MainActor (ScrollMetrics) -> Void) -> ScrollToken {
    measureHandlers.add(body)
  }

  /// Calls a closure at every change of the phase.
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
    func begin(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Double {
      gtk_adjustment_get_lower(adjustment)
    }
    return ScrollMetrics(
      contentOffset: LayoutPoint(
        x: gtk_adjustment_get_value(x) - begin(x), y: gtk_adjustment_get_value(y) - begin(y)),
      contentSize: LayoutSize(
        width: gtk_adjustment_get_upper(x) - begin(x),
        height: gtk_adjustment_get_upper(y) - begin(y)),
      containerSize: LayoutSize(
        width: gtk_adjustment_get_page_size(x), height: gtk_adjustment_get_page_size(y)))
  }

  // MARK: Phases

  /// Takes in an event, reports the phases that follow from it and sets the one timer.
  package func handle(_ event: ScrollEvent) {
    report(detector.handle(event, at: .now))
  }

  private func report(_ changes: [ScrollPhaseChange]) {
    for change in changes {
      if change.from == .animating { movement?.stop() }
      phaseHandlers.call(change)
    }
    setTimer()
  }

  /// The timer is not set anew with each movement: when it fires too early it is set again.
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

  /// Whether a timer runs; for tests.
  package var isWaiting: Bool { timer != nil }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The adjustment of a scrolled window along an axis.
  package func scrollAdjustment(_ axis: VisibilityScene.Axis) -> UnsafeMutablePointer<GtkAdjustment>
  {
    axis == .horizontal
      ? gtk_scrolled_window_get_hadjustment(OpaquePointer(self))
      : gtk_scrolled_window_get_vadjustment(OpaquePointer(self))
  }
}
#endif
