import Foundation
import SightlineHost
import SightlineOracle
import SightlineRecording
package import Testing

/// Records all windows of each test. Their replays must have the same events, the reference path
/// must agree with every pass, and the viewer must read them. Over the opposite of the toolkit's
/// usual behaviour, nothing is recorded, to save time.
package struct Recorded: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if ProcessInfo.processInfo.environment["SIGHTLINE_OPPOSITE"] == "1" {
      return try await function()
    }
    let windows = try await RecordedWindows()
    try await function()
    try await windows.verify()
  }
}

extension Trait where Self == Recorded {
  package static var recorded: Recorded { Recorded() }
}

@MainActor
private final class RecordedWindows {
  /// The reference path takes too long for passes over thousands of views.
  private static let longest = 1 << 20
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("sightline-\(UUID().uuidString)")
  private var windows: [() -> MirroredWindow?] = []

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    MirroredWindow.wasCreated = { [weak self] window in
      guard let self else { return }
      let file = self.file(windows.count)
      windows.append({ [weak window] in window })
      do { try window.recordTrace(to: file.path, onFailure: { Issue.record($0) }) } catch {
        Issue.record(error)
      }
    }
  }

  private func file(_ number: Int) -> URL { folder.appendingPathComponent("\(number).ndjson") }

  func verify() throws {
    MirroredWindow.wasCreated = nil
    for window in windows { window()?.stopTrace() }
    for number in windows.indices {
      let path = file(number).path
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      // The test ended the recording before the first pass.
      if size == 0 { continue }
      let verification = try TraceVerifier(
        TraceReader(path: path), reference: size < Self.longest ? Oracle.counter() : nil
      ).run()
      if verification.differences > 0 {
        Issue.record("the recording \(path) differs from its replay: \(verification.examples)")
        return
      }
      if size < Self.longest { _ = try ViewerSession(TraceReader(path: path), named: "test") }
    }
    try FileManager.default.removeItem(at: folder)
  }
}
