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

  /// The mean frame time.
  public var mean: Duration { frames == 0 ? .zero : total / frames }

  /// The median frame time over the last ``kept`` frames.
  public var median: Duration {
    times.isEmpty ? .zero : .nanoseconds(times.sorted()[times.count / 2])
  }

  /// The number of frames in the median.
  public static let kept = 512

  /// The times of the last frames in nanoseconds, as a ring buffer.
  private var times: [Int64] = []

  /// The nanoseconds spent in handlers of signals since the last frame of any window.
  @MainActor @exclusivity(unchecked) private static var handlers: Int64 = 0

  @MainActor
  static func measureHandler(_ body: () -> Void) {
    let start = MonotonicTime.now
    body()
    handlers += MonotonicTime.now.nanoseconds - start.nanoseconds
  }

  @MainActor
  mutating func noteFrame(_ time: Duration, reads: Int) {
    let time = time + .nanoseconds(Self.handlers)
    Self.handlers = 0
    let nanoseconds = Int64(time / .nanoseconds(1))
    if times.count < Self.kept {
      times.append(nanoseconds)
    } else {
      times[frames % Self.kept] = nanoseconds
    }
    frames += 1
    total += time
    longest = max(longest, time)
    last = time
    widgetsRead = reads
  }
}
#endif
