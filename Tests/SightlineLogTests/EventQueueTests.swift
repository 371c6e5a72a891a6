#if Log
import SightlineTestSupport
import Testing

@testable import SightlineLog

@Suite struct EventQueueTests {
  @Test(arguments: UInt64(1)...4)
  func `the queue has the order and counts of an array`(seed: UInt64) {
    let capacity = 2_000
    var random = SeededGenerator(seed: seed)
    let queue = EventQueue(session: "session")
    var waiting: [EventID] = []
    var (written, refused, isScheduled) = (0, 0, false)
    for _ in 0..<200 {
      if random.oneIn(2) {
        for _ in 0..<random.index(600) {
          let (id, schedules) = queue.add(.seen(1), at: 5, capacity: capacity)
          #expect((id == nil) == (waiting.count == capacity))
          #expect(schedules == !isScheduled)
          isScheduled = true
          if let id { waiting.append(id) } else { refused += 1 }
        }
      } else {
        queue.withState { $0.isScheduled = false }
        isScheduled = false
        let limit = [1, 256, 600, 1_024][random.index(4)]
        let batch = queue.take(limit)
        let ids = batch.joined().map(\.id)
        #expect(ids == Array(waiting.prefix(ids.count)))
        #expect(ids.count <= max(limit, 256) && ids.isEmpty == waiting.isEmpty)
        // Events being written also take room.
        if waiting.count == capacity {
          #expect(queue.add(.seen(1), at: 5, capacity: capacity) == (nil, true))
          (refused, isScheduled) = (refused + 1, true)
        }
        if random.oneIn(3) {
          queue.putBack(batch)
        } else {
          queue.didWrite()
          waiting.removeFirst(ids.count)
          written += ids.count
        }
      }
      let counts = queue.withState { ($0.pending.count, $0.inFlight, $0.recorded, $0.written) }
      #expect(counts == (waiting.count, 0, written + waiting.count, written))
      #expect(queue.withState { ($0.refused, $0.refusedSinceReport) } == (refused, refused))
    }
  }

  @Test func `a batch has as many chunks of 256 as its limit allows, at least one`() {
    let queue = EventQueue(session: "session")
    for _ in 0..<1_300 { _ = queue.add(.seen(1), at: 5, capacity: 9_000) }
    for (limit, count) in [(0, 256), (511, 256), (512, 512), (9_000, 276), (9_000, 0)] {
      #expect(queue.take(limit).joined().count == count)
      queue.didWrite()
    }
  }

  @Test func `a drain under way takes later events, so that they schedule none`() {
    let queue = EventQueue(session: "session")
    queue.withState { $0.isDraining = true }
    for count in [1, 2] {
      #expect(queue.add(.seen(1), at: 5, capacity: 9).schedules == false)
      #expect(queue.take(9).count == 1)
      queue.didWrite()
      #expect(queue.withState { $0.written } == count)
    }
    #expect(queue.take(9).isEmpty, "the drain is over")
    #expect(queue.add(.seen(1), at: 5, capacity: 9).schedules)
  }

  @Test func `a closed queue refuses events and schedules nothing`() {
    let queue = EventQueue(session: "session")
    queue.withState { $0.isClosed = true }
    #expect(queue.add(.seen(1), at: 5, capacity: 9) == (nil, false))
    #expect(queue.withState { ($0.refused, $0.recorded, $0.pending.count) } == (1, 0, 0))
    #expect(queue.withState { $0.isScheduled } == false)
  }
}
#endif
