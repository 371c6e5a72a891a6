import Foundation
public import SightlineTrace

/// A recorded session as one page of HTML, which plays it in a browser and loads nothing else: the
/// viewer, the engine for JavaScript, and the session's bytes (`docs/viewer.md`).
///
/// ```swift
/// let session = try ViewerSession(TraceReader(path: trace), named: "trace.ndjson")
/// try SessionPage(session).write { try output.bytes($0) }
/// ```
public struct SessionPage {
  /// Why this build makes no pages, in one line; `nil` where it does.
  public static let missing: String? = ViewerFiles.missing

  private let session: ViewerSession

  /// - Precondition: ``missing`` is `nil`.
  public init(_ session: ViewerSession) {
    precondition(Self.missing == nil, "this build makes no pages: \(Self.missing ?? "")")
    self.session = session
  }

  /// Hands out the page's UTF-8, piece by piece.
  ///
  /// Names, and all else that comes from the trace, are in the page as base64 of what is packed:
  /// nothing of it is markup.
  public func write(_ output: ([UInt8]) throws -> Void) throws {
    try output(Self.part(0))
    try output(Array(ViewerFiles.engine.utf8))
    try output(Self.part(1))
    var letters = Base64Encoder()
    let encoder = GzipEncoder()
    for part in session.parts { try encoder.take(part) { try output(letters.take($0)) } }
    try encoder.finish { try output(letters.take($0)) }
    try output(letters.finish())
    try output(Self.part(2))
  }

  /// A part of the page without engine and session.
  private static func part(_ index: Int) -> [UInt8] {
    guard let part = Data(base64Encoded: ViewerFiles.parts[index]) else {
      preconditionFailure("part \(index) of the viewer is not base64")
    }
    return Array(part)
  }
}

/// Base64 of bytes that come in pieces: four letters for three bytes, whatever piece they are in.
struct Base64Encoder {
  private var waiting = Data()

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    waiting.append(contentsOf: bytes)
    let whole = waiting.count - waiting.count % 3
    defer { waiting = Data(waiting.dropFirst(whole)) }
    return Array(waiting.prefix(whole).base64EncodedData())
  }

  mutating func finish() -> [UInt8] {
    defer { waiting = Data() }
    return Array(waiting.base64EncodedData())
  }
}
