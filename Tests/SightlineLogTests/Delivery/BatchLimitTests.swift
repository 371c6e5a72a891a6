#if Log
import Testing

@testable import SightlineLog

@Suite struct BatchLimitTests {
  /// Returns the sizes of the batches sent to a receiver that takes up to a number of events, with
  /// a mark at those refused.
  private func sizes(_ limit: inout BatchLimit, upTo most: Int, count: Int) -> [Int] {
    (0..<count).map { _ in
      let size = limit.events
      if size > most { limit.halve(size) } else { limit.grow() }
      return size > most ? -size : size
    }
  }

  @Test func `a refused size is tried again after 1, 2, 4, 8 and then always 16 batches`() {
    var limit = BatchLimit(500)
    let sizes = sizes(&limit, upTo: 300, count: 100)
    let trials = sizes.indices.filter { sizes[$0] < 0 }
    #expect(sizes.allSatisfy { $0 == -500 || $0 == 250 })
    #expect(zip(trials.dropFirst(), trials).map { $0 - $1 - 1 } == [1, 2, 4, 8, 16, 16, 16, 16])
    // The receiver takes more again: the next trial succeeds, and the one after a refusal is soon.
    #expect(self.sizes(&limit, upTo: 500, count: 40).suffix(20).allSatisfy { $0 == 500 })
    #expect(self.sizes(&limit, upTo: 300, count: 5) == [-500, 250, -500, 250, 250])
  }

  @Test func `sizes halve down to one event and double up to the limit`() {
    var limit = BatchLimit(100)
    #expect(sizes(&limit, upTo: 0, count: 9) == [100, 50, 25, 12, 6, 3, 1, 1, 1].map { -$0 })
    #expect(
      sizes(&limit, upTo: 100, count: 10) == [1, 2, 4, 8, 16, 32, 64, 100, 100, 100])
    // The refused size is the batch's, which may be below the limit.
    limit.halve(40)
    #expect(limit.events == 20)
    #expect([-5, 0, 1, 2].map { BatchLimit($0).events } == [1, 1, 1, 2])
  }
}
#endif
