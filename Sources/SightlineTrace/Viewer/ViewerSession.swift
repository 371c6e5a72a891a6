/// A trace as the viewer in a browser plays it: the edits of each step as records that the engine
/// for JavaScript reads (`Web/sightline.h`), and beside them what is known of its parts.
///
/// It is made by a replay, whose scene journals its edits: what a trace means is decided once, and
/// the viewer's engine makes of the records what the replay makes of the trace, to the last bit.
/// Its bytes (`docs/viewer.md`) are about as many as those of the trace; packed, they compress to a
/// fortieth of that.
///
/// ```swift
/// let session = try ViewerSession(TraceReader(path: "trace.ndjson"), named: "trace.ndjson")
/// for part in session.parts { compressor.append(part) }
/// ```
public struct ViewerSession: Sendable {
  /// The session's bytes: those of the first part, then those of the second, and so on.
  public let parts: [[UInt8]]
  /// The numbers of the replay.
  public let summary: TraceReplayer.Summary

  private static let magic: UInt32 = 0x4E53_4C53
  private static let version: UInt32 = 1

  /// Makes a session of a trace, in memory for its bytes and its scene.
  ///
  /// - Parameters:
  ///   - reader: the trace. What its judge reported is skipped unread.
  ///   - name: what the viewer calls it, such as the file's name.
  ///   - watching: the rules under which it watches.
  /// - Throws: a ``TraceError`` if the trace is malformed, contradicts itself, or has more than a
  ///   page can play: 4,194,304 targets or 4 GB of changes.
  ///   - isPacked: whether records, and long lists of the JSON, are differences, which compress to
  ///     a fifth of what they would otherwise. The viewer undoes it.
  public init(
    _ reader: consuming TraceReader, named name: String,
    watching: TraceReplayer.Watching = .asRecorded, isPacked: Bool = true
  ) throws(TraceError) {
    reader.verdicts = .skip
    var replay = ReplaySession(file: reader.file, watching: watching)
    replay.startEncoding()
    var meta = TraceMeta()
    while let (number, line) = try reader.next() {
      if case .meta(let first) = line { meta = first }
      try replay.accept(line, number: number)
      replay.clearEvents()
      if case .step = line { try Self.check(replay.encoder, reader) }
    }
    try replay.finish(lastLine: reader.lineNumber, skippedLines: reader.unknownLines)
    try Self.check(replay.encoder, reader)
    summary = replay.summary
    guard var encoder = replay.encoder else { preconditionFailure("the replay was not encoded") }
    let index = encoder.index.bytes(
      trace: name, meta, summary, isOwnRecording: replay.hasOwnWatches, isPacked: isPacked)
    var head = SessionRecords()
    head.append(Self.magic)
    head.append(Self.version)
    head.append(UInt32(clamping: index.count))
    head.append((isPacked ? 1 : 0) as UInt32)
    encoder.starts.pad()
    let edits = encoder.edits.bytes
    parts = [
      head.bytes, index, encoder.times.bytes, encoder.starts.bytes,
      isPacked ? SessionPacking.packed(edits) : edits,
    ]
  }

  private static func check(
    _ encoder: SessionEncoder?, _ reader: borrowing TraceReader
  ) throws(TraceError) {
    guard let excess = encoder?.excess else { return }
    throw TraceError(file: reader.file, line: reader.lineNumber, problem: excess)
  }
}
