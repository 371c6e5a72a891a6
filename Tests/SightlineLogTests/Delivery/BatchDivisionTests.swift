#if Log
import Foundation
import Testing

@testable import SightlineLog

/// Batches refused by a receiver because of some of their events.
@Suite struct BatchDivisionTests {
  @Test(arguments: [[0], [499], [250], [17, 18], [3, 250, 499], Array(100..<116)])
  func `in a batch with bad events only the bad are set apart, the good arrive once`(
    bad: [Int]
  ) async throws {
    let bench = try await DeliveryBench(events: 700)
    let refused = Set(bad.map { ItemKey.number(Int64($0)) })
    let arrived = Collected<ItemKey>()
    let status = try await bench.deliverAll(
      to: bench.withinSink { batch in
        let items = batch.events.map(\.item)
        if items.contains(where: refused.contains) { return .invalid(reason: "400") }
        for item in items { arrived.add(item) }
        return .accepted
      })
    #expect(arrived.all == (0..<700).filter { !bad.contains($0) }.map { .number(Int64($0)) })
    let apart = try await bench.log.events(in: [.rejected])
    #expect(apart.map(\.item) == bad.map { .number(Int64($0)) })
    #expect((status.delivered, status.rejected) == (700 - bad.count, bad.count))
    // One more for the following batch. 9 is the logarithm of 500.
    #expect(status.attempts <= 1 + 1 + 2 * bad.count * 9, "\(status.attempts)")
    if bad.count == 1 { #expect(bench.reports.waits == []) }
  }

  @Test func `bad events among good ones delay nothing`() async throws {
    let bench = try await DeliveryBench(events: 700)
    let bad = stride(from: 40, to: 700, by: 80).map { ItemKey.number($0) }
    let status = try await bench.deliverAll(
      to: bench.withinSink { batch in
        batch.events.contains { bad.contains($0.item) } ? .invalid(reason: "400") : .accepted
      })
    #expect(status.rejected == bad.count && status.delivered == 700 - bad.count)
    #expect(status.attempts > BatchDivision.patience && bench.reports.waits == [])
  }

  @Test func `a receiver that rejects everything gets fewer and fewer requests`() async throws {
    let bench = try await DeliveryBench(events: 60)
    let isBroken = Locked(true)
    let arrived = Collected<EventID>()
    let status = try await bench.deliverAll(
      to: bench.withinSink { batch in
        if bench.reports.waits.count > 12 { isBroken.withLock { $0 = false } }
        if isBroken.withLock({ $0 }) { return .invalid(reason: "400") }
        for event in batch.events { arrived.add(event.id) }
        return .accepted
      })
    let waits = bench.reports.waits
    #expect(waits.count == 13)
    #expect(bench.clock.passed == waits)
    #expect(waits.max() ?? .zero > .seconds(30), "they grow: \(waits)")
    #expect(status.delivered == arrived.all.count && Set(arrived.all).count == status.delivered)
    // The receiver was at fault; the events it refused individually can be sent again.
    let apart = try await bench.log.events(in: [.rejected])
    #expect(apart.count + status.delivered == 60 && apart.count < 30)
  }

  @Test func `erasing events while a batch is divided is harmless`() async throws {
    let bench = try await DeliveryBench(events: 64)
    let arrived = Collected<ItemKey>()
    let sizes = Collected<Int>()
    _ = try await bench.deliverAll(
      to: bench.withinSink { batch in
        sizes.add(batch.events.count)
        if sizes.all.count == 2 {
          // The whole part, and the first event of the next.
          try await bench.log.erase(
            where: .items(Set((0..<33).map { ItemKey.number(Int64($0)) })))
        }
        if batch.events.contains(where: { $0.item == 40 }) { return .invalid(reason: "400") }
        for event in batch.events { arrived.add(event.item) }
        return .accepted
      })
    #expect(sizes.all.prefix(3) == [64, 32, 31])
    let kept = (33..<64).filter { $0 != 40 }.map { ItemKey.number(Int64($0)) }
    #expect(arrived.all.suffix(30) == kept[...])
    #expect(try await bench.log.events(in: [.rejected]).map(\.item) == [40])
  }
}
#endif
