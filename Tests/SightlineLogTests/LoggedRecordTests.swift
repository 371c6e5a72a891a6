#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineCore
@testable import SightlineLog

@Suite struct LoggedRecordTests {
  private let once = ImpressionPolicy.feed
  private let daily = ImpressionPolicy.feed.repeating(.perDay(2))
  private let cooling = ImpressionPolicy.feed.repeating(.afterCoolDown(.seconds(3600)))
  private let session = ImpressionPolicy.feed.repeating(.oncePerSession)

  private func named(_ policy: ImpressionPolicy) -> LogPolicy { LogPolicy("p", policy) }

  @Test func `an impression of an earlier launch is remembered even without its event`()
    async throws
  {
    let folder = try LogFolder()
    let first = try folder.open()
    for _ in 0..<3 { first.record(.seen("a")) }
    first.record(.seen("b", named(daily)))
    try await first.markDelivered(try await first.nextBatch(limit: 9).map(\.position))
    folder.clock.advance(by: .days(31))
    try await first.prune()
    #expect(try await first.counts().events == 0)
    try await first.close()
    let log = try folder.open()
    let records = try await log.loadHistory(of: ["a", "b", "c"], under: once)
    #expect(records.map(\.item) == ["a"])
    #expect(records.map(\.count) == [3])
    #expect(records.map(\.session) == ["first"])
    #expect(records[0].last == Date(timeIntervalSince1970: Double(HandMovedClock.start) / 1000))
  }

  @Test func `the record counts across folds, launches, days and policy names`() async throws {
    let folder = try LogFolder()
    let day = Int(HandMovedClock.start / 86_400_000)
    let log = try folder.open()
    log.record(.seen("a", named(daily)))
    _ = try await log.loadHistory(of: ["a"], under: daily)
    log.record(.seen("a", named(daily)))
    log.record(.seen("a", LogPolicy("another name", daily)))
    try await log.close()
    let again = try folder.open { $0.session = "second" }
    var record = try #require(try await again.loadHistory(of: ["a"], under: daily).first)
    #expect((record.count, record.day, record.countOnDay) == (3, day, 3))
    folder.clock.advance(by: .days(1))
    again.record(.seen("a", named(daily)))
    record = try #require(try await again.loadHistory(of: ["a"], under: daily).first)
    #expect((record.count, record.day, record.countOnDay) == (4, day + 1, 1))
    #expect(record.session == "second")
  }

  /// An open engine, the log, and an engine after a relaunch.
  @Test(arguments: [3_599, 3_600])
  func `all agree on a cool-down after sleep`(seconds: Int) async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    var engines = (0..<2).map { _ in
      let engine = VisibilityEngine(
        scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))
      let frame = LayoutRect(x: 0, y: 0, width: 50, height: 50)
      let target = engine.add(SceneTarget(frame: frame), to: engine.root)
      engine.watch(target, for: cooling, of: ItemIdentity(1))
      return engine
    }
    engines[0].pass(at: DeviceTime(awake: .zero))
    log.record(.seen("a", named(cooling)))
    engines[0].edit(.scroll(engines[0].root, to: LayoutPoint(x: 0, y: 500)))
    engines[0].pass(at: DeviceTime(awake: .zero))
    folder.clock.advance(by: .seconds(seconds))
    engines[0].edit(.scroll(engines[0].root, to: .zero))
    engines[0].pass(at: DeviceTime(awake: .zero, asleep: .seconds(seconds)))
    let record = try #require(try await log.loadHistory(of: ["a"], under: cooling).first)
    let time = Date(
      timeIntervalSince1970: Double(HandMovedClock.start) / 1000 + Double(seconds))
    let now = DeviceTime(awake: .zero + .seconds(5), asleep: .seconds(77))
    engines[1].restore([
      record.impressionRecord(of: ItemIdentity(1), at: now.elapsed, time: time)
    ])
    engines[1].pass(at: now)
    let isSpent = record.isSpent(at: time, day: 0, session: "")
    #expect(engines.map(\.impressions.isEmpty) == [isSpent, isSpent])
    #expect(isSpent == (seconds < 3_600))
  }

  @Test func `counts held in memory match the file's`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let folder = try LogFolder()
    let log = try folder.open()
    let policies = [once, daily, cooling, session]
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        log.session = "s\(Int.random(in: 0...1, using: &random))"
        log.record(
          .seen(
            .number(.random(in: 0..<4, using: &random)),
            named(policies.randomElement(using: &random)!)))
      }
      folder.clock.advance(by: .seconds(Int.random(in: -20_000...40_000, using: &random)))
      if round.isMultiple(of: 3) {
        _ = try await log.loadHistory(of: [0, 1], under: policies[round % 4])
      } else {
        try await log.flush()
      }
      for policy in policies {
        for item in 0..<4 {
          let held = log.history(of: .number(Int64(item)), under: policy)
          if held == .unknown { continue }
          let file = try await log.loadHistory(of: [.number(Int64(item))], under: policy).first
          #expect(held == file.map { .seen($0) } ?? .neverSeen, "seed \(seed)")
        }
      }
    }
  }

  @Test func `an engine restored from the log continues its counts`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for policy in [once, daily, cooling, session] {
      for item in 0..<3 { log.record(.seen(.number(Int64(item)), named(policy))) }
    }
    try await log.close()
    folder.clock.advance(by: .seconds(1800))
    let again = try folder.open()
    let records = try await again.latestRecords(under: [once, daily, cooling])
    #expect(records.count == 9)
    let now = MonotonicTime(seconds: 100)
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))
    engine.edit(.beginDay(Int(HandMovedClock.start / 86_400_000)))
    engine.restore(
      records.map { record in
        guard case .number(let number) = record.item else { preconditionFailure("numbers only") }
        return record.impressionRecord(
          of: ItemIdentity(UInt64(number)), at: now, time: folder.clock.date)
      })
    let target = engine.add(
      SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 10, height: 10)), to: engine.root)
    for policy in [once, daily, cooling] {
      _ = engine.watch(target, for: policy, of: ItemIdentity(1), in: nil)
    }
    engine.pass(at: now)
    // `once` is used up; one of two a day remains; half the cool-down has passed.
    #expect(engine.impressions.map(\.count) == [2])
    engine.pass(at: now + .seconds(1799))
    #expect(engine.impressions.isEmpty)
    engine.pass(at: now + .seconds(1801))
    #expect(engine.impressions.map(\.time) == [now + .seconds(1800)])
  }

  @Test func `restoring returns the latest entries of active policies, newest last`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in 0..<10 {
      log.record(.seen(.number(Int64(item))))
      log.record(.seen(.number(Int64(item)), named(daily)))
      folder.clock.advance(by: .seconds(1))
    }
    let records = try await log.latestRecords(3, under: [once])
    #expect(records.map(\.item) == [7, 8, 9])
    #expect(records.map(\.policy) == [once, once, once])
    #expect(log.history(of: 9, under: once) == .seen(records[2]))
    #expect(log.history(of: 0, under: once) == .unknown)
  }

  @Test func `a per-frame query does not read the file, even for unseen items`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    #expect(log.history(of: "a", under: once) == .unknown)
    try await log.loadHistory(of: ["a"], under: once)
    #expect(log.history(of: "a", under: once) == .neverSeen)
    log.record(.seen("a"))
    try await log.close()
    guard case .seen(let record) = log.history(of: "a", under: once) else {
      Issue.record("a recorded impression must be found without reading the file")
      return
    }
    #expect(record.count == 1)
  }

  @Test func `cached answers are bounded, and those in use stay`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.historyCapacity = 100 }
    for page in 0..<20 {
      try await log.loadHistory(of: (0..<20).map { .number(Int64(page * 20 + $0)) }, under: once)
      #expect(log.history(of: 0, under: once) == .neverSeen, "queried in every frame")
      #expect(log.writer.recordCache.count <= 100)
    }
    #expect(log.history(of: 25, under: once) == .unknown)
  }

  @Test func `whether an item can count again follows its repetition`() throws {
    let time = Date(timeIntervalSince1970: 1_000_000)
    func record(_ policy: ImpressionPolicy) -> LoggedRecord {
      LoggedRecord(
        item: 1, policy: policy, count: 2, last: time, day: 11, countOnDay: 2, session: "s")
    }
    func isSpent(
      _ policy: ImpressionPolicy, after seconds: Double = 0, day: Int = 11, session: String = "s"
    ) -> Bool {
      record(policy).isSpent(at: time.addingTimeInterval(seconds), day: day, session: session)
    }
    #expect(isSpent(once, after: 1e9, day: 9_999, session: "t"))
    #expect(isSpent(session) && !isSpent(session, session: "t"))
    #expect(isSpent(cooling, after: 3599) && !isSpent(cooling, after: 3600))
    #expect(isSpent(cooling, after: -86_400), "a clock set back does not end a cool-down")
    #expect(isSpent(daily) && !isSpent(daily, day: 12))
    #expect(isSpent(daily, day: 10), "days only go forward")
    #expect(!isSpent(.feed.repeating(.perDay(3))))
    #expect(!isSpent(.feed.repeating(.afterLeaving)))
    for policy in [once, session] {
      var unseen = record(policy)
      unseen.count = 0
      #expect(!unseen.isSpent(at: time, day: 11, session: "s"))
    }
  }

  @Test func `a clock set back by a day extends a cool-down to its own length at most`() {
    let record = LoggedRecord(
      item: 1, policy: cooling, count: 1, last: Date(timeIntervalSince1970: 1_000_000), day: 11,
      countOnDay: 1, session: "s")
    let now = MonotonicTime(seconds: 5)
    func last(_ time: Double) -> MonotonicTime? {
      record.impressionRecord(
        of: ItemIdentity(1), at: now, time: Date(timeIntervalSince1970: time)
      ).lastImpression
    }
    #expect(last(1_000_600) == MonotonicTime(seconds: -595))
    #expect(last(1_000_000 - 86_400) == now)
  }

  @Test func `many pending impressions reach the records without a query`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.queueCapacity = .max }
    let rows = { try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM memory") } }
    let interval = Int(RecordStore.foldInterval)
    for number in 1..<interval { log.record(.seen(.number(Int64(number % 100)))) }
    try await log.flush()
    #expect(try rows() == 0)
    log.record(.seen(0))
    try await log.flush()
    #expect(try rows() == 100)
  }

  @Test func `a bounded store evicts the least recently seen`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.records = 3 }
    for item in 0..<5 {
      log.record(.seen(.number(Int64(item))))
      folder.clock.advance(by: .seconds(1))
    }
    _ = try await log.loadHistory(of: [], under: once)
    try await log.prune()
    #expect(try await log.loadHistory(of: [0, 1, 2, 3, 4], under: once).map(\.item) == [2, 3, 4])
  }
}
#endif
