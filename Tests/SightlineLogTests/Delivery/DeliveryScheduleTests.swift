#if Log
import Foundation
import Testing

@testable import SightlineLog

/// When deliveries run, and how they stop.
@Suite struct DeliveryScheduleTests {
  @Test func `stopping sends everything that fits, even without a start`() async throws {
    let bench = try await DeliveryBench(events: 25, passing: { _ in false })
    let sink = ScriptedSink()
    let delivery = bench.delivery(to: sink) { $0.batchEvents = 10 }
    #expect(await delivery.stop(within: .seconds(5)))
    #expect(sink.batches.all.count == 3)
    // It can be restarted.
    bench.log.record(.seen("new"))
    await delivery.start()
    await bench.reports.first { $0 == .idle }
    #expect(await delivery.status.delivered == 26)
    #expect(await delivery.stop(within: .seconds(5)))
  }

  @Test func `concurrent stops send everything once`() async throws {
    let bench = try await DeliveryBench(events: 25, passing: { _ in false })
    let sink = ScriptedSink()
    let delivery = bench.delivery(to: sink) { $0.batchEvents = 10 }
    async let first = delivery.stop(within: .seconds(5))
    async let second = delivery.stop(within: .seconds(5))
    #expect(await (first, second) == (true, true))
    #expect(sink.batches.all.count == 3)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a start while the delivery stops takes effect afterwards`() async throws {
    let bench = try await DeliveryBench(events: 1, passing: { _ in false })
    let (entered, entry) = AsyncStream<Void>.makeStream()
    let (left, leave) = AsyncStream<Void>.makeStream()
    let delivery = bench.delivery(
      to: bench.withinSink { _ in
        entry.yield()
        await left.first { true }
        return .accepted
      })
    async let isDone = delivery.stop(within: .seconds(5))
    await entered.first { true }
    await delivery.start()
    leave.yield()
    #expect(await isDone)
    await bench.reports.first { $0 == .idle }
    await delivery.stop(within: .seconds(5))
  }

  @Test func `the deadline cancels the batch in progress and keeps it in the log`() async throws {
    let bench = try await DeliveryBench(events: 25, passing: { _ in false })
    let calls = Collected<DeliveryBatch>()
    let delivery = bench.delivery(
      to: bench.withinSink { batch in
        calls.add(batch)
        if calls.all.count == 1 { return .accepted }
        try await VirtualClock().sleep(for: .seconds(1))
        return .accepted
      }
    ) { $0.batchEvents = 10 }
    async let isDone = delivery.stop(within: .seconds(5))
    await bench.clock.sleeper(of: .seconds(5))
    await bench.reports.first { $0 == .delivered(10) }
    bench.clock.advance(by: .seconds(5))
    #expect(await isDone == false)
    #expect(calls.all.count <= 2)
    #expect(try await bench.log.counts().undelivered == 15)
  }

  @Test func `stopping cuts a back-off short once, but not a receiver's retry time`() async throws {
    for asked in [nil, .zero, Duration.seconds(100)] {
      let isShort = asked != .seconds(100)
      let bench = try await DeliveryBench(events: 1, passing: { _ in false })
      let sink = ScriptedSink([.notNow(after: asked, reason: "busy")])
      let delivery = bench.delivery(to: sink)
      await delivery.start()
      let report = await bench.reports.first { _ in true }
      guard case .waiting(let wait, _) = report else {
        Issue.record("\(String(describing: report))")
        return
      }
      await bench.clock.sleeper(of: wait)
      #expect(await delivery.stop(within: .seconds(5)) == isShort)
      #expect(sink.batches.all.count == (isShort ? 2 : 1))
    }
  }

  @Test func `a requested delivery runs before the interval is over`() async throws {
    let bench = try await DeliveryBench(events: 1)
    let sink = ScriptedSink()
    let delivery = bench.delivery(to: sink)
    await delivery.start()
    await bench.reports.first { $0 == .idle }
    bench.log.record(.seen("later"))
    await delivery.deliverSoon()
    await bench.reports.first { $0 == .idle }
    #expect(sink.batches.all.flatMap(\.events).map(\.item) == [0, "later"])
    // And after the end of the wait.
    bench.log.record(.seen("last"))
    await bench.clock.sleeper(of: DeliveryBench.interval)
    bench.clock.advance(by: DeliveryBench.interval)
    await bench.reports.first { $0 == .idle }
    #expect(sink.batches.all.flatMap(\.events).count == 3)
    await delivery.stop(within: .seconds(1))
  }

  @Test func `nothing runs with nothing to send, and recording starts the interval`() async throws {
    let slept = Collected<Duration>()
    let bench = try await DeliveryBench(
      events: 1,
      passing: { duration in
        slept.add(duration)
        return duration != DeliveryBench.timeout
      })
    let sink = ScriptedSink()
    let delivery = bench.delivery(to: sink)
    await delivery.start()
    for round in 1...3 {
      await bench.reports.first { $0 == .idle }
      // The only sleeps are the batches' timeouts and the interval after each recorded event.
      #expect(slept.all.filter { $0 == DeliveryBench.interval }.count == round - 1)
      bench.log.record(.seen(.number(Int64(round))))
    }
    await bench.reports.first { $0 == .idle }
    #expect(bench.reports.all.all.filter { $0 == .idle }.count == 4)
    #expect(sink.batches.all.map(\.events.count) == [1, 1, 1, 1])
    await delivery.stop(within: .seconds(1))
  }

  @Test func `a delivery requested during a round runs again at once`() async throws {
    let bench = try await DeliveryBench(events: 1, passing: { _ in false })
    let sink = ScriptedSink()
    let running = Locked<LogDelivery?>(nil)
    let delivery = bench.delivery(
      to: bench.withinSink { batch in
        await running.withLock { $0 }?.deliverSoon()
        return try await sink.send(batch)
      })
    running.withLock { $0 = delivery }
    await delivery.start()
    // No time passes between the first two rounds.
    for _ in 0..<2 { await bench.reports.first { $0 == .idle } }
    #expect(sink.batches.all.count == 1 && bench.clock.passed == [])
    // The request has been met: the next event waits for others.
    bench.log.record(.seen("later"))
    await bench.clock.sleeper(of: DeliveryBench.interval)
    #expect(sink.batches.all.count == 1)
    running.withLock { $0 = nil }
    #expect(await delivery.stop(within: .seconds(5)))
  }

  @Test func `a retry time that has passed does not affect a later stop`() async throws {
    let last = Duration.seconds(5)
    let bench = try await DeliveryBench(
      events: 1, passing: { $0 != DeliveryBench.timeout && $0 != last })
    let (entered, entry) = AsyncStream<Void>.makeStream()
    let (left, leave) = AsyncStream<Void>.makeStream()
    let attempts = Locked(0)
    let delivery = bench.delivery(
      to: bench.withinSink { _ in
        let attempt = attempts.withLock { count in
          count += 1
          return count
        }
        if attempt == 1 { return .notNow(after: .seconds(100), reason: "busy") }
        entry.yield()
        for await _ in left { break }
        return Task.isCancelled ? .notNow(reason: "cancelled") : .accepted
      })
    await delivery.start()
    await entered.first { true }
    async let isDone = delivery.stop(within: last)
    await bench.clock.sleeper(of: last)
    leave.yield()
    #expect(await isDone)
    #expect(attempts.withLock { $0 } == 2)
    #expect(bench.clock.sleeperCount == 0, "neither the timeout nor the deadline remains")
  }

  @Test func `the status counts the failures since the last success`() async throws {
    let bench = try await DeliveryBench(events: 3, passing: { _ in false })
    let sink = ScriptedSink([
      .accepted, .notNow(reason: "busy"), .notNow(reason: "full"), .rejected(reason: "old"),
    ])
    let delivery = bench.delivery(to: sink) { $0.batchEvents = 1 }
    var expected = DeliveryStatus()
    #expect((expected.delivered, expected.rejected, expected.attempts) == (0, 0, 0))
    #expect(expected.failures == 0 && expected.lastFailure == nil)
    #expect(await delivery.status == expected)
    await delivery.start()
    for (number, reason) in ["busy", "full"].enumerated() {
      var wait: Duration?
      await bench.reports.first {
        if case .waiting(let duration, reason) = $0 { wait = duration }
        return wait != nil
      }
      (expected.delivered, expected.attempts) = (1, number + 2)
      (expected.failures, expected.lastFailure) = (number + 1, reason)
      #expect(await delivery.status == expected)
      let duration = try #require(wait)
      await bench.clock.sleeper(of: duration)
      bench.clock.advance(by: duration)
    }
    await bench.reports.first { $0 == .idle }
    #expect(await delivery.status == DeliveryStatus(delivered: 2, rejected: 1, attempts: 5))
    await delivery.stop(within: .seconds(1))
  }

  @Test func `retried events are sent`() async throws {
    let bench = try await DeliveryBench(
      events: 1, passing: { $0 != DeliveryBench.timeout })
    let sink = ScriptedSink([.rejected(reason: "no")])
    let delivery = bench.delivery(to: sink)
    await delivery.start()
    await bench.reports.first { $0 == .idle }
    #expect(try await bench.log.retryRejected() == 1)
    await bench.reports.first { $0 == .idle }
    #expect(sink.batches.all.count == 2)
    #expect(await delivery.stop(within: .seconds(1)))
  }

  @Test func `a delivery waiting for events stops at once`() async throws {
    let bench = try await DeliveryBench(events: 0)
    let delivery = bench.delivery(to: ScriptedSink())
    for _ in 0..<50 {
      await delivery.start()
      #expect(await delivery.stop(within: .seconds(5)))
    }
    #expect(bench.log.writer.events.withState { $0.waiters.isEmpty })
  }
}
#endif
