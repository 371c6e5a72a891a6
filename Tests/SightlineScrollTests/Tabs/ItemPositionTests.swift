import SightlineScroll
import Testing

@Suite struct ItemPositionTests {
  @Test func `an item's position is described by number and count`() {
    #expect(ItemPosition(index: 1, count: 5)?.text == "2 of 5")
    #expect(ItemPosition(index: 0, count: 1)?.text == "1 of 1")
  }

  @Test func `a missing item has no position`() {
    for (index, count) in [(nil, 5), (-1, 5), (5, 5), (0, 0)] as [(Int?, Int)] {
      #expect(ItemPosition(index: index, count: count) == nil)
    }
  }
}
