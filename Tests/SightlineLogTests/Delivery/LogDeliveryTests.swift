#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

private struct Offline: Error {}

@Suite struct LogDeliveryTests {
  @Test func `events arrive once, oldest first, in batches of bounded size`() async throws {
    let bench = try await DeliveryBench(events: 25)
    let sink = ScriptedSink()
    let status = try await bench.deliverAll(to: sink) { $0.batchEvents = 10 }
    #expect(sink.batches.all.map(\.events.count) == [10, 10, 5])
    #expect(
      sink.batches.all.flatMap(\.events).map(\.item) == (0..<25).map { .number($0) })
    #expect(status == DeliveryStatus(delivered: 25, attempts: 3))
    #expect(try await bench.log.counts().undelivered == 0)
    #expect(bench.reports.waits == [])
  }

  @Test func `a batch stays within its byte limit unless a single event exceeds it`() async throws {
    let sizes = [10, 10, 4_000, 90_000, 10]
    let bench = try await DeliveryBench(
      events: sizes.count,
      entry: {
        .seen(
          .number(Int64($0)), attributes: ["x": .text(String(repeating: "x", count: sizes[$0]))])
      })
    let sink = ScriptedSink()
    _ = try await bench.deliverAll(to: sink) { $0.batchBytes = 6_144 }
    #expect(sink.batches.all.map(\.events.count) == [2, 1, 1, 1])
    #expect(sink.batches.all.allSatisfy { $0.byteLimit == 6_144 })
  }

  @Test func `a day without a network loses nothing and takes few attempts`() async throws {
    let bench = try await DeliveryBench(events: 30)
    let day = Duration.seconds(86_400)
    let sink = ScriptedSink()
    let clock = bench.clock
    let attempts = Locked(0)
    let status = try await bench.deliverAll(
      to: bench.withinSink { batch in
        attempts.withLock { $0 += 1 }
        if clock.now.offset < day { throw Offline() }
        return try await sink.send(batch)
      })
    let waits = bench.reports.waits
    #expect(waits.reduce(.zero, +) >= day)
    #expect(waits.allSatisfy { $0 >= .zero && $0 <= .seconds(300) })
    // Half the longest delay on average.
    #expect((400...800).contains(waits.count), "\(waits.count)")
    #expect(attempts.withLock { $0 } == waits.count + 1)
    #expect(status.delivered == 30)
    #expect(sink.batches.all.flatMap(\.events).count == 30)
    #expect(status.failures == 0 && status.lastFailure == nil)
  }

  @Test
  func `a wait is random up to a doubling limit`() async throws {
    let bench = try await DeliveryBench(events: 1)
    let sink = ScriptedSink(Array(repeating: .notNow(reason: "busy"), count: 12))
    _ = try await bench.deliverAll(to: sink)
    let waits = bench.reports.waits
    #expect(waits.count == 12)
    #expect(bench.clock.passed == waits)
    let limits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { Duration.seconds($0) }
    for (wait, limit) in zip(waits, limits) { #expect(wait <= limit) }
    var random = SeededGenerator(seed: 7)
    #expect(
      waits
        == limits.map {
          .nanoseconds(Int64.random(in: 0...$0.saturatedNanoseconds, using: &random))
        })
    // Every batch was the same, with the same key.
    #expect(Set(sink.batches.all.map(\.key)).count == 1)
  }

  @Test func `a receiver's retry time is respected, up to a day`() async throws {
    let bench = try await DeliveryBench(events: 1)
    let asked: [Duration] = [.seconds(600), .seconds(1 << 32), .zero]
    let sink = ScriptedSink(asked.map { .notNow(after: $0, reason: "429") })
    _ = try await bench.deliverAll(to: sink)
    let waits = bench.reports.waits
    #expect(waits.count == 3)
    #expect(waits[0] >= .seconds(600) && waits[0] <= .seconds(601))
    #expect(waits[1] >= .seconds(86_400) && waits[1] <= .seconds(86_401))
    #expect(waits[2] <= .seconds(4))
  }

  @Test func `events rejected by a receiver are set apart with the reason; the rest continue`()
    async throws
  {
    let bench = try await DeliveryBench(events: 6)
    let status = try await bench.deliverAll(to: ScriptedSink([.rejected(reason: "400 what?")])) {
      $0.batchEvents = 2
    }
    #expect((status.delivered, status.rejected, status.attempts) == (4, 2, 3))
    let apart = try await bench.log.events(in: [.rejected])
    #expect(apart.map(\.item) == [0, 1])
    #expect(apart.map(\.rejection) == ["400 what?", "400 what?"])
    try await bench.log.retryRejected()
    let again = ScriptedSink()
    #expect(try await bench.deliverAll(to: again).delivered == 2)
    #expect(again.batches.all.flatMap(\.events).map(\.item) == [0, 1])
  }

  @Test func `a partial success sets apart rejected events and resends retryable ones`()
    async throws
  {
    let bench = try await DeliveryBench(events: 4)
    let ids = try await bench.log.nextBatch(limit: 4).map(\.id)
    let sink = ScriptedSink([
      .partlyAccepted(
        rejected: [ids[1]: "no such item", EventID(high: 1, low: 1): "unknown"], again: [ids[3]],
        after: .seconds(50))
    ])
    let status = try await bench.deliverAll(to: sink)
    #expect(sink.batches.all.map { $0.events.map(\.id) } == [ids, [ids[3]]])
    #expect(bench.reports.waits.count == 1)
    #expect(bench.reports.waits.allSatisfy { $0 >= .seconds(50) && $0 <= .seconds(51) })
    #expect((status.delivered, status.rejected) == (3, 1))
    #expect(try await bench.log.events(in: [.rejected]).map(\.rejection) == ["no such item"])
  }

  @Test
  func `events rejected anonymously count as delivered, unless all are rejected`() async throws {
    let bench = try await DeliveryBench(events: 6)
    let ids = try await bench.log.nextBatch(limit: 3).map(\.id)
    let status = try await bench.deliverAll(
      to: ScriptedSink([
        .rejectedUnnamed(1, reason: "too old"), .rejectedUnnamed(3, reason: "full"),
      ])
    ) { $0.batchEvents = 3 }
    #expect((status.delivered, status.rejected, status.rejectedUnnamed) == (3, 3, 1))
    #expect(bench.reports.all.all.contains(.rejectedUnnamed(1, of: ids, reason: "too old")))
    #expect(try await bench.log.events(in: [.rejected]).map(\.item) == [3, 4, 5])
  }

  @Test func `a batch too large is halved, and an event too large is set apart`() async throws {
    let bench = try await DeliveryBench(events: 9)
    let sizes = Collected<Int>()
    let status = try await bench.deliverAll(
      to: bench.withinSink { batch in
        sizes.add(batch.events.count)
        let isLarge = batch.events.count > 2 || batch.events.contains { $0.item == 4 }
        return isLarge ? .tooLarge(reason: "413") : .accepted
      }
    ) { $0.batchEvents = 8 }
    #expect(sizes.all == [8, 4, 2, 4, 2, 2, 1, 1, 2, 1])
    #expect((status.delivered, status.rejected) == (8, 1))
    #expect(try await bench.log.events(in: [.rejected]).map(\.item) == [4])
    #expect(bench.reports.waits == [])
  }

  /// A quarter of all batches is found too large at random.
  @Test func `random refusals keep no batch small`() {
    let (batches, seeds) = (4_000, 20)
    var events = 0
    for seed in 0..<seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      var limit = BatchLimit(500)
      for _ in 0..<batches {
        if Int.random(in: 0..<4, using: &random) == 0 {
          limit.halve(limit.events)
        } else {
          events += limit.events
          limit.grow()
        }
      }
    }
    // Single runs differ: the median is 160 events a batch.
    #expect(events > batches * seeds * 100)
  }

  @Test func `a silent receiver times out and is retried`() async throws {
    let bench = try await DeliveryBench(events: 3)
    let calls = Collected<DeliveryBatch>()
    let delivery = bench.delivery(
      to: bench.withinSink { batch in
        calls.add(batch)
        if calls.all.count > 1 { return .accepted }
        // Until the delivery times out.
        try await VirtualClock().sleep(for: .seconds(1))
        return .accepted
      })
    await delivery.start()
    await bench.clock.sleeper(of: DeliveryBench.timeout)
    bench.clock.advance(by: .seconds(29))
    #expect(calls.all.count == 1)
    bench.clock.advance(by: .seconds(1))
    await bench.reports.first { $0 == .idle }
    #expect(calls.all.count == 2)
    #expect(Set(calls.all.map(\.key)).count == 1)
    #expect(
      bench.reports.all.all.contains {
        if case .waiting(_, "no answer within 30.0 seconds") = $0 { true } else { false }
      })
    #expect(await delivery.stop(within: .seconds(1)))
  }

  @Test(arguments: [nil, Duration.seconds(50)])
  func `delivered events are not resent if the log could not record it`(
    asked: Duration?
  )
    async throws
  {
    let bench = try await DeliveryBench(
      events: 3, configure: { $0.busyTimeout = .milliseconds(1) })
    var options = Configuration()
    options.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: bench.folder.file.path, configuration: options)
    let again = try await bench.log.nextBatch(limit: 1).map(\.id)
    let sink = ScriptedSink(
      asked == nil ? [] : [.partlyAccepted(rejected: [:], again: Set(again), after: asked)])
    let delivery = bench.delivery(
      to: bench.withinSink { batch in
        // Another process locks the file.
        if sink.batches.all.isEmpty {
          try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        }
        return try await sink.send(batch)
      }
    ) { configuration in
      configuration.report = { [reports = bench.reports] report in
        if case .waiting = report {
          try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        }
        reports.add(report)
      }
    }
    await delivery.start()
    await bench.reports.first { $0 == .idle }
    #expect(bench.reports.waits.count == 1)
    #expect(bench.reports.waits.allSatisfy { $0 >= asked ?? .zero })
    let sent = sink.batches.all.map(\.events.count)
    #expect(sent == (asked == nil ? [3] : [3, 1]))
    #expect(await delivery.status == DeliveryStatus(delivered: 3, attempts: sent.count))
    await delivery.stop(within: .seconds(1))
  }

  @Test func `only one of two deliveries of a log sends`() async throws {
    let bench = try await DeliveryBench(events: 5)
    let (entered, entry) = AsyncStream<Void>.makeStream()
    let (left, leave) = AsyncStream<Void>.makeStream()
    let first = bench.delivery(
      to: bench.withinSink { _ in
        entry.yield()
        await left.first { true }
        return .accepted
      })
    await first.start()
    await entered.first { true }
    let other = ScriptedSink()
    let secondReports = ReportStream()
    let second = bench.delivery(to: other) { $0.report = { secondReports.add($0) } }
    await second.start()
    #expect(await secondReports.first { _ in true } == .elsewhere)
    leave.yield()
    await bench.reports.first { $0 == .idle }
    #expect(other.batches.all == [])
    // Now the lease is free.
    bench.log.record(.seen("new"))
    await second.deliverSoon()
    await secondReports.first { $0 == .idle }
    #expect(other.batches.all.flatMap(\.events).map(\.item) == ["new"])
    await first.stop(within: .seconds(1))
    await second.stop(within: .seconds(1))
  }

  @Test func `while another delivery sends, one without an interval looks every second`()
    async throws
  {
    let bench = try await DeliveryBench(events: 1)
    #expect(try await bench.log.lease(to: 1, for: .seconds(30)))
    let delivery = bench.delivery(to: ScriptedSink()) { $0.interval = .zero }
    await delivery.start()
    for _ in 0..<2 { await bench.reports.first { $0 == .elsewhere } }
    await delivery.stop(within: .seconds(1))
    #expect(Set(bench.clock.passed) == [.seconds(1)])
  }

  #if os(Linux)
  @Test(.enabled(if: LogFolder.canReadLocks, "this system's /proc shows no locks"))
  func `no lock is held while a receiver answers, or during a suspension`() async throws {
    let bench = try await DeliveryBench(events: 3)
    #expect(try bench.folder.locks != [], "SQLite holds shared locks on an open file")
    let (entered, entry) = AsyncStream.makeStream(of: Void.self)
    let (left, leave) = AsyncStream.makeStream(of: Void.self)
    let delivery = bench.delivery(
      to: bench.withinSink { _ in
        entry.yield()
        await left.first { true }
        return .accepted
      })
    await delivery.start()
    await entered.first { true }
    #expect(try bench.folder.locks == [])
    leave.yield()
    await bench.reports.first { $0 == .idle }
    await delivery.stop(within: .seconds(1))
    #expect(try await bench.log.counts().delivered == 3)

    await bench.log.suspend()
    #expect(try bench.folder.locks == [])
    bench.log.record(.seen("meanwhile"))
    let error = await #expect(throws: LogError.self) { try await bench.log.flush() }
    #expect(error?.kind == .suspended)
    #expect(try bench.folder.locks == [])
    bench.log.resume()
    #expect(try await bench.log.nextBatch(limit: 9).map(\.item) == ["meanwhile"])
  }
  #endif

  @Test func `a batch's name follows from its events`() async throws {
    let bench = try await DeliveryBench(events: 3)
    let events = try await bench.log.nextBatch(limit: 3)
    let keys = [events, Array(events[..<2]), Array(events[1...]), events.reversed()].map {
      DeliveryBatch(events: $0).key
    }
    #expect(Set(keys).count == 4)
    #expect(keys[0] == DeliveryBatch(events: events, byteLimit: 7).key)
    // FNV-1a of the bytes in either direction, computed in Python.
    let words: [(UInt64, UInt64)] = [(1, 2), (0xfedc_ba98_7654_3210, 0x0123_4567_89ab_cdef)]
    let fixed = words.map { high, low in
      var event = events[0]
      event.id = EventID(high: high, low: low)
      return event
    }
    #expect(DeliveryBatch(events: fixed).key == "42d6c01c-a708-881c-b157-fd08bc090686")
    for key in keys {
      let uuid = try #require(EventID(key))
      #expect(uuid.high >> 12 & 0xf == 8)
      #expect(uuid.low >> 62 == 0b10)
    }
  }
}
#endif
