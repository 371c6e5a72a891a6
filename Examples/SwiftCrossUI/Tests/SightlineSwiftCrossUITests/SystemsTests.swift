import Foundation
import Testing

/// Runs the app in a real window, where a script drives it, and compares its events with a formula.
///
/// Serialized, because the apps share a display and measure dwells.
@Suite(.serialized) struct SystemsTests {
  /// - Parameter bars: the height of bars that a viewport excludes; `nil` for no viewport.
  @Test(arguments: [nil, 75.0])
  func `the visible items are those of a formula, while state changes under them`(
    bars: Double?
  ) throws {
    var visible: Set<String> = []
    var exposed: Set<String> = []
    var seen: Set<String> = []
    var moved: [String] = []
    var checks = 0
    var isMoving = false
    let recording = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: recording) }
    for line in try run(recording: recording.path, bars: bars) {
      let item = String(line.dropFirst())
      switch line.first {
      case "+": #expect(visible.insert(item).inserted, "\(line) twice")
      case "-": #expect(visible.remove(item) != nil, "\(line) without a +")
      case "(": #expect(exposed.insert(item).inserted || bars != nil, "\(line) twice")
      case ")": #expect(exposed.remove(item) != nil, "\(line) without a (")
      case "s": #expect(seen.insert(item).inserted, "\(line) twice")
      case "v":
        checks += 1
        isMoving = false
        #expect(visible == Set(line.split(separator: " ").dropFirst().map(String.init)))
        // In a viewport of a view, the exposure of an id whose view shows another does not end.
        #expect(bars == nil ? exposed == visible : exposed.isSuperset(of: visible))
      default: isMoving = line == "move"
      }
      if isMoving, line != "move" { moved.append(line) }
    }
    #expect(checks == 7)
    // One item leaves at the top of the visible ones and another enters at their end. In a viewport
    // of a view, all leave, and those that are still visible enter again.
    let leavings = moved.count { $0.hasPrefix("-") }
    #expect(bars == nil ? leavings == 1 : leavings > 1, "\(moved)")
    #expect(seen.count > visible.count)
    let lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
    let impressions = lines.filter { $0.hasPrefix(#"{"k":"imp""#) }
    #expect(impressions.count == seen.count)
  }

  /// Returns the lines that the app prints.
  private func run(recording: String, bars: Double?) throws -> [String] {
    let process = Process()
    // The app is next to the test bundle.
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("SystemsApp")
    var environment = ProcessInfo.processInfo.environment
    environment["SIGHTLINE_SCRIPT"] = "1"
    environment["SIGHTLINE_RECORDING"] = recording
    environment["SIGHTLINE_BARS"] = bars.map { "\($0)" }
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }
}
