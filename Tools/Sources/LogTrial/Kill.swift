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

  @Flag(help: "Deliver to `sightline receive`, built beside this program, and kill that, too.")
  var both = false

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
    let receiver = TrialReceiver(seed: random.next())
    let port = try await both ? 0 : receiver.start()
    let process = ReceiveProcess(folder)
    var (ledger, kept, totals, opened) = (Ledger(), Kept(), Totals(), 0)
    defer { process.kill() }
    for round in 0..<rounds {
      let number = round / Kill.roundsOfFile
      let file = folder.appendingPathComponent("log-\(number).sqlite")
      if round % Kill.roundsOfFile == 0 {
        totals.add(ledger, kept)
        ledger = Ledger()
        await receiver.reset()
        process.kill()
        process.file = folder.appendingPathComponent("received-\(number).sqlite")
      }
      if both { try process.start() }
      let hasOpened = try await killOne(file, both ? process.port : port, process, &ledger, &random)
      if hasOpened { opened += 1 }
      kept = try await both ? process.kept() : receiver.kept
      do {
        try await Kill.check(file, ledger, kept)
      } catch {
        print("round \(round), files in \(folder.path): \(error)")
        throw ExitCode.failure
      }
    }
    try FileManager.default.removeItem(at: folder)
    totals.add(ledger, kept)
    guard totals.acknowledged > rounds, totals.arrived > rounds, opened > rounds / 2 else {
      throw ValidationError("the writers were killed before they did anything")
    }
    let receivers = both ? " and \(process.kills) receivers" : ""
    let others =
      "\(totals.repeated) had come again, after \(totals.badAnswers) bad answers among others"
    print(
      "killed \(rounds) writers\(receivers), \(rounds - opened) of them while opening: all of \(totals.acknowledged) "
        + "acknowledged events were there, and \(totals.arrived) had arrived, once each"
        + (both ? "" : "; \(others)"))
  }

  /// Runs one writer, or two on one file, and kills them. Returns whether one had opened its log.
  private func killOne(
    _ file: URL, _ port: UInt16, _ receiver: ReceiveProcess, _ ledger: inout Ledger,
    _ random: inout SeededGenerator
  ) async throws -> Bool {
    var writers = [try Writer(file, port, seed: random.next())]
    if Int.random(in: 0..<4, using: &random) == 0 {
      writers.append(try Writer(file, port, seed: random.next()))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      // Mostly while it opens the log.
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<60_000, using: &random)))
    } else {
      // While it works: after this many bytes of output.
      let count = Int.random(in: 1..<75_000, using: &random)
      if both && Bool.random(using: &random) {
        await writers[0].listen(to: count / 2)
        receiver.kill()
        // Writers stop with too many undelivered events, so it must be back.
        try receiver.start()
      }
      await writers[0].listen(to: count)
      if both && Bool.random(using: &random) { receiver.kill() }
    }
    var hasOpened = false
    for writer in writers {
      guard writer.process.isRunning else {
        throw ValidationError(
          "a writer ended by itself: \(String(decoding: await writer.listen(to: 0), as: UTF8.self))"
        )
      }
      Foundation.kill(writer.process.processIdentifier, SIGKILL)
    }
    for writer in writers {
      let said = await writer.listen(to: .max)
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
    /// far. Waits on a thread apart, because the receiver needs this one.
    @discardableResult
    func listen(to count: Int) async -> Data {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let bytes = self.condition.withLock {
            while self.bytes.count < count && !self.hasEnded { self.condition.wait() }
            return self.bytes
          }
          continuation.resume(returning: bytes)
        }
      }
    }
  }

  private struct Totals {
    var acknowledged = 0
    var arrived = 0
    var repeated = 0
    var badAnswers = 0

    mutating func add(_ ledger: Ledger, _ kept: Kept) {
      acknowledged += ledger.acknowledged.count
      arrived += kept.events.count
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

  private static func check(_ file: URL, _ ledger: Ledger, _ kept: Kept) async throws {
    if let complaint = (ledger.complaints + kept.complaints).first {
      throw Loss(description: complaint)
    }
    let log = try ImpressionLog(at: file)
    guard log.setAside == nil else { throw Loss(description: "the file was set aside") }
    let events = try await log.events(limit: .max)
    let ids = Set(events.map { "\($0.id)" })
    guard ids.count == events.count else { throw Loss(description: "an event appears twice") }
    let waiting = Set(events.lazy.filter { $0.state == .undelivered }.map { "\($0.id)" })
    let lost = ledger.acknowledged.subtracting(kept.events.keys.map { "\($0)" })
      .subtracting(kept.refused.map { "\($0)" }).subtracting(waiting)
    guard lost.isEmpty else {
      throw Loss(
        description: "\(lost.count) acknowledged events are gone, such as \(lost.first ?? "")")
    }
    let isFeigned = events.contains { $0.state == .delivered && kept.events[$0.id] == nil }
    if isFeigned {
      throw Loss(description: "an event is marked as delivered, and has not arrived")
    }
    let isChanged = events.contains { kept.events[$0.id]?.isSame(as: $0) == false }
    if isChanged { throw Loss(description: "an event has arrived changed") }
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
