import Foundation
import SightlineLog

/// A child process, whose output is read continuously, because a full pipe would block it.
// Unchecked because only the condition's lock guards the output.
final class ChildProcess: @unchecked Sendable {
  private let process = Process()
  private let condition = NSCondition()
  private var output = Data()
  private var hasEnded = false

  init(_ program: URL, _ arguments: [String]) throws {
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    try pipe.fileHandleForWriting.close()
    Thread.detachNewThread {
      var isOpen = true
      while isOpen {
        let more = pipe.fileHandleForReading.availableData
        isOpen = !more.isEmpty
        self.condition.withLock {
          self.output += more
          self.hasEnded = !isOpen
          self.condition.broadcast()
        }
      }
    }
  }

  var isRunning: Bool { process.isRunning }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for enough output or the end of the process, and returns the output so far. Waits on a
  /// thread apart, because the receiver needs this one.
  func output(until isEnough: @escaping @Sendable (Data) -> Bool) async -> Data {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let output = self.condition.withLock {
          while !self.hasEnded && !isEnough(self.output) { self.condition.wait() }
          return self.output
        }
        continuation.resume(returning: output)
      }
    }
  }

  /// Waits for its end, and returns the whole output.
  @discardableResult
  func end() async -> Data {
    let output = await output { _ in false }
    process.waitUntilExit()
    return output
  }
}

/// A `sightline receive`, which is killed and started again on the same port and file.
final class ReceiveProcess {
  var file: URL
  private(set) var port: UInt16 = 0
  private(set) var kills = 0
  private var process: ChildProcess?

  init(_ file: URL) { self.file = file }

  deinit { process?.kill() }

  /// Starts it unless it runs, and waits until it listens.
  func start() async throws {
    if process?.isRunning ?? false { return }
    let program = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("sightline")
    let process = try ChildProcess(program, ["receive", file.path, "--port", "\(port)"])
    self.process = process
    let line = String(decoding: await process.output { $0.contains(10) }, as: UTF8.self)
    guard let match = line.firstMatch(of: /127\.0\.0\.1:(\d+)/), let port = UInt16(match.output.1)
    else { throw CocoaError(.featureUnsupported) }
    self.port = port
  }

  func kill() async {
    guard let process else { return }
    process.kill()
    await process.end()
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
