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

  @Test func `a carousel starts at an item, or else at the first one`() {
    for (item, expected) in [("a", 0), ("c", 2), ("x", 0), (nil, 0)] {
      let carousel = ItemCarousel(
        ["a", "b", "c", "d"], layout: layout(4), mode: .paged, startingAt: item, motion: .full,
        at: .zero)
      #expect(carousel.position(at: .zero)?.text == "\(expected + 1) of 4")
    }
  }

  @Test(arguments: [4, 5]) func `a turn to an item goes the shorter way`(count: Int) {
    withEvery(0..<count, 0..<count) { from, to in
      var carousel = ItemCarousel(
        Array(0..<count), layout: layout(count), mode: .paged, startingAt: from, motion: .full,
        at: .zero)
      carousel.turn(to: to, at: .zero)
      carousel.turn(to: count, at: .zero)
      #expect(carousel.reportedItem(at: .zero) == to)
      let end = Double(to) * 210
      #expect(carousel.carousel.offset(at: time(350)) == end)
      let ring = 210 * Double(count)
      let left =
        (end - carousel.carousel.offset(at: time(100)) + 1.5 * ring)
        .truncatingRemainder(dividingBy: ring) - 0.5 * ring
      let way = 2 * abs(to - from) > count ? from - to : to - from
      #expect(way == 0 ? abs(left) < 1e-9 : (left < 0) == (way < 0))
      #expect(abs(left) <= 210 * Double(abs(way)) + 1e-9)
    }
  }

  @Test(arguments: [Carousel.Mode.continuous(speed: 0), .paged])
  func `a turn to an item leads there, even on the way to another`(mode: Carousel.Mode) {
    withEvery(0..<8, 0..<8) { first, second in
      var carousel = ItemCarousel(
        Array(0..<8), layout: layout(8), mode: mode, motion: .full, at: .zero)
      carousel.turn(to: first, at: .zero)
      carousel.turn(to: second, at: time(100))
      #expect(carousel.reportedItem(at: time(450)) == second)
    }
  }

  @Test func `no item is reported during a swing or a step between others`() {
    var carousel = ItemCarousel(
      ["a", "b", "c", "d"], layout: layout(4), mode: .continuous, motion: .full, at: .zero)
    #expect(carousel.reportedItem(at: time(100)) == "a")
    carousel.carousel.step(by: 2, at: time(100))
    #expect(carousel.reportedItem(at: time(449)) == nil)
    #expect(carousel.reportedItem(at: time(450)) == "c")
    carousel.carousel.beginDragging(at: time(1000))
    #expect(carousel.reportedItem(at: time(1000)) == "c")
    carousel.carousel.endDragging(velocity: -10, at: time(1000))
    #expect(carousel.reportedItem(at: time(2496)) == nil)
    #expect(carousel.reportedItem(at: time(2497)) == "c")
    carousel.update([], layout: layout(0), at: time(3000))
    #expect(carousel.reportedItem(at: time(3000)) == nil)
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
