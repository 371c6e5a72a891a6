#if GTK && os(Linux)
/// What tracking costs a window: counts, and the time of its own code, callbacks not included.
public struct FrameStatistics: Hashable, Sendable {
  /// Frames in which the window was read and evaluated.
  public internal(set) var frames = 0
  /// Times that the timer fired.
  public internal(set) var timers = 0
  /// The time of all frames together.
  public internal(set) var total = Duration.zero
  /// The slowest frame.
  public internal(set) var longest = Duration.zero
  /// The last frame.
  public internal(set) var last = Duration.zero
  /// How many widgets the last frame read.
  public internal(set) var widgetsRead = 0

  /// Counts from nothing.
  public init() {}

  /// The time of a frame on average.
  public var mean: Duration { frames == 0 ? .zero : total / frames }

  /// The time of a frame in the middle, of the last ``kept`` frames.
  public var median: Duration {
    times.isEmpty ? .zero : .nanoseconds(times.sorted()[times.count / 2])
  }

  /// How many frames the median is taken of.
  public static let kept = 512

  /// The last frames' times in nanoseconds, as a ring.
  private var times: [Int64] = []

  mutating func noteFrame(_ time: Duration, reads: Int) {
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
