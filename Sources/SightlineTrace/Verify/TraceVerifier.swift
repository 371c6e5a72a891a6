/// Replays a trace and compares every state and entry with the reports of its judge.
///
/// The judge is a browser's IntersectionObserver, or the engine of the recording app. A browser's
/// entries are compared with a model of its geometry, and the engine's passes with the same model
/// where both are equivalent. A recording by Sightline is replayed, and must report the same
/// events.
public struct TraceVerifier: ~Copyable {
  /// The tolerance of ratios.
  public static let ratioTolerance = 2e-4
  /// The tolerance of edges, in points.
  public static let rectTolerance = 0.02
  /// The maximum number of differences kept as examples.
  public static let maximumExamples = 1_000

  private var reader: TraceReader
  private var scene: TraceScene
  private var browser = BrowserVerifier()
  private var recording: RecordingVerifier

  /// Creates a verifier of a trace.
  ///
  /// - Parameters:
  ///   - reader: the trace.
  ///   - comparesReference: whether to also compare each pass of a Sightline recording with the
  ///     reference path, regardless of build and scene size. This is slow.
  public init(_ reader: consuming TraceReader, comparesReference: Bool = false) {
    scene = TraceScene(file: reader.file)
    recording = RecordingVerifier(file: reader.file, comparesReference: comparesReference)
    self.reader = reader
  }

  /// Reads the trace to its end and returns the result.
  ///
  /// - Throws: a ``TraceError`` if the trace is malformed or contradicts itself.
  public consuming func run() throws(TraceError) -> TraceVerification {
    var result = TraceVerification()
    while let (number, line) = try reader.next() {
      if browser.isIdle { try recording.accept(line, number: number, &result) }
      try scene.accept(line, number: number)
      browser.accept(line, scene, &result)
    }
    try scene.finish(lastLine: reader.lineNumber)
    browser.finish(scene, &result)
    if browser.isIdle { try recording.finish(lastLine: reader.lineNumber, &result) }
    result.isRecording = browser.isIdle
    result.skippedLines = reader.unknownLines
    return result
  }
}
