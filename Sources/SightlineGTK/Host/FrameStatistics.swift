/// What tracking costs a window: counts, and the time of its own code.
public struct FrameStatistics: Hashable, Sendable {
  /// Frames in which the window was read and evaluated.
  public internal(set) var frames = 0
  /// Times that the timer fired.
  public internal(set) var timers = 0
  /// The time of all frames together, callbacks included.
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

  mutating func noteFrame(_ time: Duration, reads: Int) {
    frames += 1
    total += time
    longest = max(longest, time)
    last = time
    widgetsRead = reads
  }
}
