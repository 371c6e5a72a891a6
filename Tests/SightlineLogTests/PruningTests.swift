#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineLog

@Suite struct PruningTests {
  @Test func `pruning by age removes each state at its own age and counts undelivered events`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open {
      $0.retention.delivered = .days(10)
      $0.retention.rejected = .days(20)
      $0.retention.undelivered = .days(30)
    }
    for item in 0..<6 { log.record(.seen(.number(Int64(item)))) }
    try await log.markDelivered([LogPosition(2), LogPosition(5)])
    try await log.reject([LogPosition(3)], because: "no")
    func left() async throws -> [Int64] {
      try await log.prune()
      return try await log.events().map(\.position.rawValue)
    }
    folder.clock.advance(by: .days(10))
    #expect(try await left() == [1, 2, 3, 4, 5, 6], "ten days old is not older than ten days")
    folder.clock.advance(by: .milliseconds(1))
    #expect(try await left() == [1, 3, 4, 6])
    folder.clock.advance(by: .days(10))
    #expect(try await left() == [1, 4, 6])
    #expect(try await log.counts().droppedUndelivered == 0)
    log.record(.seen("young"))
    folder.clock.advance(by: .days(10))
    #expect(try await left() == [7])
    let counts = try await log.counts()
    #expect((counts.pruned, counts.droppedUndelivered, counts.undelivered) == (3, 3, 1))
    let dropped = folder.reports.all.compactMap { report -> Int? in
      if case .droppedUndelivered(let count) = report { count } else { nil }
    }
    #expect(dropped == [3])
    #expect(try await log.nextBatch(limit: 9).map(\.position.rawValue) == [7])
    #expect(try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM rejection") } == 0)
  }

  @Test
  func `pruning by size removes delivered, then rejected, then the oldest events`() async throws {
    let folder = try LogFolder()
    let limit = 1 << 20
    let log = try folder.open { $0.retention.bytes = limit }
    // At some 60 bytes each, half the limit.
    let half = 7_000
    for item in 0..<half { log.record(.seen(.number(Int64(item % 10)))) }
    try await log.flush()
    let positions = (1...Int64(half)).map(LogPosition.init)
    try await log.markDelivered(positions.filter { !$0.rawValue.isMultiple(of: 10) })
    try await log.reject(positions.filter { $0.rawValue.isMultiple(of: 10) }, because: "no")
    for item in 0..<half { log.record(.seen(.number(Int64(item % 10)))) }
    try await log.flush()
    var counts = try await log.counts()
    #expect(counts.bytes <= limit)
    #expect(counts.undelivered == half && counts.droppedUndelivered == 0)
    // Now undelivered events alone exceed the limit.
    for _ in 0..<3 {
      for item in 0..<half { log.record(.seen(.number(Int64(item % 10)))) }
      try await log.flush()
      counts = try await log.counts()
      #expect(counts.bytes <= limit)
    }
    #expect((counts.delivered, counts.rejected) == (0, 0))
    #expect(counts.droppedUndelivered > 0)
    #expect(
      counts.undelivered + counts.droppedUndelivered == 4 * half, "every one is accounted for")
    #expect(counts.pruned == half)
    let reported = folder.reports.all.reduce(0) { sum, report in
      if case .droppedUndelivered(let count) = report { sum + count } else { sum }
    }
    #expect(reported == counts.droppedUndelivered)
    // The oldest events were removed.
    let first = try #require(try await log.nextBatch(limit: 1).first).position.rawValue
    #expect(first == Int64(half + counts.droppedUndelivered + 1))
    #expect(try await log.loadHistory(of: [3], under: .feed).first?.count == 5 * half / 10)
  }

  @Test func `unused names are removed before any undelivered event`() async throws {
    let folder = try LogFolder()
    let limit = 1 << 20
    let log = try folder.open {
      $0.retention.bytes = limit
      $0.retention.records = 1
    }
    // Names alone fill the file; their events are delivered.
    for item in 0..<1_800 {
      log.record(
        .exposure(
          of: .text("\(item)" + String(repeating: "x", count: 200)), under: .feed,
          lasting: .seconds(1), greatestFraction: 1))
    }
    try await log.flush()
    try await log.markDelivered((1...1_800).map { LogPosition($0) })
    for _ in 0..<5_000 { log.record(.seen("a")) }
    try await log.flush()
    let counts = try await log.counts()
    #expect(counts.bytes <= limit)
    #expect(counts.undelivered == 5_000 && counts.droppedUndelivered == 0)
    log.record(.seen("b"))
    #expect(try await log.events(where: .items(["b"])).map(\.item) == ["b"], "numbers are fresh")
  }

  @Test func `names go with the last event that uses them, and others stay`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.delivered = .days(10) }
    func screens() throws -> [String] {
      try folder.sql { try String.fetchAll($0, sql: "SELECT name FROM screen ORDER BY name") }
    }
    log.screen = "Old"
    log.record(.seen("a"))
    try await log.markDelivered([LogPosition(1)])
    folder.clock.advance(by: .days(9))
    log.screen = "New"
    log.record(.seen("b"))
    try await log.prune()
    #expect(try screens() == ["New", "Old"])
    folder.clock.advance(by: .days(2))
    // Pruned once, by the write.
    log.record(.seen("b"))
    try await log.flush()
    #expect(try screens() == ["New"])
  }

  @Test func `a clock set back by a day removes nothing`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.delivered = .days(1) }
    log.record(.seen(1))
    try await log.markDelivered([LogPosition(1)])
    folder.clock.advance(by: .seconds(-86_400))
    log.record(.seen(2))
    try await log.prune()
    #expect(try await log.events().map(\.item) == [1, 2])
    folder.clock.advance(by: .seconds(2 * 86_400 + 1))
    try await log.prune()
    #expect(try await log.events().map(\.item) == [2])
  }

  @Test func `names and records never crowd out the newest events`() async throws {
    let folder = try LogFolder()
    let limit = 1 << 20
    let log = try folder.open { $0.retention.bytes = limit }
    let url = String(repeating: "x", count: 120)
    // Each item is new, so names and records alone exceed the limit.
    for round in 0..<24 {
      var newest: EventID?
      for item in 0..<1_000 {
        newest = log.record(.seen(.text("https://example.com/\(url)/\(round * 1_000 + item)")))
      }
      try await log.flush()
      #expect(try await log.latestEvents(1).first?.id == newest, "round \(round)")
      let counts = try await log.counts()
      // The latest batch, and half of the space for earlier ones.
      #expect(counts.events >= (round == 0 ? 1_000 : 2_000), "round \(round)")
      #expect(counts.bytes <= limit)
    }
    #expect(
      try await log.loadHistory(of: [.text("https://example.com/\(url)/23999")], under: .feed).count
        == 1)
    try await log.close()
    #expect(try folder.size(of: "") ?? 0 < 2 * limit, "the file shrinks")
  }

  @Test func `the batch just written outlives any limit`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.bytes = 1 }
    let ids = (0..<500).compactMap { log.record(.seen(.number($0))) }
    #expect(try await log.events().map(\.id) == ids)
    let next = log.record(.seen("next"))
    #expect(try await log.events().map(\.id) == [next])
  }

  @Test(arguments: [-20 * 365, -60 * 365])
  func `events recorded with a wrong clock are kept once it is right`(days: Int) async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    folder.clock.advance(by: .days(days))
    let early = (0..<5).compactMap { log.record(.seen(.number($0))) }
    try await log.flush()
    folder.clock.advance(by: .days(-days))
    try await log.prune()
    let late = try #require(log.record(.seen("late")))
    try await log.prune()
    #expect(try await log.nextBatch(limit: 9).map(\.id) == early + [late])
    #expect(try await log.events().allSatisfy { $0.time.milliseconds >= 0 })
    try await folder.age(log, by: 91)
    #expect(try await log.counts().droppedUndelivered == 6, "older than a later event that expired")
  }

  @Test func `events recorded while the clock is set back are as old as those before`() async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("before"))
    try await log.flush()
    folder.clock.advance(by: .days(-29))
    log.record(.seen("meanwhile"))
    try await log.flush()
    try await folder.age(log, by: 29 + 90)
    #expect(try await log.events().map(\.item) == ["before", "meanwhile"])
    folder.clock.advance(by: .milliseconds(1))
    try await log.prune()
    #expect(try await log.events().isEmpty)
  }

  @Test(arguments: [365, 3_650], [false, true])
  func `a clock that is ahead for a while drops no undelivered event`(
    days: Int, isReopened: Bool
  ) async throws {
    let folder = try LogFolder()
    var log = try folder.open()
    func reopen() async throws {
      if !isReopened { return }
      try await log.close()
      log = try folder.open()
    }
    let early = (0..<30).compactMap { log.record(.seen(.number($0))) }
    try await log.flush()
    try await reopen()
    folder.clock.advance(by: .days(days))
    let ahead = try #require(log.record(.seen("ahead")))
    try await log.flush()
    try await log.prune()
    // It is noticed after a day.
    try await folder.age(log, by: 1)
    try await reopen()
    folder.clock.advance(by: .days(-days))
    try await log.prune()
    #expect(try await log.nextBatch(limit: 99).map(\.id) == early + [ahead])
    #expect(try await log.counts().droppedUndelivered == 0)
    try await folder.age(log, by: 91)
    #expect(try await log.counts().droppedUndelivered == 30, "the other one is from the future")
  }

  @Test func `an undelivered event expires among delivered ones`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("stuck"))
    try await log.reject([LogPosition(1)], because: "no")
    try await log.retryRejected()
    for day in 0..<91 {
      log.record(.seen(.number(Int64(day))))
      try await log.flush()
      try await log.markDelivered([LogPosition(Int64(day) + 2)])
      folder.clock.advance(by: .days(1))
    }
    log.record(.seen("last"))
    try await log.flush()
    #expect(try await log.nextBatch(limit: 9).map(\.item) == ["last"])
  }
}
#endif
