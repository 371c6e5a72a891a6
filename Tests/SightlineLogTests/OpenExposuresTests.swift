#if Log
import Foundation
import GRDB
@testable import SightlineCore
import Testing

@testable import SightlineLog

@Suite struct OpenExposuresTests {
  /// A log with an uptime set by hand, and a copy of its files as a killed process leaves them.
  private struct Bench {
    let folder: LogFolder
    let log: ImpressionLog
    let uptime = Locked(Duration.zero)

    init() throws {
      folder = try LogFolder()
      log = try folder.open { [uptime] in
        $0.heartbeat = .seconds(3600)
        $0.clock.uptime = { uptime.withLock { $0 } }
      }
    }

    func exposure(_ item: ItemKey, from start: Double, to end: Double? = nil) {
      let exposure = ExposureEvent(
        identity: ItemIdentity(1), target: TargetID(index: 0, generation: 0),
        watch: WatchID(index: 0, generation: 0),
        start: MonotonicTime(seconds: start), end: end.map { MonotonicTime(seconds: $0) },
        greatestFraction: 0.75)
      log.record(exposure, of: item, under: .feed, at: exposure.time)
    }

    func beat(at seconds: Double) throws {
      uptime.withLock { $0 = .seconds(seconds) }
      try log.writer.beatNow()
    }

    /// Returns the events of a process that opens the files some time after this one was killed.
    func killed(after: Duration = .seconds(4 * 3600)) async throws -> [LoggedEvent] {
      let later = try LogFolder()
      for name in try folder.names {
        try FileManager.default.copyItem(
          at: folder.url.appendingPathComponent(name), to: later.url.appendingPathComponent(name))
      }
      later.clock.advance(by: after)
      let log = try later.open()
      log.record(.seen("after"))
      try await log.flush()
      let events = try await log.nextBatch(limit: 99)
      try await log.close()
      return events.filter { $0.kind == .exposure }
    }
  }

  @Test func `a killed process loses no time in view before the last heartbeat`() async throws {
    let bench = try Bench()
    bench.log.screen = "Home"
    bench.log.context = ["account": "anna"]
    bench.exposure("a", from: 100)
    bench.log.record(.seen("a"))
    try await bench.log.flush()
    try bench.beat(at: 10)
    try bench.beat(at: 25)
    let events = try await bench.killed()
    #expect(events.map(\.item) == ["a"])
    let event = try #require(events.first)
    #expect(event.total == .seconds(25) && event.longest == .seconds(25) && event.exposures == 1)
    #expect(event.screen == "Home" && event.session == "first")
    #expect(event.attributes == ["account": "anna"])
    #expect(event.greatestFraction == 0.75)
    #expect(try await bench.log.counts().events == 1, "the running process has no such event")
  }

  @Test func `an exposure that ended is counted once`() async throws {
    let bench = try Bench()
    bench.exposure("a", from: 0)
    bench.exposure("b", from: 0)
    try bench.beat(at: 20)
    bench.exposure("a", from: 0, to: 21)
    // The heartbeat stands until the end is written.
    #expect(try await bench.killed().map(\.total) == [.seconds(20), .seconds(20)])
    try await bench.log.flush()
    #expect(try await Set(bench.killed().map(\.total)) == [.seconds(21), .seconds(20)])
    try bench.beat(at: 30)
    #expect(try await Set(bench.killed().map(\.total)) == [.seconds(21), .seconds(30)])
    bench.exposure("b", from: 0, to: 31)
    try await bench.log.flush()
    #expect(try await Set(bench.killed().map(\.total)) == [.seconds(21), .seconds(31)])
  }

  @Test(.timeLimit(.minutes(10)))
  func `heartbeats run while an exposure is in progress`() async throws {
    let folder = try LogFolder()
    let uptime = Locked(Duration.seconds(100))
    let log = try folder.open {
      $0.heartbeat = .milliseconds(20)
      $0.clock.uptime = { uptime.withLock { $0 } }
    }
    func record(_ item: ItemKey, end: MonotonicTime? = nil) {
      let exposure = ExposureEvent(
        identity: ItemIdentity(1), target: TargetID(index: 0, generation: 0),
        watch: WatchID(index: 0, generation: 0), start: .zero, end: end, greatestFraction: 1)
      // The frame comes two seconds after the exposure began, and one after it ended.
      let delay = Duration.seconds(end == nil ? 2 : 1)
      log.record(exposure, of: item, under: .feed, at: exposure.time + delay)
    }
    func lengths() throws -> [Int64] {
      try folder.sql { try Int64.fetchAll($0, sql: "SELECT total / 1000000000 FROM open_exposure") }
    }
    for item in ["a", "b"] as [ItemKey] {
      let start = uptime.withLock { $0 }
      record(item)
      for seconds in [2, 7, 9] {
        uptime.withLock { $0 = start + .seconds(seconds - 2) }
        while try lengths() != [Int64(seconds)] { await Task.yield() }
      }
      record(item, end: MonotonicTime(seconds: 9))
      try await log.flush()
      // With nothing in progress, heartbeats end.
      while log.writer.events.withState({ $0.exposures.isBeating }) { await Task.yield() }
      #expect(try lengths() == [])
    }
    let events = try await log.events()
    #expect(events.map(\.item) == ["a", "b"] && events.allSatisfy { $0.total == .seconds(9) })
    #expect(events.allSatisfy { $0.time.milliseconds == HandMovedClock.start - 1_000 })
  }

  @Test func `an erasure includes open exposures`() async throws {
    let bench = try Bench()
    bench.exposure("a", from: 0)
    bench.exposure("b", from: 0)
    try bench.beat(at: 20)
    try await bench.log.erase(where: .items(["a"]))
    #expect(try await bench.killed().map(\.item) == ["b"])
    bench.exposure("b", from: 0, to: 21)
    #expect(try await bench.log.events().map(\.total) == [.seconds(21)])
  }
}
#endif
