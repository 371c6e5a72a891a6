#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// No damage to a log ends the process: the file is read, refused with an error or set aside, and
/// later events are kept.
@Suite struct DamageFuzzTests {
  @Test func `a damaged file does not crash, and the log continues`() async throws {
    let source = try LogFolder()
    let log = try await DamagedLog(at: source.file)
    let seeds = UInt64(RandomWorlds.count * 2)
    var (setAside, refused) = (0, 0)
    for seed in 0..<seeds {
      var random = SeededGenerator(seed: seed)
      let folder = try LogFolder()
      let words = try log.write(to: folder.file, &random)
      let comment = Comment(rawValue: "seed \(seed): \(words)")
      read(folder.file, comment)
      switch try await use(folder, comment) {
      case .asItWas: break
      case .setAside: setAside += 1
      case .refused: refused += 1
      }
    }
    // If all or none were set aside, the damage would test nothing.
    #expect(setAside > seeds / 10 && setAside < seeds)
    #expect(refused < seeds / 10, "\(refused) of \(seeds)")
  }

  private enum Outcome { case asItWas, setAside, refused }

  /// Reads a file as `sightline report` and `sightline export` do.
  private func read(_ file: URL, _ comment: Comment) {
    do {
      let archive = try LogArchive(at: file)
      _ = try archive.count()
      for grouping in ReportQuery.Grouping.allCases {
        var query = ReportQuery()
        query.grouping = grouping
        query.hasCharts = true
        query.people = grouping == .screen ? "account" : nil
        _ = try archive.report(query)
      }
      var lines = EventLines(.ndjson)
      try archive.forEachEvent {
        #expect($0.greatestFraction.isFinite, comment)
        _ = lines.line($0)
        _ = DeliveryFormat.otlp([:]).body(of: [$0], sentAt: $0.time)
      }
      try archive.forEachEvent(where: .attributes(["account": "a1"])) { _ in }
    } catch let error as LogError {
      #expect([.corrupt, .notALog].contains(error.kind), "\(comment): \(error)")
    } catch {
      Issue.record("\(comment): \(error)")
    }
  }

  /// An app's operations on a log. None fails because of damage: the file is set aside and the
  /// operation runs on a fresh one.
  private static let uses: [@Sendable (ImpressionLog) async throws -> Void] = [
    { log in
      var query = ReportQuery()
      query.hasCharts = true
      _ = try await log.report(query)
    },
    { log in _ = try await log.events(limit: 1_000) },
    { log in _ = try await log.loadHistory(of: ["item 1", 4], under: .feed) },
    { log in _ = try await log.latestRecords(100, under: [.feed, .mrcVideo]) },
    { log in
      let batch = try await log.nextBatch(limit: 50)
      try await log.markDelivered(batch.prefix(20).map(\.position))
      try await log.reject(batch.suffix(20).map(\.position), because: "no reason")
      try await log.retryRejected()
    },
    { log in try await log.prune() },
    { log in try await log.erase(where: .attributes(["account": "a1"])) },
    { log in try await log.erase(where: .items(["item 3"])) },
    { log in _ = try await log.counts() },
  ]

  /// Opens a log and performs all of an app's operations on it.
  private func use(_ folder: LogFolder, _ comment: Comment) async throws -> Outcome {
    let log: ImpressionLog
    do {
      // Skip syncing: the test discards the files.
      log = try folder.open { $0.adjust = { try $0.execute(sql: "PRAGMA synchronous = OFF") } }
    } catch let error as LogError {
      #expect(error.kind == .notALog, "\(comment): \(error)")
      return .refused
    }
    for use in Self.uses {
      do { try await use(log) } catch { Issue.record("\(comment): \(error)") }
    }
    let ids = (0..<3).compactMap { log.record(.seen(.number(Int64($0)))) }
    try await log.flush()
    let latest = try await log.latestEvents(3)
    #expect(latest.map(\.id) == ids, comment)
    try await log.close()
    let setAside = folder.reports.all.contains { if case .setAside = $0 { true } else { false } }
    return setAside ? .setAside : .asItWas
  }
}
#endif
