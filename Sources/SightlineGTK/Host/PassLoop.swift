#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit

/// Schedules passes: in a frame while the window has frames, from the main loop otherwise, and at
/// the engine's deadlines with a single timer. Nothing runs unless a pass is requested.
@MainActor
final class PassLoop {
  /// The window's frame clock, if it has one.
  var clock: WeakObjectReference<OpaquePointer>?
  /// Whether the frame clock answers requests for a frame.
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
      // If nothing needs drawing, the frame draws nothing.
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
    } else if idle == nil {
      idle = MainLoop.idle(priority: .normal) { [weak self] in
        self?.idle = nil
        self?.frameCame()
      }
    }
  }

  /// Called after layout and drawing of a frame.
  func frameCame() {
    isWanted = false
    idle?.cancel()
    idle = nil
    onFrame()
  }

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
    (idle, timer) = (nil, nil)
  }
}
#endif
