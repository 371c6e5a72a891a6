import ArgumentParser
import Foundation
import SightlineLog

/// Appends, delivers and prunes until it is killed, and says on its standard output what it has
/// acknowledged: what the trial kills.
struct Write: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write to a log until killed.", shouldDisplay: false)

  @Argument(help: "The log's file.")
  var file: String
  @Option(help: "What decides how much is written when.")
  var seed: UInt64

  func run() async throws {
    var random = SeededGenerator(seed: seed)
    var configuration = LogConfiguration()
    configuration.batchDelay = .milliseconds(1)
    // Small, so that there is pruning all the time; more than what is ever undelivered.
    configuration.retention.bytes = 400 << 10
    configuration.didWrite = { ids in Write.say(ids.map { "w \($0)\n" }.joined()) }
    configuration.report = { Write.say("! \($0)\n") }
    let log = try ImpressionLog(at: URL(fileURLWithPath: file), configuration: configuration)
    Write.say("r\n")
    while true {
      for _ in 0..<Int.random(in: 1...300, using: &random) {
        let item = ItemKey.text("item-\(Int.random(in: 0..<2_000, using: &random))")
        if Bool.random(using: &random) {
          log.record(
            .exposure(of: item, under: .feed, lasting: .seconds(1), greatestFraction: 0.9))
        } else {
          log.record(
            LogEntry(
              kind: .impression, item: item, policy: .feed, sinceFirstSeen: .zero, total: .zero,
              longest: .zero, greatestFraction: 1, count: 1, exposures: 1,
              attributes: ["n": .integer(.random(in: 0..<9, using: &random))]))
        }
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try await log.flush()
      case 1: try await log.recollect(["item-1", "item-2"], under: .feed)
      case 2: try await log.prune()
      default: break
      }
      while try await log.counts().undelivered > 1_000 { try await Write.deliver(log, &random) }
    }
  }

  /// The parent is the receiver: what stands on its pipe has arrived, though the log may not know
  /// yet.
  private static func deliver(_ log: ImpressionLog, _ random: inout SeededGenerator) async throws {
    let batch = try await log.nextBatch(limit: Int.random(in: 1...400, using: &random))
    say(batch.map { "d \($0.id)\n" }.joined())
    if Int.random(in: 0..<10, using: &random) == 0, let first = batch.first {
      try await log.reject([first.position], because: "400")
    }
    try await log.markDelivered(batch.map(\.position))
  }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
