#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit

/// Schedules passes: in a frame while the window has frames, from the main loop otherwise, and at
/// the engine's deadlines with a single timer. Nothing runs unless a pass is requested.
///
/// Not every compositor tells a window on another workspace, or on a screen that is off, that
/// nobody sees it. But it stops answering what the window draws, and GTK makes no frames until it
/// does. So a requested frame that doesn't come is evidence.
@MainActor
final class PassLoop {
  /// The window's frame clock, if it has one.
  var clock: WeakObjectReference<OpaquePointer>? {
    didSet { isSeen = true }
  }
  /// Whether the frame clock answers requests for a frame.
  var hasFrames = false {
    didSet {
      guard hasFrames != oldValue else { return }
      if !hasFrames { (requested, missing) = (nil, 0) }
      if isWanted { request() }
    }
  }
  var onFrame: () -> Void = {}
  var onTimer: () -> Void = {}
  /// Called when ``isSeen`` has changed: before the frame that shows the window again.
  var onSight: () -> Void = {}
  /// Whether frames come when requested.
  private(set) var isSeen = true {
    didSet { if isSeen != oldValue { onSight() } }
  }

  /// The longest time to a requested frame in a window that is seen.
  static let frameLimit = Duration.seconds(1)
  /// How much later the limit applies after the main loop was busy: the frame may be on its way.
  private static let grace = Duration.milliseconds(250)
  /// The longest pause between two frames that follow each other.
  private static let flow = Duration.milliseconds(100)

  private var isWanted = false
  private var idle: LoopSource?
  private var timer: LoopSource?
  private var limit: LoopSource?
  /// The time since which a frame is due.
  private var requested: MonotonicTime?
  private var last = MonotonicTime(nanoseconds: 0)
  /// The number of frames until the compositor has answered a drawn one.
  private var missing = 0

  /// Requests a pass after the next layout.
  func requestPass() {
    isWanted = true
    request()
  }

  /// Requests a pass in a frame that proves that the window is seen.
  ///
  /// - Returns: `false` if the window has no frames.
  func requestProof(in surface: OpaquePointer?) -> Bool {
    guard hasFrames, clock?.pointer != nil, let surface else { return false }
    if missing == 0 {
      // The compositor answers a drawn frame with the next one. GTK redraws only what has changed.
      missing = .now - last < Self.flow ? 1 : 2
      gdk_surface_queue_render(surface)
    }
    requestPass()
    return true
  }

  private func request() {
    if hasFrames, let clock = clock?.pointer {
      idle?.cancel()
      idle = nil
      // If nothing needs drawing, the frame draws nothing.
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
      if requested == nil { requested = .now }
      if limit == nil { setLimit(Self.frameLimit) }
    } else if idle == nil {
      idle = MainLoop.idle(priority: .normal) { [weak self] in self?.pass() }
    }
  }

  /// Called after layout and drawing of a frame.
  func frameCame() {
    (requested, last) = (nil, .now)
    if missing > 1 {
      missing -= 1
      return request()
    }
    missing = 0
    isSeen = true
    pass()
  }

  private func pass() {
    isWanted = false
    idle?.cancel()
    idle = nil
    onFrame()
  }

  /// After frames, which come first if the main loop was busy.
  private func setLimit(_ time: Duration) {
    let due = MonotonicTime.now + time
    limit = MainLoop.after(time, priority: .idle) { [weak self] in
      self?.limitReached(isLate: .now - due > Self.flow)
    }
  }

  private func limitReached(isLate: Bool) {
    limit = nil
    guard let requested else { return }
    let rest = isLate ? Self.grace : requested + Self.frameLimit - .now
    if rest > .zero { setLimit(rest) } else { isSeen = false }
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
    for source in [idle, timer, limit] { source?.cancel() }
    (idle, timer, limit) = (nil, nil, nil)
  }
}
#endif
