/// Replays a trace and compares every state and every entry with what its judge reported.
///
/// The judge is a browser's IntersectionObserver, or the engine of the app in which the trace was
/// recorded. What a browser delivered is compared with a model of its geometry, and the engine's
/// own passes with the same model wherever both mean the same; a recording of Sightline's own is
/// replayed, and every event must come again.
public struct TraceVerifier: ~Copyable {
  /// How far ratios may be apart.
  public static let ratioTolerance = 2e-4
  /// How far edges may be apart, in points.
  public static let rectTolerance = 0.02
  /// How many differences are kept in words.
  public static let maximumExamples = 1_000

  private var reader: TraceReader
  private var scene: TraceScene
  private var browser = BrowserVerifier()
  private var recording: RecordingVerifier

  /// Verifies what a reader reads.
  ///
  /// - Parameters:
  ///   - reader: the trace.
  ///   - comparesReference: whether each pass of an own recording is compared with the reference
  ///     path, too, whatever the build and the size of the scene. It is slow.
  public init(_ reader: consuming TraceReader, comparesReference: Bool = false) {
    scene = TraceScene(file: reader.file)
    recording = RecordingVerifier(file: reader.file, comparesReference: comparesReference)
    self.reader = reader
  }

  /// Reads the trace to its end.
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
