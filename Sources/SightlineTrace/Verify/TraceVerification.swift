/// The result of a verification.
public struct TraceVerification: Equatable, Sendable {
  /// A disagreement between the engine and the judge.
  public struct Difference: Equatable, Sendable {
    /// The step.
    public var step: Int
    /// The observer or, in a trace recorded by Sightline, the watch; -1 if not applicable.
    public var observer: Int
    /// The target's node; -1 if not applicable.
    public var node: Int
    /// The app's name for the item, if the trace has one.
    public var name: String?
    /// A description of both sides' results.
    public var explanation: String
  }

  /// Compared entries: those delivered by the judge and those expected.
  public var entries = 0
  /// Compared states: one per watched target in each snapshot.
  public var states = 0
  /// Engine states compared with the model of a browser's geometry.
  public var engineStates = 0
  /// The number of differences.
  public var differences = 0
  /// The first differences, at most ``TraceVerifier/maximumExamples``.
  public var examples: [Difference] = []
  /// Observers skipped because they track occlusion (`v2`).
  public var skippedObservers = 0
  /// Entries of skipped observers.
  public var skippedEntries = 0
  /// Whether the trace was recorded by Sightline, with the recorded engine as its judge.
  public var isRecording = false
  /// Lines skipped because this version doesn't know their kind.
  public var skippedLines = 0
}

extension TraceVerification {
  mutating func note(_ difference: Difference) {
    differences += 1
    if examples.count < TraceVerifier.maximumExamples { examples.append(difference) }
  }
}
