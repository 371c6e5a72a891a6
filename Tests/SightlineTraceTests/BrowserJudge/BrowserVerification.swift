@testable import SightlineTrace

/// The result of comparing a browser's trace with ``BrowserModel`` and the engine.
struct BrowserVerification: Equatable {
  /// A disagreement between the model and the browser, or the model and the engine.
  struct Difference: Equatable {
    var step: Int
    var observer: Int
    var node: Int
    var explanation: String
  }

  /// The tolerance of ratios.
  static let ratioTolerance = 2e-4
  /// The tolerance of edges, in points.
  static let rectTolerance = 0.02

  /// Compared entries: those delivered by the browser and those expected.
  var entries = 0
  /// Compared states: one per watched target in each snapshot.
  var states = 0
  /// Engine states compared with the model.
  var engineStates = 0
  var differences: [Difference] = []
  /// Observers skipped because they track occlusion (`v2`).
  var skippedObservers = 0
  /// Entries of skipped observers.
  var skippedEntries = 0

  init() {}

  /// Reads a trace to its end.
  init(_ reader: consuming TraceReader) throws(TraceError) {
    var scene = TraceScene(file: reader.file)
    var verifier = BrowserVerifier()
    while let (number, line) = try reader.next() {
      try scene.accept(line, number: number)
      verifier.accept(line, scene, &self)
    }
    try scene.finish(lastLine: reader.lineNumber)
    verifier.finish(scene, &self)
  }
}
