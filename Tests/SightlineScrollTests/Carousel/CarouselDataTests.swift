import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct CarouselDataTests {
  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func `an empty carousel places nothing and accepts any input`() {
    for mode in [Carousel.Mode.continuous, .paged] {
      var carousel = Carousel(layout: CarouselTests.layout([]), mode: mode, at: .zero)
      carousel.beginDragging(at: .zero)
      carousel.drag(to: 40)
      carousel.endDragging(velocity: 900, at: .zero)
      carousel.step(by: 1, at: .zero)
      carousel.suspend(.inactive, at: .zero)
      #expect(carousel.placements(at: time(9000)).isEmpty)
      #expect(carousel.offset(at: time(9000)) == 0)
      #expect(carousel.currentItem(at: .zero) == nil && carousel.placement(of: 0, at: .zero) == nil)
      #expect(carousel.nextFrame(after: .zero) == nil)
    }
  }

  @Test func `items narrower than the viewport rest at the leading edge`() {
    for widths in [[100.0], [390], [100, 80]] {
      var carousel = Carousel(layout: CarouselTests.layout(widths), at: .zero)
      carousel.beginDragging(at: .zero)
      carousel.drag(to: -50)
      carousel.endDragging(velocity: -900, at: .zero)
      let placements = carousel.placements(at: time(9000))
      #expect(placements.map(\.index) == Array(widths.indices))
      #expect(placements[0].x == 0 && !carousel.isAdvancing && !carousel.canTurn)
    }
    let mirrored = Carousel(
      layout: CarouselTests.layout([100, 80], direction: .rightToLeft), at: .zero)
    #expect(mirrored.placements(at: .zero).map(\.x) == [290, 200])
  }

  @Test func `few items may repeat, and a single wide item does`() {
    let few = Carousel(
      layout: CarouselTests.layout([100], narrowContent: .repeats), at: .zero)
    let placements = few.placements(at: time(1000))
    #expect(placements.map(\.x) == [-25, 85, 195, 305])
    #expect(placements.map(\.isCopy) == [true, false, true, true])
    let wide = Carousel(layout: CarouselTests.layout([500]), at: .zero)
    #expect(wide.placements(at: time(8000)).map(\.x) == [-200, 310])
    #expect(wide.placements(at: time(8000)).map(\.isCopy) == [false, true])
  }

  @Test func `each item exists once for accessibility, where it is visible`() throws {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let widths = (0..<(1 + random.index(6))).map { _ in random.number(20...250) }
      let direction: ReadingDirection = random.oneIn(2) ? .leftToRight : .rightToLeft
      let carousel = Carousel(
        layout: CarouselTests.layout(
          widths, direction: direction, narrowContent: random.oneIn(2) ? .rests : .repeats),
        at: .zero)
      let now = time(random.index(100_000))
      let placements = carousel.placements(at: now)
      let shown = placements.filter { !$0.isCopy }
      #expect(Set(shown.map(\.index)).count == shown.count, "seed \(seed), \(widths)")
      #expect(Set(shown.map(\.index)) == Set(placements.map(\.index)))
      for index in widths.indices {
        let place = try #require(carousel.placement(of: index, at: now))
        if let seen = shown.first(where: { $0.index == index }) {
          #expect(abs(place.x - seen.x) < 1e-9, "seed \(seed), \(widths)")
        } else {
          #expect(place.x + place.width <= 1e-9 || place.x >= 390 - 1e-9)
        }
      }
    }
  }

  @Test
  func `a screen reader gets every item once, with the identities of its instances`() throws {
    let seed: UInt64 = 13
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let widths = (0..<(1 + random.index(9))).map { _ in random.number(20...250) }
      let carousel = Carousel(
        layout: CarouselTests.layout(widths, narrowContent: .repeats), at: .zero)
      let now = time(random.index(100_000))
      let all = carousel.placementsOfAll(at: now, overscan: 50)
      let items = all.filter { !$0.isCopy }.map(\.index)
      #expect(items.sorted() == Array(widths.indices), "seed \(seed), \(widths)")
      let near = carousel.placements(at: now, overscan: 50)
      #expect(Array(all.prefix(near.count)) == near)
      for place in all.dropFirst(near.count) {
        #expect(try #require(carousel.placement(of: place.index, at: now)) == place)
      }
    }
    #expect(Carousel(layout: CarouselTests.layout([]), at: .zero).placementsOfAll(at: .zero) == [])
  }

  @Test func `placements agree with a linear search, including overscan`() {
    let seed: UInt64 = 12
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let widths = (0..<(3 + random.index(30))).map { _ in random.number(20...250) }
      let carousel = Carousel(layout: CarouselTests.layout(widths), at: .zero)
      guard carousel.loop.isEndless else { continue }
      let now = time(random.index(200_000))
      let (offset, length) = (carousel.offset(at: now), carousel.loop.length)
      let overscan = random.number(0...100)
      var plain: [(index: Int, x: Double)] = []
      for round in -3...3 {
        for index in widths.indices {
          let x = carousel.loop.starts[index] + Double(round) * length - offset
          let isInView = x + widths[index] > -overscan && x < 390 + overscan
          if isInView { plain.append((index, x)) }
        }
      }
      let placed = carousel.placements(at: now, overscan: overscan)
      #expect(placed.map(\.index) == plain.map { $0.index }, "seed \(seed), \(widths)")
      #expect(zip(placed, plain).allSatisfy { abs($0.x - $1.x) < 1e-9 })
    }
  }

  @Test func `a data change keeps the current item in place`() {
    var carousel = Carousel(layout: CarouselTests.layout(), at: .zero)
    // 5,600 ms × 25: 10 points into the second item.
    #expect(carousel.currentItem(at: time(5600)) == 1)
    carousel.update(
      CarouselTests.layout([50, 120, 200, 80, 160]), at: time(5600), newIndex: { $0 + 1 })
    #expect(carousel.currentItem(at: time(5600)) == 2)
    #expect(abs(carousel.offset(at: time(5600)) - 200) < 1e-9)
    #expect(abs(carousel.offset(at: time(6600)) - 225) < 1e-9)
  }

  @Test func `a removed item gives its place to the next, and data may become empty`() {
    for mode in [Carousel.Mode.continuous, .paged] {
      var carousel = Carousel(
        layout: CarouselTests.layout([300, 300, 300, 300]), mode: mode, startingAt: 3, at: .zero)
      carousel.update(CarouselTests.layout([300, 300]), at: time(100))
      #expect(carousel.currentItem(at: time(100)) == 0 && carousel.offset(at: time(100)) == 0)
      carousel.update(CarouselTests.layout([]), at: time(200))
      #expect(carousel.currentItem(at: time(200)) == nil)
      carousel.update(CarouselTests.layout([300, 300]), at: time(300))
      #expect(carousel.currentItem(at: time(300)) == 0 && carousel.isAdvancing)
    }
  }

  @Test func `when middle items are removed, the next remaining one is current`() {
    var carousel = Carousel(
      layout: CarouselTests.layout([300, 300, 300, 300, 300]), mode: .paged, startingAt: 1,
      at: .zero)
    // The second and third are gone; the fourth is now the second.
    carousel.update(CarouselTests.layout([300, 300, 300]), at: time(100)) { old in
      [0: 0, 3: 1, 4: 2][old]
    }
    #expect(carousel.currentItem(at: time(100)) == 1)
  }

  @Test func `a drag keeps its distance when the data changes`() {
    for mode in [Carousel.Mode.continuous, .paged] {
      var carousel = Carousel(
        layout: CarouselTests.layout([300, 300, 300]), mode: mode, at: .zero)
      carousel.beginDragging(at: .zero)
      carousel.drag(to: -40)
      carousel.update(
        CarouselTests.layout([200, 300, 300, 300]), at: time(1), newIndex: { $0 + 1 })
      #expect(abs(carousel.offset(at: time(1)) - 250) < 1e-9)
      carousel.drag(to: -45)
      #expect(abs(carousel.offset(at: time(2)) - 255) < 1e-9)
    }
  }

  @Test func `a drag continues after a layout in which the items rest`() {
    for mode in [Carousel.Mode.continuous, .paged] {
      let layout = CarouselTests.layout([300, 300, 300])
      var carousel = Carousel(layout: layout, mode: mode, at: .zero)
      carousel.beginDragging(at: .zero)
      carousel.drag(to: -40)
      carousel.update(CarouselTests.layout([100]), at: time(1))
      #expect(carousel.isHeld && carousel.offset(at: time(1)) == 0)
      carousel.update(layout, at: time(2))
      #expect(carousel.offset(at: time(2)) == 0)
      carousel.drag(to: -50)
      #expect(carousel.offset(at: time(3)) == 10)
    }
  }

  @Test func `an item without width at the viewport's edge is there`() {
    let carousel = Carousel(layout: CarouselTests.layout([0, 300, 300]), at: .zero)
    #expect(carousel.placement(of: 0, at: .zero)?.x == 0)
  }

  @Test func `setting the same layout keeps the interval, a resize keeps the page`() {
    var carousel = Carousel(
      layout: CarouselTests.layout([390, 390]), mode: .paged, at: .zero)
    carousel.update(CarouselTests.layout([390, 390]), at: time(4000))
    #expect(carousel.nextFrame(after: time(4000)) == time(5000))
    carousel.update(CarouselTests.layout([844, 844], viewportWidth: 844), at: time(6000))
    #expect(carousel.currentItem(at: time(6000)) == 1 && carousel.offset(at: time(6000)) == 854)
    #expect(carousel.nextFrame(after: time(6000)) == time(11_000))
  }

  @Test func `invalid widths take no room, and an empty viewport does not turn`() {
    let odd = Carousel(layout: CarouselTests.layout([.nan, -5, 500]), at: .zero)
    #expect(odd.layout.widths == [0, 0, 500])
    #expect(odd.placements(at: time(1000)).last?.index == 2)
    let flat = Carousel(
      layout: Carousel.Layout(widths: [0, 0], viewportWidth: 0, narrowContent: .repeats),
      at: .zero)
    #expect(flat.placements(at: time(1000)).count == 2 && flat.nextFrame(after: .zero) == nil)
    let closed = Carousel(layout: CarouselTests.layout(viewportWidth: .nan), at: .zero)
    #expect(closed.placements(at: time(1000)).count <= 1)
  }
}
