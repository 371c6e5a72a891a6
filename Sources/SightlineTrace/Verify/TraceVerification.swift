/// What a verification found.
public struct TraceVerification: Equatable, Sendable {
  /// One thing in which the engine and the judge do not agree.
  public struct Difference: Equatable, Sendable {
    /// The step.
    public var step: Int
    /// The observer (or, in a trace of Sightline's own, the watch); -1 where none is meant.
    public var observer: Int
    /// The target's node; -1 where none is meant.
    public var node: Int
    /// What the app calls the item, if the trace says it.
    public var name: String?
    /// In words: what the engine says and what the judge said.
    public var explanation: String
  }

  /// Entries compared: what the judge delivered, and what it should have.
  public var entries = 0
  /// States compared: for each snapshot, one for each target watched.
  public var states = 0
  /// States of the engine itself that were compared with the model of a browser's geometry.
  public var engineStates = 0
  /// How many differ.
  public var differences = 0
  /// The first of them, at most ``TraceVerifier/maximumExamples``.
  public var examples: [Difference] = []
  /// Observers that were left out, since they track occlusion (`v2`).
  public var skippedObservers = 0
  /// Entries of those.
  public var skippedEntries = 0
  /// Whether the trace is Sightline's own, so that its judge is the engine that was recorded.
  public var isRecording = false
  /// Lines of kinds that this version does not know, which were skipped.
  public var skippedLines = 0
}

extension TraceVerification {
  mutating func note(_ difference: Difference) {
    differences += 1
    if examples.count < TraceVerifier.maximumExamples { examples.append(difference) }
  }
}
