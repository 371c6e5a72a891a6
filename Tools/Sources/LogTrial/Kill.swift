import ArgumentParser
import Foundation
import GRDB
import SightlineLog

/// Kills a writer at random moments while it appends, delivers and prunes. After each kill, checks
/// that every acknowledged event has arrived at the receiver or is in the log.
struct Kill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Kill a writer at random moments; nothing acknowledged may be lost.")

  @Option(help: "The number of kills.")
  var rounds = 200
  @Option(help: "The seed, which repeats a run as far as timing allows.")
  var seed = UInt64.random(in: 0 ... .max)

  /// The number of rounds after which a new file begins, so that file creation gets killed too.
  private static let roundsOfFile = 20

  func run() async throws {
    print("seed \(seed)")
    // A writer's output after its parent has gone is lost.
    signal(SIGPIPE, SIG_IGN)
    var random = SeededGenerator(seed: seed)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("log-trial-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let receiver = try EventReceiver(seed: random.next())
    var ledger = Ledger()
    var totals = Totals()
    var opened = 0
    for round in 0..<rounds {
      let file = folder.appendingPathComponent("log-\(round / Kill.roundsOfFile).sqlite")
      if round % Kill.roundsOfFile == 0 {
        totals.add(ledger, receiver.reset())
        ledger = Ledger()
      }
      let hasOpened = try killOne(file, receiver, &ledger, &random)
      if hasOpened { opened += 1 }
      do {
        try await Kill.check(file, ledger, receiver)
      } catch {
        print("round \(round), files in \(folder.path): \(error)")
        throw ExitCode.failure
      }
    }
    try FileManager.default.removeItem(at: folder)
    totals.add(ledger, receiver.reset())
    guard totals.acknowledged > rounds, totals.arrived > rounds, opened > rounds / 2 else {
      throw ValidationError("the writers were killed before they did anything")
    }
    print(
      "killed \(rounds) writers, \(rounds - opened) of them while opening: all of \(totals.acknowledged) "
        + "acknowledged events were there; \(totals.arrived) had arrived, once each, \(totals.repeated) "
        + "had come again, after \(totals.badAnswers) bad answers among others")
  }

  /// Runs one writer, or two on one file, and kills them. Returns whether one had opened its log.
  private func killOne(
    _ file: URL, _ receiver: EventReceiver, _ ledger: inout Ledger,
    _ random: inout SeededGenerator
  ) throws -> Bool {
    var writers = [try Writer(file, receiver.port, seed: random.next())]
    if Int.random(in: 0..<4, using: &random) == 0 {
      writers.append(try Writer(file, receiver.port, seed: random.next()))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      // Mostly while it opens the log.
      usleep(UInt32.random(in: 0..<60_000, using: &random))
    } else {
      // While it works: after this many bytes of output.
      writers[0].listen(to: Int.random(in: 1..<75_000, using: &random))
    }
    var hasOpened = false
    for writer in writers {
      guard writer.process.isRunning else {
        throw ValidationError(
          "a writer ended by itself: \(String(decoding: writer.listen(to: 0), as: UTF8.self))")
      }
      Foundation.kill(writer.process.processIdentifier, SIGKILL)
    }
    for writer in writers {
      let said = writer.listen(to: .max)
      writer.process.waitUntilExit()
      hasOpened = ledger.take(said) || hasOpened
    }
    return hasOpened
  }

  /// A writer process and its output so far. Its output is read continuously, because a writer
  /// blocked on a full pipe may be the one of two that delivers.
  // Unchecked because only the condition's lock guards the output.
  private final class Writer: @unchecked Sendable {
    let process = Process()
    private let pipe = Pipe()
    private let condition = NSCondition()
    private var bytes = Data()
    private var hasEnded = false

    init(_ file: URL, _ port: UInt16, seed: UInt64) throws {
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["write", file.path, "--port", "\(port)", "--seed", "\(seed)"]
      process.standardOutput = pipe
      try process.run()
      try pipe.fileHandleForWriting.close()
      Thread.detachNewThread { self.read() }
    }

    private func read() {
      var isOpen = true
      while isOpen {
        let more = pipe.fileHandleForReading.availableData
        isOpen = !more.isEmpty
        condition.withLock {
          bytes += more
          hasEnded = !isOpen
          condition.broadcast()
        }
      }
    }

    /// Waits for this many bytes of output or the end of the process, and returns the output so
    /// far.
    @discardableResult
    func listen(to count: Int) -> Data {
      condition.withLock {
        while bytes.count < count && !hasEnded { condition.wait() }
        return bytes
      }
    }
  }

  private struct Totals {
    var acknowledged = 0
    var arrived = 0
    var repeated = 0
    var badAnswers = 0

    mutating func add(_ ledger: Ledger, _ kept: EventReceiver.Kept) {
      acknowledged += ledger.acknowledged.count
      arrived += kept.lines.count
      repeated += kept.repeated
      badAnswers += kept.badAnswers
    }
  }

  /// The events that the writers of a file acknowledged, and their complaints.
  private struct Ledger {
    var acknowledged: Set<String> = []
    var complaints: [String] = []

    /// Takes complete lines; the last may be truncated. Returns whether the log had been opened.
    mutating func take(_ said: Data) -> Bool {
      var hasOpened = false
      for line in said.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
        let line = String(decoding: line, as: UTF8.self)
        switch line.first {
        case "w": acknowledged.insert(String(line.dropFirst(2)))
        case "r": hasOpened = true
        default: complaints.append(line)
        }
      }
      return hasOpened
    }
  }

  private struct Loss: Error, CustomStringConvertible {
    let description: String
  }

  private static func check(
    _ file: URL, _ ledger: Ledger, _ receiver: EventReceiver
  ) async throws {
    let kept = receiver.state
    if let complaint = (ledger.complaints + kept.complaints).first {
      throw Loss(description: complaint)
    }
    let log = try ImpressionLog(at: file)
    guard log.setAside == nil else { throw Loss(description: "the file was set aside") }
    let events = try await log.events(limit: .max)
    let ids = Set(events.map { "\($0.id)" })
    guard ids.count == events.count else { throw Loss(description: "an event appears twice") }
    let waiting = Set(events.lazy.filter { $0.state == .undelivered }.map { "\($0.id)" })
    let lost = ledger.acknowledged.subtracting(kept.lines.keys).subtracting(kept.refused)
      .subtracting(waiting)
    guard lost.isEmpty else {
      throw Loss(
        description: "\(lost.count) acknowledged events are gone, such as \(lost.first ?? "")")
    }
    let feigned = events.first { $0.state == .delivered && kept.lines["\($0.id)"] == nil }
    guard feigned == nil else {
      throw Loss(description: "an event is marked as delivered, and has not arrived")
    }
    let counts = try await log.counts()
    for state in DeliveryState.allCases {
      let count = [counts.undelivered, counts.delivered, counts.rejected, counts.local][
        state.rawValue]
      guard events.lazy.filter({ $0.state == state }).count == count else {
        throw Loss(description: "the log says that \(count) events are \(state), which is not so")
      }
    }
    guard counts.droppedUndelivered == 0 else {
      throw Loss(description: "\(counts.droppedUndelivered) undelivered events were dropped")
    }
    try await log.close()
    let queue = try DatabaseQueue(path: file.path)
    let result = try await queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    try queue.close()
    guard result == "ok" else { throw Loss(description: result ?? "no answer") }
  }
}
