public import SightlineCore

/// Replays a trace: mirrors its scene in an engine, performs the recorded passes, and returns the
/// events step by step. Its memory use doesn't depend on the trace's length.
///
/// A trace recorded by Sightline in an app has viewports and watches, and each of its steps is one
/// pass, so the replay reports the same events. A browser's trace has targets but no rules: every
/// target is watched for complete visibility in the whole window, and passes also run at the
/// engine's deadlines between steps, as with a host's timer. Either kind can be watched under
/// another rule and policy (``Watching``).
public struct TraceReplayer: ~Copyable {
  /// The totals of a replay.
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
    /// Lines skipped because this version doesn't support their kind.
    public var skippedLines = 0
    /// The time of the first step, on the recorder's clock.
    public var start = MonotonicTime.zero
    /// The time of the last step, on the recorder's clock.
    public var end = MonotonicTime.zero
    /// The time from the first step to the last.
    public var duration: Duration { end - start }
  }

  /// The totals so far.
  public var summary: Summary { session.summary }

  /// The counts so far of each item watched for impressions, in the order in which they were first
  /// watched; empty unless the replay keeps items.
  ///
  /// - Complexity: O(items).
  public var items: [ReplayItem] { session.items }

  private var reader: TraceReader
  private var session: ReplaySession
  private var isAtEnd = false

  /// Creates a replay of a trace.
  ///
  /// - Parameters:
  ///   - reader: the trace. Its reports are skipped unread.
  ///   - watching: the watches: as recorded, or under another rule and policy.
  ///   - keepsItems: whether to count ``items``, which takes memory for each.
  public init(
    _ reader: consuming TraceReader, watching: Watching = .asRecorded, keepsItems: Bool = false
  ) {
    session = ReplaySession(file: reader.file, watching: watching, keepsItems: keepsItems)
    self.reader = reader
    self.reader.skipsReports = true
  }

  /// Returns the events of the next step that has any, in order, or `nil` at the end.
  ///
  /// - Throws: a ``TraceError`` if the trace is malformed or contradicts itself.
  public mutating func next() throws(TraceError) -> [ReplayEvent]? {
    while !isAtEnd {
      session.clearEvents()
      if let (number, line) = try reader.next() {
        try session.accept(line, number: number)
      } else {
        try session.finish(reader)
        isAtEnd = true
      }
      if !session.events.isEmpty { return session.events }
    }
    return nil
  }
}
