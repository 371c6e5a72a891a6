import ArgumentParser
import Foundation
import SightlineLog

/// Appends, delivers and prunes until killed, printing the acknowledged events to standard output.
/// `scripts/test kills` kills this process.
struct Write: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write to a log until killed.")

  @Argument(help: "The log's file.")
  var file: String
  @Option(help: "The port of the receiver on this machine.")
  var port: UInt16
  @Option(help: "The seed of the amount and times of writes.")
  var seed: UInt64

  func run() async throws {
    var random = SeededGenerator(seed: seed)
    var configuration = LogConfiguration()
    configuration.batchDelay = .milliseconds(1)
    configuration.heartbeat = .milliseconds(5)
    // Small enough for constant pruning, but larger than the undelivered events ever are.
    configuration.retention.bytes = 400 << 10
    configuration.didWrite = { ids in Write.say(ids.map { "w \($0)\n" }.joined()) }
    configuration.report = { Write.say("! \($0)\n") }
    let log = try ImpressionLog(at: URL(fileURLWithPath: file), configuration: configuration)
    Write.say("r\n")
    let delivery = try delivery(of: log)
    await delivery.start()
    var number = 0
    while true {
      // At the start as well, because earlier writers may leave as many. Events in memory wait for
      // another writer.
      while try await log.progress.waiting + log.counts().undelivered > 600 {
        await delivery.deliverSoon()
        try await Task.sleep(for: .milliseconds(1))
      }
      for _ in 0..<Int.random(in: 1...300, using: &random) {
        // The receiver counts events by `origin`, regardless of their ID.
        number += 1
        let attributes = ["origin": LogValue.text("\(seed)-\(number)")]
        let item = ItemKey.text("item-\(Int.random(in: 0..<2_000, using: &random))")
        var entry = LogEntry.exposure(
          of: item, under: .feed, lasting: .seconds(1), greatestFraction: 0.9,
          attributes: attributes)
        if Bool.random(using: &random) { entry.kind = .impression }
        log.record(entry)
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try await log.flush()
      case 1: try await log.loadHistory(of: ["item-1", "item-2"], under: .feed)
      case 2: try await log.prune()
      case 3: log.person = [nil, "anna", "bea"][Int.random(in: 0..<3, using: &random)]
      case 4: log.forgetRecords()
      default: break
      }
    }
  }

  /// Returns a delivery to the receiver with short intervals.
  private func delivery(of log: ImpressionLog) throws -> LogDelivery {
    guard let url = URL(string: "http://127.0.0.1:\(port)/") else {
      throw ValidationError("\(port) is not a port")
    }
    var configuration = DeliveryConfiguration()
    configuration.batchEvents = 200
    configuration.interval = .milliseconds(2)
    // A killed delivery may send for this long, and the next one waits.
    configuration.timeout = .milliseconds(100)
    configuration.firstBackOff = .milliseconds(1)
    configuration.longestBackOff = .milliseconds(10)
    var sink = HTTPSink(url)
    sink.isCompressing = false
    return LogDelivery(of: log, to: sink, configuration: configuration)
  }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
