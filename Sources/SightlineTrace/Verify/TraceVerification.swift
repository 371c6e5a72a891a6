/// The result of a verification.
public struct TraceVerification: Equatable, Sendable {
  /// A disagreement between the replay and the recording, or the reference path.
  public struct Difference: Equatable, Sendable {
    /// The step.
    public var step: Int
    /// The watch's number in the trace, if the difference is that of a watch.
    public var watch: Int?
    /// The target's node, if the difference is that of a watch.
    public var node: Int?
    /// The app's name for the item, if the trace has one.
    public var name: String?
    /// A description of both sides' results.
    public var explanation: String
  }

  /// Compared events: those recorded and those replayed.
  public var events = 0
  /// Passes compared with the reference path.
  public var passes = 0
  /// The number of differences.
  public var differences = 0
  /// The first differences, at most ``TraceVerifier/maximumExamples``.
  public var examples: [Difference] = []
  /// Whether the trace was recorded by Sightline. A browser's trace has no events of an engine to
  /// compare.
  public var isRecording = true
  /// Lines skipped because this version doesn't know their kind.
  public var skippedLines = 0
}

extension TraceVerification {
  mutating func note(_ difference: Difference) {
    differences += 1
    if examples.count < TraceVerifier.maximumExamples { examples.append(difference) }
  }
}
