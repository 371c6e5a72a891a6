import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct SortInPlaceTests {
  @Test func `rows sort at every length around the algorithm switch, and when long`() {
    var random = SeededGenerator(seed: 1)
    for count in Array(0...60) + [100, 1000, 4097] {
      let numbers = (0..<count).map { _ in random.index(count * 2 + 1) }
      for start in [numbers, numbers.sorted(), numbers.sorted(by: >)] {
        var row = ContiguousArray(start)
        sort(&row) { $0 < $1 }
        #expect(Array(row) == numbers.sorted(), "\(count)")
      }
    }
  }

  @Test(arguments: [2, 24, 25, 1000])
  func `a sorted row takes one scan, as does a long reversed one`(count: Int) {
    let numbers = Array(0..<count)
    for start in count > 24 ? [numbers, numbers.reversed()] : [numbers] {
      var row = ContiguousArray(start)
      var comparisons = 0
      sort(&row) {
        comparisons += 1
        return $0 < $1
      }
      #expect(comparisons == count - 1)
      #expect(Array(row) == numbers)
    }
  }
}
