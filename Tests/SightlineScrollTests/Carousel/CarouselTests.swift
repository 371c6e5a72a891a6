import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct CarouselTests {
  static func layout(
    _ widths: [Double] = [120, 200, 80, 160], viewportWidth: Double = 390,
    direction: ReadingDirection = .leftToRight,
    narrowContent: Carousel.Layout.NarrowContent = .rests
  ) -> Carousel.Layout {
    Carousel.Layout(
      widths: widths, spacing: 10, viewportWidth: viewportWidth, direction: direction,
      narrowContent: narrowContent)
  }

  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  /// Returns the movement of every item in both frames, without copies.
  private func movement(
    _ a: [Carousel.Placement], _ b: [Carousel.Placement]
  ) -> [Double] {
    a.compactMap { before in
      // An item that leaves on one side and enters on the other is in view at two places.
      let moves = b.filter { $0.index == before.index }.map { $0.x - before.x }
      return moves.min { abs($0) < abs($1) }
    }
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `1,000 wraps without a seam, in irregular frames of 4 to 200 ms`(
    direction: ReadingDirection
  ) {
    let seed: UInt64 = 25
    var random = SeededGenerator(seed: seed)
    // A ring of 600 points at 25 points per second takes 24 s. More frames of a shorter time would
    // prove less.
    let carousel = Carousel(layout: CarouselTests.layout(direction: direction), at: .zero)
    let sign = direction == .leftToRight ? -1.0 : 1
    var now = 0
    var before = carousel.placements(at: .zero)
    var wraps = 0
    while wraps < 1000 {
      let step = 4 + random.index(197)
      now += step
      let frame = carousel.placements(at: time(now))
      for moved in movement(before, frame) {
        if abs(moved - sign * 25 * Double(step) / 1000) > 1e-6 {
          Issue.record("seed \(seed): at \(now) ms items moved by \(moved) in \(step) ms")
          return
        }
      }
      let place = carousel.offset(at: time(now))
      if place < carousel.offset(at: time(now - step)) { wraps += 1 }
      // The position with regular frames at this time, which depends on the time alone.
      #expect(abs(place - (25 * Double(now) / 1000).truncatingRemainder(dividingBy: 600)) < 1e-6)
      before = frame
    }
    #expect(wraps == 1000)
  }

  @Test func `the viewport is always full, with equal gaps at the seam`() {
    let carousel = Carousel(layout: CarouselTests.layout(), at: .zero)
    for moment in stride(from: 0, through: 48_000, by: 40) {
      let placements = carousel.placements(at: time(moment))
      #expect((placements.first?.x ?? .infinity) <= 10)
      #expect((placements.last.map { $0.x + $0.width } ?? 0) >= 380)
      for (a, b) in zip(placements, placements.dropFirst()) {
        #expect(abs(b.x - a.x - a.width - 10) < 1e-9)
        #expect(b.index == (a.index + 1) % 4)
      }
    }
  }

  @Test func `items only touching the viewport are not placed`() {
    let layout = Carousel.Layout(
      widths: Array(repeating: 100, count: 6), viewportWidth: 300)
    for item in 0..<6 {
      let carousel = Carousel(layout: layout, mode: .paged, startingAt: item, at: .zero)
      let placements = carousel.placements(at: .zero)
      #expect(placements.map(\.index) == (item..<item + 3).map { $0 % 6 })
      #expect(placements.map(\.x) == [0, 100, 200])
      let more = carousel.placements(at: .zero, overscan: 100)
      #expect(more.map(\.index) == (item + 5..<item + 10).map { $0 % 6 })
      let part = carousel.placements(at: .zero, overscan: 0.5)
      #expect(part.map(\.x) == [-100, 0, 100, 200, 300])
    }
  }

  @Test(arguments: [Carousel.Mode.continuous, .paged])
  func `a drag without a finite velocity ends like one without velocity`(mode: Carousel.Mode) {
    func end(_ velocity: Double) -> Carousel {
      var carousel = Carousel(layout: CarouselTests.layout(), mode: mode, at: .zero)
      carousel.beginDragging(at: time(10))
      carousel.drag(to: -30)
      carousel.endDragging(velocity: velocity, at: time(20))
      return carousel
    }
    for velocity in [Double.nan, .infinity, -.infinity] { #expect(end(velocity) == end(0)) }
  }

  @Test func `a drag of an empty carousel ends`() {
    var carousel = Carousel(layout: CarouselTests.layout([]), at: .zero)
    carousel.beginDragging(at: time(10))
    #expect(carousel.isHeld)
    carousel.endDragging(at: time(20))
    #expect(!carousel.isHeld)
  }

  @Test func `a swing slows down like the cube of the remaining time`() {
    for step in 0...20 {
      let share = Double(step) / 20
      let rest = 1 - share
      #expect(abs(Carousel.deceleration.value(at: share) - (1 - rest * rest * rest)) < 1e-6)
    }
  }

  @Test func `a page stays where it is released, even beside one without width`() {
    let layout = Carousel.Layout(
      widths: [100, 0, 100, 100], viewportWidth: 200)
    for page in 0..<4 {
      var carousel = Carousel(layout: layout, mode: .paged, startingAt: page, at: .zero)
      #expect(carousel.loop.step(from: page) == (page == 1 ? 0 : 100))
      carousel.beginDragging(at: time(10))
      carousel.endDragging(at: time(20))
      #expect(carousel.page == page)
      #expect(carousel.offset(at: time(1000)) == [0, 100, 100, 200][page])
    }
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a drag across the seam follows the finger`(direction: ReadingDirection) {
    for way in [-1.0, 1] {
      var carousel = Carousel(layout: CarouselTests.layout(direction: direction), at: .zero)
      carousel.beginDragging(at: time(3000))
      var before = carousel.placements(at: time(3000))
      for step in 1...500 {
        carousel.drag(to: way * 7 * Double(step))
        let frame = carousel.placements(at: time(3000 + step))
        for moved in movement(before, frame) { #expect(abs(moved - way * 7) < 1e-9) }
        before = frame
      }
    }
  }

  @Test func `a carousel stops while touched and continues from there`() {
    var carousel = Carousel(layout: CarouselTests.layout(), at: .zero)
    carousel.beginDragging(at: time(4000))
    #expect(carousel.offset(at: time(4000)) == 100)
    #expect(carousel.offset(at: time(9000)) == 100)
    #expect(carousel.nextFrame(after: time(9000)) == nil)
    carousel.drag(to: -30)
    carousel.drag(to: .nan)
    carousel.endDragging(at: time(10_000))
    #expect(carousel.offset(at: time(10_000)) == 130)
    #expect(abs(carousel.offset(at: time(11_000)) - 155) < 1e-9)
  }

  @Test(arguments: [nil, -300.0])
  func `the events of a drag act like the calls`(velocity: Double?) {
    var one = Carousel(layout: CarouselTests.layout(), at: .zero)
    var other = one
    one.drag(.began, at: time(100))
    other.beginDragging(at: time(100))
    #expect(one == other)
    one.drag(.moved(-30), at: time(120))
    other.drag(to: -30)
    #expect(one == other)
    if let velocity {
      one.drag(.ended(velocity: velocity), at: time(140))
      other.endDragging(velocity: velocity, at: time(140))
    } else {
      one.drag(.cancelled, at: time(140))
      other.endDragging(at: time(140))
    }
    #expect(one == other)
    #expect(!one.isHeld)
  }

  @Test func `a carousel coasts at the finger's speed and then continues`() {
    var carousel = Carousel(layout: CarouselTests.layout(), at: .zero)
    carousel.beginDragging(at: .zero)
    carousel.endDragging(velocity: -300, at: .zero)
    #expect(abs(carousel.offset(at: time(10)) - 3) < 0.05)
    let rest = 300 * 0.499
    #expect(abs(carousel.offset(at: time(1497)) - rest) < 1e-9)
    #expect(abs(carousel.offset(at: time(2497)) - rest - 25) < 1e-9)
    carousel.setMotion(.reduced, at: time(2497))
    carousel.beginDragging(at: time(3000))
    carousel.endDragging(velocity: -300, at: time(3000))
    #expect(abs(carousel.offset(at: time(9000)) - rest - 25) < 1e-9)
  }

  @Test(arguments: [Carousel.Suspensions.inactive, .offScreen, .voiceOver])
  func `a suspended carousel stops and does not catch up`(reason: Carousel.Suspensions) {
    var carousel = Carousel(layout: CarouselTests.layout(), at: .zero)
    carousel.suspend(reason, at: time(2000))
    #expect(carousel.offset(at: time(60_000)) == 50)
    #expect(carousel.nextFrame(after: time(60_000)) == nil && !carousel.isAdvancing)
    carousel.suspend([reason, .inactive], at: time(60_000))
    carousel.suspend([], at: time(61_000))
    #expect(carousel.offset(at: time(61_000)) == 50)
    #expect(abs(carousel.offset(at: time(62_000)) - 75) < 1e-9)
  }

  @Test func `with Reduce Motion a carousel only moves when dragged`() {
    var carousel = Carousel(layout: CarouselTests.layout(), motion: .reduced, at: .zero)
    #expect(carousel.offset(at: time(10_000)) == 0)
    carousel.beginDragging(at: time(10_000))
    carousel.drag(to: -40)
    #expect(carousel.offset(at: time(10_000)) == 40)
    carousel.endDragging(at: time(10_000))
    carousel.setMotion(.full, at: time(20_000))
    #expect(carousel.offset(at: time(20_000)) == 40)
    #expect(abs(carousel.offset(at: time(21_000)) - 65) < 1e-9)
  }

  @Test func `time running backwards shows the start`() {
    var carousel = Carousel(layout: CarouselTests.layout(), at: time(5000))
    #expect(carousel.offset(at: time(0)) == 0)
    carousel.beginDragging(at: time(7000))
    carousel.endDragging(at: time(6000))
    #expect(carousel.offset(at: time(1000)) == 50)
  }

  @Test func `an invalid speed does not move, a negative one moves backwards`() {
    for speed in [Double.nan, .infinity, 0] {
      let carousel = Carousel(
        layout: CarouselTests.layout(), mode: .continuous(speed: speed), at: .zero)
      #expect(carousel.offset(at: time(9000)) == 0 && carousel.nextFrame(after: .zero) == nil)
    }
    let back = Carousel(layout: CarouselTests.layout(), mode: .continuous(speed: -25), at: .zero)
    #expect(abs(back.offset(at: time(1000)) - 575) < 1e-9)
  }

  @Test func `setting an invalid speed again does not end a step`() {
    var carousel = Carousel(
      layout: CarouselTests.layout(), mode: .continuous(speed: .nan), at: .zero)
    carousel.step(by: 2, at: .zero)
    carousel.setMode(.continuous(speed: .infinity), at: time(100))
    #expect(carousel.mode == .continuous(speed: 0))
    #expect(carousel.currentItem(at: time(350)) == 2)
  }

  @Test func `a step moves to the neighbour, even across the seam`() {
    var carousel = Carousel(layout: CarouselTests.layout(), at: .zero)
    carousel.step(by: -1, at: .zero)
    #expect(abs(carousel.offset(at: time(350)) - 430) < 1e-9)
    carousel.step(by: 1, at: time(350))
    #expect(carousel.offset(at: time(700)) < 1e-9)
    #expect(carousel.currentItem(at: time(700)) == 0)
  }

  @Test(arguments: [-5, -3, -1, 1, 3, 5])
  func `a step moves only in its direction, with every frame`(items: Int) {
    for start in 0..<4 {
      var carousel = Carousel(
        layout: CarouselTests.layout(), mode: .paged, startingAt: start, at: .zero)
      carousel.step(by: items, at: .zero)
      var before = carousel.offset(at: .zero)
      for moment in stride(from: 10, through: 350, by: 10) {
        #expect(carousel.nextFrame(after: time(moment - 1)) == time(moment - 1))
        let offset = carousel.offset(at: time(moment))
        let moved = carousel.loop.wrapped(items > 0 ? offset - before : before - offset)
        #expect(moved < 300 || moved > 600 - 1e-9, "at \(moment) ms")
        before = offset
      }
      #expect(carousel.currentItem(at: time(350)) == (start + items + 8) % 4)
      #expect(carousel.nextFrame(after: time(350)) == time(5350))
    }
  }

  @Test(arguments: [Carousel.Mode.continuous, .paged], [-1, 1])
  func `steps in quick succession all count`(mode: Carousel.Mode, items: Int) {
    for moment in [0, 50, 349] {
      var carousel = Carousel(layout: CarouselTests.layout(), mode: mode, at: .zero)
      carousel.suspend(.focused, at: .zero)
      carousel.step(by: items, at: .zero)
      carousel.step(by: items, at: time(moment))
      carousel.step(by: items, at: time(moment))
      #expect(carousel.currentItem(at: time(moment + 350)) == (3 * items + 4) % 4)
    }
  }

  @Test(arguments: [-1, 1])
  func `a step arrives at its item despite rounding, from anywhere`(items: Int) {
    let carousel = Carousel(layout: CarouselTests.layout([100.1, 200.3, 80.7, 160.9]), at: .zero)
    for moment in stride(from: 1, to: 23_000, by: 17) {
      var carousel = carousel
      carousel.suspend(.paused, at: time(moment))
      let item = carousel.currentItem(at: time(moment)) ?? 0
      carousel.step(by: items, at: time(moment))
      #expect(carousel.currentItem(at: time(moment + 350)) == (item + items + 4) % 4)
    }
  }

  @Test func `a place just before the seam is the start of the ring`() {
    let loop = Carousel(layout: CarouselTests.layout(), at: .zero).loop
    for (offset, place) in [(-1e-20, 0.0), (-1, 599), (600, 0), (601, 1), (-600, 0)] {
      #expect(loop.wrapped(offset) == place)
    }
  }

  @Test func `a ring turns if it has at least a point and more than the viewport`() {
    for (width, viewportWidth, canTurn) in [(1, 0.5, true), (0.75, 0.5, false), (1, 1, false)] {
      let layout = Carousel.Layout(widths: [width], viewportWidth: viewportWidth)
      #expect(Carousel(layout: layout, at: .zero).canTurn == canTurn)
    }
  }

  @Test func `items that exactly fill the viewport rest despite rounding`() {
    withEvery([320.0, 375, 390, 393, 402, 430], Array(1...9)) { viewportWidth, count in
      for spacing in [0.0, 8, 10, 12, 16] {
        let width = (viewportWidth - spacing * Double(count - 1)) / Double(count)
        let layout = Carousel.Layout(
          widths: Array(repeating: width, count: count), spacing: spacing,
          viewportWidth: viewportWidth)
        #expect(!Carousel(layout: layout, at: .zero).canTurn, "\(layout)")
      }
    }
  }

  @Test func `a single wide item stops and continues like others`() {
    var carousel = Carousel(layout: CarouselTests.layout([500]), at: .zero)
    carousel.suspend(.offScreen, at: time(2000))
    #expect(carousel.offset(at: time(9000)) == 50)
    carousel.suspend([], at: time(9000))
    #expect(carousel.offset(at: time(10_000)) == 75)
  }

  @Test func `the initial item is clamped to those that exist`() {
    for (item, expected) in [(-5, 0), (0, 0), (3, 3), (4, 3), (9, 3)] {
      let carousel = Carousel(
        layout: CarouselTests.layout(), mode: .paged, startingAt: item, at: .zero)
      #expect(carousel.currentItem(at: .zero) == expected)
    }
  }

  @Test func `reasons to stand still are independent of one another`() {
    let reasons: [Carousel.Suspensions] = [.inactive, .offScreen, .voiceOver, .focused, .paused]
    #expect(Set(reasons).count == 5)
    for reason in reasons {
      let others = Carousel.Suspensions(reasons).subtracting(reason)
      #expect(reasons.filter { others.contains($0) } == reasons.filter { $0 != reason })
    }
  }
}
