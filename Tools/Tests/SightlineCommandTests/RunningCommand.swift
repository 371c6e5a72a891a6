import Foundation
import Testing

/// The result of running the command.
struct CommandResult {
  var status: Int32
  var output: String
  var error: String
}

/// Returns a file of the project, given its path from the root.
func inProject(_ path: String) -> URL {
  URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../\(path)").standardized
}

/// Returns the path of a fixture trace.
func fixture(_ name: String) -> String {
  inProject("Tests/SightlineTraceTests/Fixtures/\(name).ndjson").path
}

/// The path of the command built with the tests.
var commandPath: String {
  URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("sightline").path
}

/// Runs a shell line in which `$0` is the command.
func shell(_ line: String, _ arguments: [String] = []) throws -> CommandResult {
  let process = Process()
  let (output, error) = (Pipe(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", line, commandPath] + arguments
  process.standardOutput = output
  process.standardError = error
  try process.run()
  func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
  // Before waiting, as a full pipe would block the process.
  let texts = (text(output), text(error))
  process.waitUntilExit()
  return CommandResult(status: process.terminationStatus, output: texts.0, error: texts.1)
}

/// Runs the command built with the tests.
///
/// Input and output go through files, because a pipe could fill up and block.
///
/// - Parameter megabytes: the limit on address space; exceeding it crashes the command.
func sightline(
  _ arguments: [String], input: String = "", output: FileHandle? = nil, megabytes: Int? = nil
) throws -> CommandResult {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "sightline-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  func file(_ name: String, _ content: String = "") throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data(content.utf8).write(to: url)
    return url
  }
  let (outputFile, errorFile) = (try file("output"), try file("error"))
  let process = Process()
  if let megabytes {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "ulimit -v \(megabytes << 10); exec \"$0\" \"$@\"", commandPath] + arguments
  } else {
    process.executableURL = URL(fileURLWithPath: commandPath)
    process.arguments = arguments
  }
  process.standardInput = try FileHandle(forReadingFrom: try file("input", input))
  process.standardOutput = try output ?? FileHandle(forWritingTo: outputFile)
  process.standardError = try FileHandle(forWritingTo: errorFile)
  try process.run()
  process.waitUntilExit()
  try #require(process.terminationReason == .exit, "the command crashed")
  return CommandResult(
    status: process.terminationStatus,
    output: try String(contentsOf: outputFile, encoding: .utf8),
    error: try String(contentsOf: errorFile, encoding: .utf8))
}
