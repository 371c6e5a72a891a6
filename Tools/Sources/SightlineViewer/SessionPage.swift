import Foundation
public import SightlineTrace

/// A recorded session as a self-contained HTML page that plays it in a browser. It contains the
/// viewer, the JavaScript engine and the session's bytes (`docs/inside/traces.md`).
///
/// ```swift
/// let session = try ViewerSession(TraceReader(path: trace), named: "trace.ndjson")
/// try SessionPage(session).write { try output.bytes($0) }
/// ```
public struct SessionPage {
  /// The reason this build can't make pages, in one line; `nil` if it can.
  public static let missing: String? = ViewerFiles.missing

  private let session: ViewerSession

  /// - Precondition: ``missing`` is `nil`.
  public init(_ session: ViewerSession) {
    precondition(Self.missing == nil, "this build makes no pages: \(Self.missing ?? "")")
    self.session = session
  }

  /// Writes the page's UTF-8 in pieces.
  ///
  /// The trace's content, including names, is compressed and base64-encoded, so none of it is
  /// markup.
  public func write(_ output: ([UInt8]) throws -> Void) throws {
    try output(Self.part(0))
    try output(Array(ViewerFiles.engine.utf8))
    try output(Self.part(1))
    try output(Array(GzipEncoder.compress(session.parts).base64EncodedData()))
    try output(Self.part(2))
  }

  /// Returns a part of the page outside the engine and the session.
  private static func part(_ index: Int) -> [UInt8] {
    guard let part = Data(base64Encoded: ViewerFiles.parts[index]) else {
      preconditionFailure("part \(index) of the viewer is not base64")
    }
    return Array(part)
  }
}
