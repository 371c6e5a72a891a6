import Foundation
import Testing

/// Tests of reporting and exporting damaged logs.
@Suite struct DamagedLogTests {
  /// The number of logs: 30, or the environment's value.
  private static let count =
    ProcessInfo.processInfo.environment["SIGHTLINE_WORLDS"].flatMap { Int($0) } ?? 30

  @Test func `a damaged log is reported and exported, or gives a one-line error`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-damaged-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try await DamagedLog(at: folder.appendingPathComponent("whole.sqlite"))
    let file = folder.appendingPathComponent("log.sqlite")
    var refused = 0
    for seed in 0..<UInt64(Self.count) {
      var random = SeededGenerator(seed: seed)
      let words = try log.write(to: file, &random)
      let by = ["item", "screen", "session", "day"][Int(seed % 4)]
      for arguments in [
        ["report", file.path, "--by", by, "--format", "html"],
        ["report", file.path, "--by", by, "--format", "json"], ["export", file.path],
        ["export", file.path, "--format", "csv"],
      ] {
        let result = try sightline(arguments)
        let comment = Comment(rawValue: "seed \(seed), \(words), \(arguments): \(result.error)")
        #expect([0, 65].contains(result.status), comment)
        if result.status == 65 {
          refused += 1
          #expect(result.error.hasPrefix("sightline: "), comment)
          #expect(result.error.hasSuffix("\n") && !result.error.contains("SELECT"), comment)
        }
        #expect(result.error.unicodeScalars.count { $0.value < 0x20 } <= 1, comment)
        if arguments.contains("html") || arguments.contains("csv") { continue }
        for line in result.output.split(separator: "\n") {
          #expect(throws: Never.self, comment) {
            try JSONSerialization.jsonObject(with: Data(line.utf8))
          }
        }
      }
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
    // Some but not all are refused; otherwise the damage tests nothing.
    #expect(refused > Self.count && refused < Self.count * 4)
  }
}
