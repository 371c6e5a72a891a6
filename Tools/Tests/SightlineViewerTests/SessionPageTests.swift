import Foundation
import Testing

@testable import SightlineViewer

@Suite struct GzipEncoderTests {
  /// Decompressed by the system's `gzip`.
  @Test func `data packed in pieces unpacks to the whole`() throws {
    let pieces = (0..<40).map { piece in
      (0..<(piece * 997)).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ piece) }
    }
    let packed = GzipEncoder.compress(pieces)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-\(UUID().uuidString).gz")
    try packed.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "gzip -dc \"$0\"", file.path]
    process.standardOutput = output
    try process.run()
    let unpacked = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(unpacked == Data(pieces.flatMap { $0 }))
    #expect(packed.count < unpacked.count / 4)
  }
}
