/// A trace prepared for the viewer in a browser: the edits of each step as records for the
/// JavaScript engine (`Web/sightline.h`), with metadata about their parts.
///
/// A replay creates it from the journal of its scene. The trace is thus interpreted only once, and
/// the viewer's engine computes the same results as the replay, bit for bit. The session takes
/// about as many bytes as the trace, and compresses to a tenth of that (`docs/inside/traces.md`).
///
/// ```swift
/// let session = try ViewerSession(TraceReader(path: "trace.ndjson"), named: "trace.ndjson")
/// for part in session.parts { compressor.append(part) }
/// ```
public struct ViewerSession: Sendable {
  /// The session's bytes, as the concatenation of its parts.
  public let parts: [[UInt8]]
  /// The totals of the replay.
  public let summary: TraceReplayer.Summary
  /// Where the trace is cut off, if it is: the session ends before.
  public let truncation: TraceError?

  private static let magic: UInt32 = 0x4E53_4C53
  private static let version: UInt32 = 1

  /// Creates a session from a trace, using memory for its bytes and its scene.
  ///
  /// - Parameters:
  ///   - reader: the trace. Its reports are skipped unread.
  ///   - name: the trace's name in the viewer, such as the file's name.
  ///   - watching: the watches of the replay.
  /// - Throws: a ``TraceError`` if the trace has no step, is malformed, contradicts itself, or
  ///   exceeds the limits of a page: 4,194,304 targets or 4 GB of changes.
  public init(
    _ reader: consuming TraceReader, named name: String,
    watching: TraceReplayer.Watching = .asRecorded
  ) throws(TraceError) {
    reader.skipsReports = true
    var replay = ReplaySession(file: reader.file, watching: watching)
    replay.startEncoding()
    var meta = TraceMeta()
    var truncation: TraceError?
    while let (number, line) = try reader.next(before: &truncation) {
      if case .meta(let first) = line { meta = first }
      try replay.accept(line, number: number)
      replay.clearEvents()
      // A window recorded before it was shown gets its size later.
      let size = replay.windowSize
      if meta.viewport == nil, size.width > 0, size.height > 0 { meta.viewport = size }
      if case .step = line { try replay.checkEncoding(reader) }
    }
    if let truncation, !replay.hasSteps { throw truncation }
    try replay.finish(reader)
    try replay.checkEncoding(reader)
    (summary, self.truncation) = (replay.summary, truncation)
    guard var encoder = replay.encoder else { preconditionFailure("the replay was not encoded") }
    let index = encoder.index.bytes(
      trace: name, meta, summary, isOwnRecording: replay.hasOwnWatches)
    var head = SessionRecords()
    head.append(Self.magic)
    head.append(Self.version)
    head.append(UInt32(clamping: index.count))
    head.append(0 as UInt32)
    encoder.starts.pad()
    parts = [
      head.bytes, index, encoder.times.bytes, encoder.starts.bytes, encoder.edits.bytes,
    ]
  }
}

extension TraceReader {
  /// Returns the next line; `nil` at the end, or where the trace is cut off.
  fileprivate mutating func next(
    before truncation: inout TraceError?
  ) throws(TraceError) -> (number: Int, line: TraceLine)? {
    do throws(TraceError) {
      return try next()
    } catch {
      if error.problem != .cutOff { throw error }
      truncation = error
      return nil
    }
  }
}
