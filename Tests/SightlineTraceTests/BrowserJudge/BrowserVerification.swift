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

  init() {}

  /// Reads a trace to its end.
  init(_ bytes: [UInt8], file: String) throws(TraceError) {
    var reader = BrowserReader(bytes: bytes, file: file)
    var verifier = BrowserVerifier()
    try reader.readAll { verifier.accept($0, $1, &self) }
    verifier.finish(reader.scene, &self)
  }
}
