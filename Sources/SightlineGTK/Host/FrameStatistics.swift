#if GTK && os(Linux)
internal import SightlineCore
internal import SightlineGTKToolkit

/// The cost of tracking a window: counts, and the time spent in Sightline's code, excluding
/// callbacks. The time in which a list's rows were bound counts for the frame after it.
public struct FrameStatistics: Hashable, Sendable {
  /// The number of frames in which the window was read and evaluated.
  public internal(set) var frames = 0
  /// The number of times the timer fired.
  public internal(set) var timers = 0
  /// The total time of all frames.
  public internal(set) var total = Duration.zero
  /// The time of the slowest frame.
  public internal(set) var longest = Duration.zero
  /// The time of the last frame.
  public internal(set) var last = Duration.zero
  /// The number of widgets read by the last frame.
  public internal(set) var widgetsRead = 0

  /// Creates statistics with all counts at zero.
  public init() {}

  /// The nanoseconds spent in handlers of signals since the last frame of any window.
  @MainActor private static var handlers: Int64 = 0

  @MainActor
  static func measureHandler(_ body: () -> Void) {
    let start = MonotonicTime.now
    body()
    handlers += MonotonicTime.now.nanoseconds - start.nanoseconds
  }

  @MainActor
  mutating func noteFrame(_ time: Duration, reads: Int) {
    last = time + .nanoseconds(Self.handlers)
    Self.handlers = 0
    frames += 1
    total += last
    longest = max(longest, last)
    widgetsRead = reads
  }
}
#endif
