#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineLog

@Suite struct ReportTests {
  private func exposure(
    _ item: ItemKey, _ milliseconds: Int64, impressions: Int = 0, policy: LogPolicy = .feed,
    attributes: [String: LogValue]? = nil
  ) -> LogEntry {
    .exposure(
      of: item, under: policy, lasting: .milliseconds(milliseconds), greatestFraction: 1,
      impressions: impressions, attributes: attributes)
  }

  private func archive(_ folder: LogFolder) throws -> LogArchive { try LogArchive(at: folder.file) }

  @Test func `reach counts each session once; frequency and share follow the counts`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    log.screen = "Home"
    for session in ["first", "second", "first"] {
      log.session = session
      log.record(.seen("a"))
      log.record(exposure("a", 300, impressions: 1))
    }
    log.record(.seen("b"))
    log.record(exposure("b", 100))
    log.record(exposure("b", 500, impressions: 1))
    try await log.close()
    let report = try archive(folder).report()
    #expect(report.policy == "feed")
    #expect(report.rows.map(\.key) == [.item("a"), .item("b")])
    let (a, b) = (report.rows[0].figures, report.rows[1].figures)
    #expect(a.impressions == 3 && a.reach == 2 && a.frequency == 1.5 && a.share == 1)
    #expect(b.impressions == 1 && b.reach == 1 && b.share == 0.5)
    #expect(b.timeInView == .milliseconds(600))
    #expect(b.median == .milliseconds(100) && b.ninetiethPercentile == .milliseconds(500))
    #expect(report.total.reach == 2, "a session that saw two items is one")
    #expect(report.total.impressions == 4 && report.total.timeInView == .milliseconds(1_500))
    #expect(report.total.median == .milliseconds(300))
  }

  @Test func `a report covers one policy, by default the one with the most events`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("a", .mrcDisplay))
    log.record(.seen("a", .feed))
    log.record(.seen("b", .feed))
    try await log.close()
    var query = ReportQuery()
    let most = try archive(folder).report(query)
    #expect(most.policy == "feed" && most.total.impressions == 2)
    #expect(most.policies.map(\.name) == ["feed", "mrcDisplay"])
    #expect(most.policies.map(\.events) == [2, 1])
    query.policy = "mrcDisplay"
    let named = try archive(folder).report(query)
    #expect(named.policy == "mrcDisplay" && named.total.impressions == 1)
    query.policy = "none"
    #expect(try archive(folder).report(query).policies == [])
  }

  @Test func `policies with the same name are one policy in a report`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("a", LogPolicy("cards", .feed)))
    log.record(.seen("a", LogPolicy("cards", .mrcDisplay)))
    try await log.close()
    let report = try archive(folder).report()
    #expect(report.policies.count == 1 && report.total.impressions == 2)
  }

  @Test func `reach can count by an attribute, skipping events without it`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for (session, person) in [("1", "ann"), ("2", "ann"), ("3", "bob"), ("4", nil)] {
      log.session = session
      log.record(.seen("a", attributes: person.map { ["account": .text($0), "n": 1] }))
    }
    try await log.close()
    var query = ReportQuery()
    #expect(try archive(folder).report(query).total.reach == 4)
    query.people = "account"
    #expect(try archive(folder).report(query).total.reach == 2)
    query.people = "n"
    #expect(try archive(folder).report(query).total.reach == 1)
  }

  @Test(
    arguments: [
      [.item(.number(1)), .item(.number(2)), .item("1"), .item("a"), .item("b")],
      [.screen(nil), .screen(""), .screen("a")], [.session("1"), .session("2")],
      [.day(-1), .day(0)],
    ] as [[ImpressionReport.Key]])
  func `keys are in strict order`(_ keys: [ImpressionReport.Key]) {
    for (i, a) in keys.enumerated() {
      for (j, b) in keys.enumerated() { #expect((a < b) == (i < j)) }
    }
  }

  @Test func `a chart has at most 60 columns and 40 bands, in order of first appearance`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.undelivered = .days(1_000) }
    for item in 0..<100 {
      log.record(.seen(.text("item \(99 - item)")))
      folder.clock.advance(by: .seconds(100_000))
    }
    try await log.close()
    var query = ReportQuery()
    query.hasCharts = true
    let charts = try #require(try archive(folder).report(query).charts)
    // 9,900,000 s are 115 days.
    #expect(charts.width == .days(2))
    #expect(charts.impressions.count == 58)
    #expect(charts.bands.count == 40 && charts.bands.map(\.count).reduce(0, +) == 100)
    #expect(charts.bands.first?.first == "item 99" && charts.bands.last?.last == "item 0")
    #expect(charts.bands.first?.impressions.first == 2)
    #expect(!charts.isOrderedByKey)
  }

  @Test func `the columns are the shortest that need at most 60`() async throws {
    let lengths = [
      1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 10_800, 14_400,
    ]
    var query = ReportQuery()
    query.hasCharts = true
    for (length, next) in zip(lengths, lengths.dropFirst().map { Optional($0) } + [nil]) {
      let folder = try LogFolder()
      let log = try folder.open()
      log.record(.seen(1))
      // The start is a multiple of every length.
      folder.clock.advance(by: .milliseconds(60_000 * length - 1))
      log.record(.seen(2))
      var charts = try #require(try await log.report(query).charts)
      #expect(charts.width == .seconds(length) && charts.impressions.count == 60)
      #expect(charts.start == Int(HandMovedClock.start / 1_000))
      folder.clock.advance(by: .milliseconds(1))
      log.record(.seen(3))
      charts = try #require(try await log.report(query).charts)
      #expect(charts.width == (next.map { .seconds($0) } ?? .days(1)))
    }
    for (days, width, count) in [(59, 1, 60), (60, 2, 31), (119, 2, 60), (120, 3, 41)] {
      let folder = try LogFolder()
      let log = try folder.open { $0.retention.undelivered = .days(1_000) }
      log.record(.seen(1))
      folder.clock.advance(by: .days(days))
      log.record(.seen(2))
      let charts = try #require(try await log.report(query).charts)
      #expect(charts.width == .days(width) && charts.impressions.count == count)
      #expect(charts.start == 20_484)
    }
  }

  @Test func `a log of a single moment has one column`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen(1))
    try await log.close()
    var query = ReportQuery()
    query.hasCharts = true
    let report = try archive(folder).report(query)
    #expect(report.span == HandMovedClock.start...HandMovedClock.start)
    #expect(report.charts?.width == .seconds(1) && report.charts?.impressions == [1])
    #expect(report.total.median == nil && report.total.share == nil)
  }

  @Test func `a log being written to can be read and queried`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen(1))
    #expect(try await log.report().total.impressions == 1)
    let archive = try archive(folder)
    log.record(.seen(1))
    try await log.flush()
    #expect(try archive.report().total.impressions == 2)
    #expect(try archive.count() == 2)
    var items: [ItemKey] = []
    try archive.forEachEvent { items.append($0.item) }
    #expect(items == [1, 1])
    try await log.close()
  }

  @Test func `a file that is not a log is not read, created or set aside`() async throws {
    let folder = try LogFolder()
    func kind() -> LogError.Kind? {
      #expect(throws: LogError.self) { _ = try LogArchive(at: folder.file) }?.kind
    }
    #expect(kind() == .cannotOpen)
    #expect(try folder.names == [])
    try Data("a text".utf8).write(to: folder.file)
    #expect(kind() == .notALog)
    try Data().write(to: folder.file)
    #expect(kind() == .notALog)
    #expect(try folder.names == ["impressions.sqlite"])
    try await folder.open().close()
    try folder.sql { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('7')") }
    #expect(kind() == .newerVersion(found: 7, supported: 1))
  }
}
#endif
