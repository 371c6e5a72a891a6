#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit

/// Schedules passes: in a frame where there are frames, from the main loop otherwise, and at the
/// engine's deadlines by one timer. Nothing runs while no pass is wanted.
@MainActor
final class PassLoop {
  /// The window's frame clock, while it has one.
  var clock: WeakObjectReference<OpaquePointer>?
  /// Whether requested frames come.
  var hasFrames = false {
    didSet { if isWanted && hasFrames != oldValue { request() } }
  }
  var onFrame: () -> Void = {}
  var onTimer: () -> Void = {}
  private var isWanted = false
  private var idle: LoopSource?
  private var timer: LoopSource?

  /// Requests a pass after the next layout.
  func requestPass() {
    isWanted = true
    request()
  }

  private func request() {
    if hasFrames, let clock = clock?.pointer {
      idle?.cancel()
      idle = nil
      // A frame without drawing, if there is nothing to draw.
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
    } else if idle == nil {
      idle = MainLoop.idle(priority: .normal) { [weak self] in
        self?.idle = nil
        self?.frameCame()
      }
    }
  }

  /// Called when a frame has been laid out and drawn.
  func frameCame() {
    isWanted = false
    idle?.cancel()
    idle = nil
    onFrame()
  }

  /// Sets the one timer; `nil` removes it.
  func setTimer(_ time: MonotonicTime?) {
    timer?.cancel()
    timer = time.map { time in
      MainLoop.after(max(.zero, time - .now)) { [weak self] in
        self?.timer = nil
        self?.onTimer()
      }
    }
  }

  func stop() {
    idle?.cancel()
    timer?.cancel()
    idle = nil
    timer = nil
  }
}
#endif
