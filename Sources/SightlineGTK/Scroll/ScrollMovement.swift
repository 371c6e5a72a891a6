#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

/// An animated scroll started by the program.
@MainActor
final class ScrollMovement {
  private let adjustment: WeakObjectReference<UnsafeMutablePointer<GtkAdjustment>>
  private let transition: TimedTransition<Double>
  private weak var observer: ScrollObserver?
  private let scroller: WeakObjectReference<WidgetPointer>
  private lazy var ticks = TickWhileMoving { [weak self] _ in self?.step() ?? false }
  /// Whether it is currently setting the offset.
  private(set) var isSetting = false
  private var isOver = false

  init(
    _ observer: ScrollObserver, of scroller: WidgetPointer, along axis: VisibilityScene.Axis,
    to target: Double, over duration: Duration, easing: Easing
  ) {
    let adjustment = scroller.scrollAdjustment(axis)
    self.adjustment = WeakObjectReference(adjustment)
    self.scroller = WeakObjectReference(scroller)
    self.observer = observer
    let lower = gtk_adjustment_get_lower(adjustment)
    transition = TimedTransition(
      from: gtk_adjustment_get_value(adjustment), to: target + lower, start: .now,
      duration: duration, easing: easing, motion: scroller.motion)
  }

  func begin() {
    if step() { ticks.start(on: scroller.pointer) }
  }

  /// Stops, leaving the offset where it is.
  func stop() {
    guard !isOver else { return }
    isOver = true
    ticks.stop()
    observer?.movementEnded(self)
  }

  private func step() -> Bool {
    guard !isOver, let adjustment = adjustment.pointer else { return false }
    let now = MonotonicTime.now
    isSetting = true
    gtk_adjustment_set_value(adjustment, transition.value(at: now))
    isSetting = false
    // An observer of the offset may have stopped it.
    guard !isOver else { return false }
    if transition.isFinished(at: now) {
      stop()
      return false
    }
    return true
  }
}
#endif
