import ArgumentParser
import Foundation
import SightlineLog

/// Creates a log like that of an app scrolled for weeks, for testing and measuring reports.
struct Fill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fill",
    abstract: "Make a log of people scrolling a feed; the same for the same options, except ids.")

  @Argument(help: "The log's file, which must not exist.")
  var file: String
  @Option(help: "The approximate number of events.")
  var events = 100_000
  @Option(help: "The number of items in the feed.")
  var items = 400
  @Option(help: "The number of days of scrolling, up to 2026-01-31.")
  var days = 30
  @Option(help: "The seed of their behaviour.")
  var seed: UInt64 = 7

  /// 2026-01-31 00:00:00 UTC.
  static let lastDay: Int64 = 1_769_817_600_000
  static let day: Int64 = 86_400_000
  private static let portion = 20_000

  func run() async throws {
    guard !FileManager.default.fileExists(atPath: file) else {
      throw ValidationError("\(file) already exists")
    }
    let time = Time()
    var configuration = LogConfiguration()
    configuration.retention.bytes = .max
    configuration.retention.undelivered = .seconds(Int64.max >> 30)
    configuration.clock = LogClock(
      milliseconds: { time.milliseconds }, secondsFromGMT: { _ in 3_600 })
    let log = try ImpressionLog(at: URL(fileURLWithPath: file), configuration: configuration)
    var random = SeededGenerator(seed: seed)
    var (recorded, flushed, sessions) = (0, 0, 0)
    while recorded < events {
      log.session = "session-\(sessions)"
      let start =
        Fill.lastDay + Fill.day * Int64(1 - days)
        + Fill.day * Int64(days) / Int64(events) * Int64(recorded)
      time.milliseconds = start + Int64.random(in: 0..<3_600_000, using: &random)
      scroll(log, sessions, time, &random, &recorded, until: events)
      sessions += 1
      if recorded - flushed >= Fill.portion {
        try await log.flush()
        flushed = recorded
      }
    }
    try await log.close()
    print("\(log.progress.written) events in \(sessions) sessions")
  }

  /// Simulates a scroll from a start position to a random end; items further down are seen less.
  private func scroll(
    _ log: ImpressionLog, _ session: Int, _ time: Time, _ random: inout SeededGenerator,
    _ recorded: inout Int, until limit: Int
  ) {
    let screen = ["Home", "Search", "Article"][session % 7 == 0 ? 1 : session % 5 == 0 ? 2 : 0]
    // Half begin at the top, the others where they left off; most leave soon.
    let place = session % 2 == 0 ? 0 : pow(Double.random(in: 0..<1, using: &random), 3)
    let first = Int(place * Double(items))
    let length = 4 + Int(pow(Double.random(in: 0..<1, using: &random), 2) * 90)
    let last = min(items, first + length)
    for item in first..<last where recorded < limit {
      // Some cards consistently hold attention longer than others.
      let appeal = 0.4 + Double((item &* 2_654_435_761) % 97) / 48
      let uniform = Double.random(in: 0.001...1, using: &random)
      let length = Int64(-log2(uniform) * appeal * 1.5e9)
      let fraction = min(1, Double.random(in: 0.5...1.2, using: &random))
      let key = ItemKey.text("article-\(item)")
      let attributes: [String: LogValue]? =
        session % 3 == 0 ? ["account": .text("a-\(session % 97)")] : nil
      let isSeen = fraction >= 0.7
      func record(_ kind: LogEntry.Kind, _ length: Duration, under policy: LogPolicy = .feed) {
        var entry = LogEntry.exposure(
          of: key, under: policy, lasting: length, greatestFraction: fraction,
          impressions: kind == .impression || isSeen ? 1 : 0, screen: screen,
          attributes: attributes)
        entry.kind = kind
        log.record(entry)
        recorded += 1
      }
      time.milliseconds += length / 1_000_000 / 3
      if isSeen { record(.impression, .zero) }
      time.milliseconds += length / 1_000_000
      record(.exposure, .nanoseconds(length))
      if item % 9 == 0 && length > 1_000_000_000 {
        record(.impression, .seconds(1), under: .mrcDisplay)
      }
    }
  }
}

/// The clock a log reads.
// Unchecked because the lock guards the value.
final class Time: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Int64 = 0

  var milliseconds: Int64 {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
