import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct ItemCarouselTests {
  private func layout(_ count: Int) -> Carousel.Layout {
    CarouselTests.layout(Array(repeating: 200, count: count))
  }

  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func `reordered items of equal width keep their screen positions`() {
    var carousel = ItemCarousel(
      ["a", "b", "c", "d"], layout: layout(4), mode: .continuous, motion: .full, at: .zero)
    // 9,000 ms × 25: 15 points into the second item.
    let before = carousel.cards(at: time(9000), overscan: 0)
    #expect(before.map(\.id.item) == ["b", "c"])
    carousel.update(["d", "b", "c", "a"], layout: layout(4), at: time(9000))
    #expect(carousel.cards(at: time(9000), overscan: 0).map(\.id) == before.map(\.id))
    #expect(carousel.position(at: time(9000))?.text == "2 of 4")
    carousel.update(["z", "y", "b", "c", "a"], layout: layout(5), at: time(9000))
    let after = carousel.cards(at: time(9000), overscan: 0)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(zip(after, before).allSatisfy { abs($0.placement.x - $1.placement.x) < 1e-9 })
    #expect(carousel.position(at: time(9000))?.text == "3 of 5")
  }

  @Test func `card identities are unique and those in a frame belong to items`() {
    let seed: UInt64 = 90
    var random = SeededGenerator(seed: seed)
    var items = [0, 1, 2]
    var carousel = ItemCarousel(
      items, layout: layout(3), mode: .continuous, motion: .full, at: .zero)
    for step in 0..<400 {
      let now = time(step * 700)
      items.shuffle(using: &random)
      if random.oneIn(3) { items.append(step + 10) }
      items.removeAll { _ in random.oneIn(4) }
      carousel.update(items, layout: layout(items.count), at: now)
      for includesAll in [false, true] {
        let cards = carousel.cards(at: now, overscan: 200, includesAll: includesAll)
        #expect(Set(cards.map(\.id)).count == cards.count, "seed \(seed), step \(step)")
        #expect(cards.allSatisfy { items[$0.placement.index] == $0.id.item })
        if includesAll { #expect(Set(cards.map(\.id.item)) == Set(items)) }
      }
    }
  }

  @Test func `duplicate identities are accepted, a missing one has no position`() {
    var carousel = ItemCarousel(
      ["a", "a", "b"], layout: layout(3), mode: .continuous, motion: .full, at: .zero)
    carousel.update(["b", "a", "a"], layout: layout(3), at: .zero)
    #expect(carousel.cards(at: .zero, overscan: 0).count == 2)
    carousel.update([], layout: layout(0), at: .zero)
    #expect(carousel.cards(at: .zero, overscan: 0, includesAll: true).isEmpty)
    #expect(carousel.position(at: .zero) == nil)
  }
}
