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
    for round in 0..<rounds {
      let number = round / Kill.roundsOfFile
      let file = folder.appendingPathComponent("log-\(number).sqlite")
      if round % Kill.roundsOfFile == 0 {
        totals.add(ledger, kept)
        ledger = Ledger()
        await receiver.reset()
        await process.kill()
        process.file = folder.appendingPathComponent("received-\(number).sqlite")
      }
      if both { try await process.start() }
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
    await process.kill()
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
    var writers = [try Self.write(file, port, seed: random.next())]
    if Int.random(in: 0..<4, using: &random) == 0 {
      writers.append(try Self.write(file, port, seed: random.next()))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      // Mostly while it opens the log.
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<60_000, using: &random)))
    } else {
      // While it works: after this many bytes of output.
      let count = Int.random(in: 1..<75_000, using: &random)
      if both && Bool.random(using: &random) {
        _ = await writers[0].output { $0.count >= count / 2 }
        await receiver.kill()
        // Writers stop with too many undelivered events, so it must be back.
        try await receiver.start()
      }
      _ = await writers[0].output { $0.count >= count }
      if both && Bool.random(using: &random) { await receiver.kill() }
    }
    for writer in writers {
      guard writer.isRunning else {
        let said = String(decoding: await writer.output { _ in true }, as: UTF8.self)
        throw ValidationError("a writer ended by itself: \(said)")
      }
      writer.kill()
    }
    var hasOpened = false
    for writer in writers {
      hasOpened = ledger.take(await writer.end()) || hasOpened
    }
    return hasOpened
  }

  private static func write(_ file: URL, _ port: UInt16, seed: UInt64) throws -> ChildProcess {
    try ChildProcess(
      URL(fileURLWithPath: CommandLine.arguments[0]),
      ["write", file.path, "--port", "\(port)", "--seed", "\(seed)"])
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

  private static func check(_ file: URL, _ ledger: Ledger, _ kept: Kept) async throws {
    if let complaint = (ledger.complaints + kept.complaints).first {
      throw ValidationError(complaint)
    }
    let log = try ImpressionLog(at: file)
    guard log.setAside == nil else { throw ValidationError("the file was set aside") }
    let events = try await log.events(limit: .max)
    let ids = Set(events.map { "\($0.id)" })
    guard ids.count == events.count else { throw ValidationError("an event appears twice") }
    let waiting = Set(events.lazy.filter { $0.state == .undelivered }.map { "\($0.id)" })
    let lost = ledger.acknowledged.subtracting(kept.events.keys.map { "\($0)" })
      .subtracting(kept.refused.map { "\($0)" }).subtracting(waiting)
    guard lost.isEmpty else {
      throw ValidationError(
        "\(lost.count) acknowledged events are gone, such as \(lost.first ?? "")")
    }
    if events.contains(where: { $0.state == .delivered && kept.events[$0.id] == nil }) {
      throw ValidationError("an event is marked as delivered, and has not arrived")
    }
    if events.contains(where: { kept.events[$0.id]?.isSame(as: $0) == false }) {
      throw ValidationError("an event has arrived changed")
    }
    let counts = try await log.counts()
    for state in DeliveryState.allCases {
      let count = [counts.undelivered, counts.delivered, counts.rejected, counts.local][
        state.rawValue]
      guard events.lazy.filter({ $0.state == state }).count == count else {
        throw ValidationError("the log says that \(count) events are \(state), which is not so")
      }
    }
    guard counts.droppedUndelivered == 0 else {
      throw ValidationError("\(counts.droppedUndelivered) undelivered events were dropped")
    }
    try await log.close()
    let queue = try DatabaseQueue(path: file.path)
    let result = try await queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    try queue.close()
    guard result == "ok" else { throw ValidationError(result ?? "no answer") }
  }
}
