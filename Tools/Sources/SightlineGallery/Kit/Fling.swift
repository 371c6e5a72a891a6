import CSightlineGTK
import Foundation
import SightlineGTKToolkit

/// Throws a scroll position with decreasing speed, as after a flick of a finger.
///
/// It runs on the frame clock while moving and costs nothing afterwards.
@MainActor
final class Fling {
  /// The time in which the remaining distance shrinks by a factor of e, as on iOS.
  private static let decay = 0.325
  private static let duration = 1.6

  private var signal: SignalToken?
  private var clock: ObjectReference<OpaquePointer>?
  private var arrival: CheckedContinuation<Void, Never>?

  var isRunning: Bool { signal != nil }

  /// Throws an adjustment by a distance, stopping any current throw where it is.
  func start(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>, of widget: WidgetPointer, by distance: Double
  ) {
    stop()
    guard let frameClock = gtk_widget_get_frame_clock(widget) else { return }
    let reference = WeakObjectReference(adjustment)
    let begin = gtk_adjustment_get_value(adjustment)
    let time = ContinuousClock()
    let start = time.now
    clock = ObjectReference(frameClock)
    // Retains itself until it rests, because the clock must be notified even if the page is gone.
    signal = Signal.connect(frameClock, "update") { [self] in
      guard let adjustment = reference.pointer else { return stop() }
      let seconds = min((time.now - start) / .seconds(1), Self.duration)
      let whole = 1 - exp(-Self.duration / Self.decay)
      let way = (1 - exp(-seconds / Self.decay)) / whole
      gtk_adjustment_set_value(adjustment, begin + distance * way)
      if seconds >= Self.duration { stop() }
    }
    gdk_frame_clock_begin_updating(frameClock)
  }

  func stop() {
    guard let running = signal else { return }
    signal = nil
    running.disconnect()
    if let clock { gdk_frame_clock_end_updating(clock.pointer) }
    clock = nil
    arrival?.resume()
    arrival = nil
  }

  /// Waits until the throw has ended.
  func rest() async {
    guard isRunning else { return }
    await withCheckedContinuation { arrival = $0 }
  }
}
