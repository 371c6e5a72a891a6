#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineCore
@testable import SightlineLog

/// The right to send a log's events, as other processes read it in the file.
@Suite struct LeaseTests {
  private func lease(_ log: ImpressionLog, _ sender: Int64) async throws -> Bool {
    try await log.lease(to: sender, for: .seconds(30))
  }

  @Test func `a lease lasts two seconds longer than the batch may take`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    func row() throws -> [Int64] {
      try folder.sql { db in
        let row = try Row.fetchOne(db, sql: "SELECT sender, sends_until FROM log")
        return row.map { [$0[0], $0[1]] } ?? []
      }
    }
    let start = HandMovedClock.start
    #expect(try row() == [0, 0])
    #expect(try await lease(log, 7))
    #expect(try row() == [7, start + 32_000])
    folder.clock.advance(by: .milliseconds(31_999))
    #expect(try await !lease(log, 8))
    #expect(try row() == [7, start + 32_000])
    folder.clock.advance(by: .milliseconds(1))
    #expect(try await lease(log, 8))
    #expect(try row() == [8, start + 64_000])
    try await log.endLease(of: 7)
    #expect(try row() == [8, start + 64_000])
    try await log.endLease(of: 8)
    #expect(try row() == [8, 0])
  }

  @Test func `a lease ends when the clock is set back by more than a day`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    #expect(try await lease(log, 7))
    folder.clock.advance(by: .milliseconds(32_000 - 86_400_000))
    #expect(try await !lease(log, 8), "it ends in exactly a day")
    folder.clock.advance(by: .milliseconds(-1))
    #expect(try await lease(log, 8))
  }

  @Test(arguments: [1, -1])
  func `exposures count as left behind after three missed heartbeats`(sign: Int) async throws {
    let folder = try LogFolder()
    // Its own heartbeat must not run during the test.
    let killed = try folder.open { $0.heartbeat = .seconds(3_600) }
    func expose(_ item: ItemKey) {
      let exposure = ExposureEvent(
        identity: ItemIdentity(1), target: TargetID(index: 0, generation: 0),
        watch: WatchID(index: 0, generation: 0), start: .zero, end: nil, greatestFraction: 0.5)
      killed.record(exposure, of: item, under: .feed, at: .zero)
    }
    for item in 1...3 { expose(.number(Int64(item))) }
    try killed.writer.beatNow()
    // The first heartbeat of a log looks for them, and so does the first check of ages.
    func look() async throws -> ImpressionLog {
      let other = try folder.open()
      other.record(.seen(9))
      if sign > 0 { try other.writer.beatNow() } else { try await other.prune() }
      return other
    }
    folder.clock.advance(by: .milliseconds(sign * 30_000))
    try await look().erase(where: .items([9]))
    folder.clock.advance(by: .milliseconds(sign))
    let other = try await look()
    let events = try await other.events().sorted { $0.item == 9 && $1.item != 9 }
    #expect(events.map(\.item) == [9, 1, 2, 3])
    #expect(Set(events.map(\.position.rawValue)) == [2, 3, 4, 5])
    #expect(events.dropFirst().allSatisfy { $0.kind == .exposure && $0.greatestFraction == 0.5 })
    #expect(events.dropFirst().allSatisfy { $0.time.milliseconds == HandMovedClock.start })
    let counts = try await other.counts()
    #expect(counts.undelivered == 4)
    try folder.sql { (db: Database) throws in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM open_exposure") == 0)
      #expect(try Int.fetchOne(db, sql: "SELECT next_position FROM log") == 6)
    }
    // The process was only slow: its next heartbeat writes them again.
    try killed.writer.beatNow()
    #expect(
      try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM open_exposure") } == 3)
    // Their positions are not valid in a file that replaces this one.
    await other.findDamage()
    other.record(.seen(10))
    #expect(try await other.events().map(\.position.rawValue) == [6])
  }

  @Test func `exposures of a process that runs stay its own while both write heartbeats`()
    async throws
  {
    let folder = try LogFolder()
    let owner = try folder.open { $0.heartbeat = .seconds(3_600) }
    let exposure = ExposureEvent(
      identity: ItemIdentity(1), target: TargetID(index: 0, generation: 0),
      watch: WatchID(index: 0, generation: 0), start: .zero, end: nil, greatestFraction: 0.5)
    owner.record(exposure, of: 1, under: .feed, at: .zero)
    try owner.writer.beatNow()
    let uptime = Locked(Duration.zero)
    let other = try folder.open { $0.clock.uptime = { uptime.withLock { $0 } } }
    func count(at time: Duration) async throws -> Int {
      uptime.withLock { $0 = time }
      try other.writer.beatNow()
      return try await other.counts().events
    }
    #expect(try await count(at: .zero) == 0)
    // The device slept, or its clock was set.
    folder.clock.advance(by: .seconds(8 * 3_600))
    #expect(try await count(at: .seconds(30)) == 0)
    try owner.writer.beatNow()
    #expect(try await count(at: .seconds(40)) == 0)
    #expect(try await count(at: .seconds(70)) == 0)
    #expect(try await count(at: .milliseconds(70_001)) == 1)
  }

  @Test func `open exposures have the windows and impressions of their item`() {
    var open = OpenExposures()
    func event(_ start: Double, _ fraction: Double = 0.5) -> ExposureEvent {
      ExposureEvent(
        identity: ItemIdentity(1), target: TargetID(index: 0, generation: 0),
        watch: WatchID(index: 0, generation: 0), start: MonotonicTime(seconds: start), end: nil,
        greatestFraction: fraction)
    }
    #expect(open.isEmpty)
    open.countImpression(of: 1, under: .feed)
    open.begin(event(1, 0.25), of: 1, under: .feed, at: .seconds(11))
    open.begin(event(2), of: 1, under: .feed, at: .seconds(12))
    open.begin(event(1), of: 1, under: .mrcVideo, at: .seconds(13))
    open.countImpression(of: 1, under: .feed)
    open.countImpression(of: 1, under: .feed)
    #expect(!open.isEmpty)
    // Never written, so no row is to be removed.
    #expect(open.end(event(2), of: 1, under: .feed) == (2, nil))
    #expect(open.end(event(2), of: 1, under: .feed) == (0, nil), "it has ended")
    #expect(open.end(event(1), of: 2, under: .feed) == (0, nil), "another item")
    open.begin(event(3), of: 1, under: .feed, at: .seconds(14))
    let entries = open.beat(at: .seconds(13.5)).sorted { $0.number < $1.number }
    #expect(entries.map(\.number) == [1, 3, 4])
    #expect(entries.map(\.entry.total) == [.seconds(2.5), .seconds(0.5), .zero])
    #expect(entries.map(\.entry.count) == [2, 0, 0])
    #expect(entries.map(\.entry.greatestFraction) == [0.25, 0.5, 0.5])
    #expect(open.end(event(1), of: 1, under: .feed) == (2, 1))
    #expect(open.end(event(3), of: 1, under: .feed) == (0, 4), "both came before it")
    #expect(!open.isEmpty)
    #expect(open.end(event(1), of: 1, under: .mrcVideo) == (0, 3))
    #expect(open.isEmpty && open.beat(at: .seconds(20)).isEmpty)
    open.begin(event(9), of: 1, under: .feed, at: .zero)
    #expect(open.beat(at: .zero).map(\.number) == [5], "numbers are not used again")
  }
}
#endif
