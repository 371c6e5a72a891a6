#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineCore
@_spi(Tools) @testable import SightlineLog

@Suite struct ImpressionLogTests {
  @Test func `a log surviving power loss waits for the disk`() async throws {
    for (durability, level) in [(LogConfiguration.Durability.power, 2), (.process, 1)] {
      let log = try LogFolder().open { $0.durability = durability }
      let found = try await log.writer.perform { _, pool in
        try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
      }
      #expect(found == level)
    }
  }

  @Test func `the newest events are returned with the newest last`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    #expect(try await log.latestEvents(3).isEmpty)
    for item in 0..<10 { log.record(.seen(.number(Int64(item)))) }
    #expect(try await log.latestEvents(3).map(\.item) == [7, 8, 9])
    #expect(try await log.latestEvents(30).count == 10)
    #expect(try await log.latestEvents(0).isEmpty)
  }

  @Test func `an impression round-trips`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    folder.clock.secondsFromGMT.withLock { $0 = 13 * 3600 }
    log.screen = "Home"
    let second = { MonotonicTime(seconds: $0) }
    let impression = Impression(
      identity: ItemIdentity(1), target: TargetID(index: 0, generation: 0),
      watch: WatchID(index: 0, generation: 0),
      time: second(9.5), count: 3,
      exposure: Exposure(
        firstSeen: second(2), lastSeen: second(9.5), total: .seconds(4), longest: .seconds(3),
        greatestFraction: 0.1 + 0.2, count: 5))
    let id = log.record(
      LogEntry(
        impression, of: "article-7", under: .mrcDisplay, at: second(10),
        attributes: ["slot": "top", "rank": 3, "price": 0.5, "isNew": true]))
    try await log.flush()
    let event = try #require(try await log.events().first)
    #expect(event.id == id)
    #expect(event.position == LogPosition(1))
    #expect(event.state == .undelivered)
    #expect(event.time == folder.clock.date.addingTimeInterval(-0.5))
    // Noon in Greenwich is 1 a.m. the next day, 13 hours to the east.
    #expect(event.day == Int(HandMovedClock.start / 86_400_000) + 1)
    #expect(event.session == "first")
    #expect(event.screen == "Home")
    #expect(event.policyName == "mrcDisplay")
    #expect(
      event.policyParameters
        == #"{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"#
        + #""minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","#
        + #""repetition":"once","scrollSpeedLimit":null}"#)
    #expect(event.kind == .impression)
    #expect(event.item == "article-7")
    #expect(event.sinceFirstSeen == .seconds(7.5))
    #expect(event.total == .seconds(4))
    #expect(event.longest == .seconds(3))
    #expect(event.greatestFraction == 0.1 + 0.2)
    #expect(event.count == 3)
    #expect(event.exposures == 5)
    #expect(event.attributes == ["slot": "top", "rank": 3, "price": 0.5, "isNew": true])
    #expect(event.rejection == nil)
  }

  @Test func `an exposure's three durations equal its length`() async throws {
    let log = try LogFolder().open()
    log.record(
      .exposure(
        of: 5, under: .feed, lasting: .milliseconds(1500), greatestFraction: 0.8, impressions: 1))
    let event = try #require(try await log.events().first)
    #expect(event.kind == .exposure)
    #expect([event.total, event.longest, event.sinceFirstSeen].allSatisfy { $0 == .seconds(1.5) })
    #expect((event.count, event.exposures) == (1, 1))
    #expect(event.screen == nil && event.attributes == nil)
  }

  @Test func `recorded events are durable and in order after a flush, acknowledged once`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    let ids = (0..<10_000).compactMap { log.record(.seen(.number(Int64($0 % 50)))) }
    #expect(log.progress == LogProgress(recorded: 10_000, written: 0, refused: 0))
    try await log.flush()
    #expect(log.progress == LogProgress(recorded: 10_000, written: 10_000, refused: 0))
    #expect(folder.written.all.flatMap { $0 } == ids)
    #expect(folder.written.all.map(\.count) == [4_096, 4_096, 1_808])
    let events = try await log.events(limit: 20_000)
    #expect(events.map(\.id) == ids)
    #expect(events.map(\.item) == (0..<10_000).map { .number($0 % 50) })
    #expect(events.map(\.position.rawValue) == Array(1...10_000))
  }

  @Test func `events of an earlier launch are kept, and positions continue`() async throws {
    let folder = try LogFolder()
    let first = try folder.open()
    first.record(.seen("a"))
    try await first.close()
    let second = try folder.open { $0.session = "second" }
    second.record(.seen("a"))
    let events = try await second.events()
    #expect(events.map(\.session) == ["first", "second"])
    #expect(events.map(\.position.rawValue) == [1, 2])
    #expect(try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 1)
  }

  @Test func `5 and "5" are different items`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen(5))
    log.record(.seen("5"))
    try await log.close()
    let again = try folder.open()
    #expect(try await again.events().map(\.item) == [.number(5), .text("5")])
    #expect(try await again.events(where: .items(["5"])).map(\.item) == [.text("5")])
  }

  @Test func `events over the queue limit are rejected, counted and reported`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.queueCapacity = 3 }
    let ids = (0..<5).map { log.record(.seen(.number($0))) }
    #expect(ids.map { $0 != nil } == [true, true, true, false, false])
    try await log.flush()
    #expect(log.progress == LogProgress(recorded: 3, written: 3, refused: 2))
    guard case .refused(2)? = folder.reports.all.first else {
      Issue.record("\(folder.reports.all)")
      return
    }
    #expect(log.record(.seen(9)) != nil, "there is room again")
    try await log.flush()
    #expect(folder.reports.all.count == 1, "nothing else was refused")
  }

  @Test func `numbers unsupported by JSON and SQLite do not block a batch`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(
      .exposure(
        of: 1, under: .feed, lasting: .seconds(1), greatestFraction: .nan,
        attributes: ["a": .number(.nan), "b": .number(-.infinity)]))
    log.record(
      .exposure(
        of: 2, under: .feed, lasting: .seconds(Int64.max), greatestFraction: .infinity))
    let events = try await log.events()
    try #require(events.map(\.greatestFraction) == [0, 0])
    #expect(events[0].attributes == ["a": "nan", "b": "-inf"])
    #expect(events[1].total == .nanoseconds(LogRange.durations.upperBound))
  }

  @Test func `a closed log rejects events with an error`() async throws {
    let log = try LogFolder().open()
    try await log.close()
    try await log.close()
    #expect(log.record(.seen(1)) == nil)
    let error = await #expect(throws: LogError.self) { try await log.flush() }
    #expect(error?.kind == .closed)
  }

  @Test func `pending events are written when the log is released`() async throws {
    let folder = try LogFolder()
    try folder.open().record(.seen(1))
    // The released log's queue locks the file while writing; the test cannot await it.
    let next = try folder.open()
    var count = 0
    while count == 0 {
      count = try await next.counts().events
      await Task.yield()
    }
    #expect(count == 1)
  }

  @Test func `IDs ascend even if the clock is set back by a day`() throws {
    let folder = try LogFolder()
    let log = try folder.open()
    var ids = (0..<5_000).compactMap { _ in log.record(.seen(1)) }
    folder.clock.advance(by: .seconds(-86_400))
    ids += (0..<5_000).compactMap { _ in log.record(.seen(1)) }
    #expect(ids.count == 10_000)
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    #expect(ids.allSatisfy { $0.description.dropFirst(14).hasPrefix("7") })
    #expect(Set(ids.map { $0.low >> 62 }) == [0b10])
    #expect(ids.allSatisfy { EventID(bytes: $0.bytes) == $0 })
  }

  @Test func `an ID holds its time and its number within the millisecond`() throws {
    let folder = try LogFolder()
    let milliseconds: UInt64 = 0x0123_4567_89ab
    let log = try folder.open {
      $0.clock = LogClock(milliseconds: { Int64(milliseconds) }, secondsFromGMT: { _ in 0 })
    }
    let ids = try (0..<4_097).map { _ in try #require(log.record(.seen(1))) }
    #expect(ids.prefix(4_096).map { $0.high >> 16 } == Array(repeating: milliseconds, count: 4_096))
    #expect(ids.prefix(4_096).map { $0.high & 0xfff } == Array(0..<4_096))
    #expect(ids[4_096].high >> 16 == milliseconds + 1)
    #expect(ids.allSatisfy { $0.high >> 12 & 0xf == 7 })
  }

  @Test func `the default limits are as documented`() {
    let configuration = LogConfiguration()
    #expect(configuration.retention.delivered == .seconds(30 * 86_400))
    #expect(configuration.retention.rejected == .seconds(30 * 86_400))
    #expect(configuration.retention.undelivered == .seconds(90 * 86_400))
    #expect(configuration.retention.bytes == 67_108_864)
    #expect(configuration.retention.records == 250_000)
    #expect(configuration.durability == .process)
    #expect(configuration.isDelivered)
    #expect(configuration.batchDelay == .seconds(0.05))
    #expect(configuration.queueCapacity == 65_536)
    #expect(configuration.busyTimeout == .seconds(5))
    #expect(configuration.historyCapacity == 32_768)
  }

  @Test func `an event is within a log's limits`() async throws {
    let folder = try LogFolder()
    let log = try folder.open {
      $0.clock = LogClock(milliseconds: { .max }, secondsFromGMT: { _ in .max })
    }
    var entry = LogEntry.seen(1)
    entry.age = .seconds(-1)
    entry.sinceFirstSeen = .seconds(-1)
    entry.total = .seconds(Int64.max)
    entry.longest = .seconds(Int64.min)
    log.record(entry)
    entry.age = .seconds(60)
    log.record(entry)
    let events = try await log.events()
    #expect(events.map(\.time.milliseconds).max() == LogRange.milliseconds.upperBound)
    #expect(events.map(\.day) == [LogRange.days.upperBound, LogRange.days.upperBound])
    #expect(events.allSatisfy { $0.sinceFirstSeen == .zero && $0.longest == .zero })
    #expect(events.allSatisfy { $0.total == .nanoseconds(LogRange.durations.upperBound) })
    var filter = LogFilter()
    filter.since = Date(timeIntervalSince1970: -.infinity)
    #expect(try await log.events(where: filter).count == 2)
    #expect(try await log.report().total.impressions == 2)
    #expect(try await log.loadHistory(of: [1], under: .feed).map(\.count) == [2])
  }

  @Test(.timeLimit(.minutes(10)))
  func `each event is written after the delay, even after earlier ones`() async throws {
    let (written, continuation) = AsyncStream<[EventID]>.makeStream()
    let log = try LogFolder().open {
      $0.batchDelay = .milliseconds(1)
      $0.didWrite = { continuation.yield($0) }
    }
    var batches = written.makeAsyncIterator()
    for item in 0..<3 {
      let id = try #require(log.record(.seen(.number(Int64(item)))))
      #expect(await batches.next() == [id])
    }
  }

  @Test func `the key of a UUID is its text`() {
    let uuid = UUID()
    #expect(uuid.itemKey == .text(uuid.uuidString))
  }
}
#endif
