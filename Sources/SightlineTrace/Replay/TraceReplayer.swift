public import SightlineCore

/// Replays a trace: mirrors its scene into an engine, makes the recording's passes, and returns the
/// events, step by step, in memory that does not depend on the trace's length.
///
/// A trace that Sightline recorded in an app has its own viewports and watches, and each of its
/// steps is one pass: the same events come out. A browser's trace has targets but no rules: every
/// target is watched for complete visibility in the whole window, and passes run at the engine's
/// deadlines between steps, as by a host's timer. Either can be watched under a rule and a policy
/// of choice (``Watching``).
public struct TraceReplayer: ~Copyable {
  /// The numbers of a replay.
  public struct Summary: Equatable, Sendable {
    /// Steps replayed.
    public var steps = 0
    /// Targets watched.
    public var targets = 0
    /// Thresholds reached.
    public var entered = 0
    /// Thresholds lost.
    public var left = 0
    /// Impressions.
    public var impressions = 0
    /// Lines of kinds that this version does not know, which were skipped.
    public var skippedLines = 0
    /// The time of the first step, on the recorder's clock.
    public var start = MonotonicTime.zero
    /// The time of the last step, on the recorder's clock.
    public var end = MonotonicTime.zero
    /// The time from the first step to the last.
    public var duration: Duration { end - start }
  }

  /// The numbers so far.
  public var summary: Summary { session.summary }

  /// What was counted so far of each item that was watched for impressions, in the order in which
  /// they were first watched; empty unless the replay keeps items.
  ///
  /// - Complexity: O(items).
  public var items: [ReplayItem] { session.items }

  private var reader: TraceReader
  private var session: ReplaySession
  private var isAtEnd = false

  /// Replays a trace.
  ///
  /// - Parameters:
  ///   - reader: the trace. What its judge reported is skipped unread.
  ///   - watching: what is watched: as recorded, or under another rule and policy.
  ///   - keepsItems: whether ``items`` are counted. That takes memory for each of them.
  public init(
    _ reader: consuming TraceReader, watching: Watching = .asRecorded, keepsItems: Bool = false
  ) {
    session = ReplaySession(file: reader.file, watching: watching, keepsItems: keepsItems)
    self.reader = reader
    self.reader.verdicts = .skip
  }

  /// The events of the next step in which there are any, in order; `nil` at the end.
  ///
  /// - Throws: a ``TraceError`` if the trace is malformed or contradicts itself.
  public mutating func next() throws(TraceError) -> [ReplayEvent]? {
    while !isAtEnd {
      session.clearEvents()
      if let (number, line) = try reader.next() {
        try session.accept(line, number: number)
      } else {
        try session.finish(lastLine: reader.lineNumber, skippedLines: reader.unknownLines)
        isAtEnd = true
      }
      if !session.events.isEmpty { return session.events }
    }
    return nil
  }
}
