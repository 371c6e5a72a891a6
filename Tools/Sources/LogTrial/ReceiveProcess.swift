import Foundation
import SightlineLog

/// A `sightline receive`, which is killed and started again on the same port and file.
final class ReceiveProcess {
  /// The file of the next start.
  var file: URL
  private(set) var port: UInt16 = 0
  private(set) var kills = 0
  private var process: Process?

  init(_ file: URL) { self.file = file }

  /// Starts it unless it runs, and waits until it listens.
  func start() throws {
    if process?.isRunning ?? false { return }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("sightline")
    process.arguments = ["receive", file.path, "--port", "\(port)"]
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
    self.process = process
    var said = Data()
    while !said.contains(10) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw CocoaError(.featureUnsupported) }
      said += more
    }
    // Reads on, because a full pipe would block it.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    let line = String(decoding: said, as: UTF8.self)
    port = line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.output.1) } ?? 0
  }

  func kill() {
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
    kills += 1
  }

  /// Reads the events it has kept.
  func kept() throws -> Kept {
    var events: [LoggedEvent] = []
    try LogArchive(at: file).forEachEvent { events.append($0) }
    var kept = Kept()
    kept.take(events)
    if kept.repeated > 0 { kept.complaints.append("the receiver keeps an event twice") }
    return kept
  }
}
