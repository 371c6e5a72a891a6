import Foundation
import Testing

/// Runs the app in a real window, where it operates itself, and compares its events with a formula.
@Suite struct SystemsTests {
  @Test func `the visible items are those of a formula, while state changes under them`() throws {
    var visible: Set<String> = []
    var seen: Set<String> = []
    var moved: [String] = []
    var checks = 0
    var isMoving = false
    let recording = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: recording) }
    for line in try run(recording: recording.path) {
      let item = String(line.dropFirst())
      switch line.first {
      case "+": #expect(visible.insert(item).inserted, "\(line) twice")
      case "-": #expect(visible.remove(item) != nil, "\(line) without a +")
      case "s": #expect(seen.insert(item).inserted, "\(line) twice")
      case "v":
        checks += 1
        isMoving = false
        #expect(visible == Set(line.split(separator: " ").dropFirst().map(String.init)))
      default: isMoving = line == "move"
      }
      if isMoving, line != "move" { moved.append(line) }
    }
    #expect(checks == 7)
    // One item leaves at the top of the visible ones and another enters at their end.
    #expect(moved.filter { $0.hasPrefix("-") }.count == 1, "\(moved)")
    #expect(seen.count > visible.count)
    let lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
    let impressions = lines.filter { $0.hasPrefix(#"{"k":"imp""#) }
    #expect(impressions.count == seen.count)
  }

  /// Returns the lines that the app prints.
  private func run(recording: String) throws -> [String] {
    let process = Process()
    // The app lies beside the test bundle.
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("SystemsApp")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SIGHTLINE_SCRIPT": "1", "SIGHTLINE_RECORDING": recording], uniquingKeysWith: { $1 })
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }
}
