import SightlineCore
import Testing

@testable import SightlineScroll

@Suite struct CarouselPagingTests {
  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  /// Pages 300 wide, 310 apart.
  private func carousel(
    _ count: Int = 3, direction: ReadingDirection = .leftToRight,
    alignment: Carousel.Layout.Alignment = .leading, motion: MotionPreference = .full
  ) -> Carousel {
    Carousel(
      layout: Carousel.Layout(
        widths: Array(repeating: 300, count: count), spacing: 10, viewportWidth: 300,
        direction: direction, alignment: alignment),
      mode: .paged, motion: motion, at: .zero)
  }

  @Test func `a page turns every 5 s, even across the seam, with a next frame time`() {
    let carousel = carousel()
    #expect(carousel.nextFrame(after: time(0)) == time(5000))
    #expect(carousel.currentItem(at: time(4999)) == 0)
    for turn in 1...7 {
      let start = turn * 5000
      #expect(carousel.offset(at: time(start)) == Double((turn - 1) % 3) * 310)
      #expect(carousel.currentItem(at: time(start)) == turn % 3)
      #expect(carousel.nextFrame(after: time(start + 349)) == time(start + 349))
      #expect(carousel.offset(at: time(start + 350)) == Double(turn % 3) * 310)
      #expect(carousel.nextFrame(after: time(start + 350)) == time(start + 5000))
    }
  }

  @Test(arguments: [1, 2, 5_000_000_000])
  func `pages turn up to the end of time`(nanoseconds: Int64) {
    var carousel = carousel()
    carousel.setMode(.paged(every: .nanoseconds(nanoseconds)), at: .zero)
    #expect(carousel.nextFrame(after: .never) == .never)
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a page dragged by a third of its width turns, less goes back`(direction: ReadingDirection) {
    let forward = direction == .leftToRight ? -1.0 : 1
    for (way, page) in [(99.0, 0), (100, 1), (-99, 0), (-100, 2), (409, 1), (410, 2), (-410, 1)] {
      var carousel = carousel(direction: direction)
      carousel.beginDragging(at: time(100))
      carousel.drag(to: way * forward)
      carousel.endDragging(at: time(200))
      #expect(carousel.currentItem(at: time(200)) == page, "dragged by \(way)")
      #expect(abs(carousel.offset(at: time(550)) - Double(page) * 310) < 1e-9)
    }
  }

  @Test func `a flick of any length turns the page`() {
    for (velocity, page) in [(-400.0, 1), (-399, 0), (400, 2), (.nan, 0)] {
      var carousel = carousel()
      carousel.beginDragging(at: .zero)
      carousel.endDragging(velocity: velocity, at: .zero)
      #expect(carousel.currentItem(at: .zero) == page)
    }
  }

  @Test(arguments: [0.5, 100, 309], [-1.0, 1])
  func `a flick against the movement returns to the page`(way: Double, direction: Double) {
    var carousel = carousel()
    carousel.beginDragging(at: .zero)
    carousel.drag(to: way * direction)
    carousel.endDragging(velocity: -400 * direction, at: .zero)
    #expect(carousel.currentItem(at: time(350)) == 0)
    #expect(carousel.offset(at: time(350)) == 0)
  }

  @Test func `a drag keeps its distance from its page when the widths change`() {
    var carousel = carousel()
    carousel.step(by: 1, at: .zero)
    carousel.beginDragging(at: time(1000))
    carousel.drag(to: -50)
    let wide = Carousel.Layout(widths: [400, 400, 400], spacing: 10, viewportWidth: 400)
    carousel.update(wide, at: time(1100))
    #expect(carousel.offset(at: time(1100)) == 410 + 50)
    carousel.drag(to: -60)
    #expect(carousel.offset(at: time(1100)) == 410 + 60)
  }

  @Test(arguments: 0...2)
  func `a finger keeps hold of a carousel that shrinks, until it is empty`(count: Int) {
    var carousel = carousel()
    carousel.beginDragging(at: .zero)
    carousel.drag(to: -50)
    let small = Carousel.Layout(
      widths: Array(repeating: 300, count: count), spacing: 10, viewportWidth: 300)
    carousel.update(small, at: time(100))
    #expect(carousel.isHeld == (count > 0))
    var resting = self.carousel()
    resting.update(small, at: time(100))
    #expect(resting.offset(at: time(100)) == 0)
  }

  @Test func `a flick exactly at another page turns that page`() {
    for pages in [1.0, 2, -1, -2] {
      var carousel = carousel(7)
      carousel.beginDragging(at: .zero)
      carousel.drag(to: -310 * pages)
      carousel.endDragging(velocity: pages > 0 ? -400 : 400, at: .zero)
      let page = carousel.currentItem(at: .zero + .seconds(1))
      #expect(page == (7 + Int(pages) + (pages > 0 ? 1 : -1)) % 7, "\(pages)")
    }
  }

  @Test func `after a drag the next page turns after a full interval`() {
    var carousel = carousel()
    carousel.beginDragging(at: time(4900))
    #expect(carousel.offset(at: time(20_000)) == 0)
    carousel.drag(to: -200)
    carousel.endDragging(at: time(20_000))
    #expect(carousel.nextFrame(after: time(20_350)) == time(25_350))
    #expect(carousel.currentItem(at: time(25_349)) == 1)
    #expect(carousel.currentItem(at: time(25_350)) == 2)
  }

  @Test
  func `a page caught in a turn settles by the rule of a third, even at the seam`() {
    // A turn takes 350 ms: caught early, it goes back; caught late, it completes.
    for turn in 1...3 {
      for (moment, goesOn) in [(60, false), (175, false), (300, true)] {
        var carousel = carousel()
        carousel.beginDragging(at: time(turn * 5000 + moment))
        carousel.endDragging(at: time(turn * 5000 + moment))
        #expect(
          carousel.currentItem(at: time(turn * 5000 + moment)) == (goesOn ? turn : turn - 1) % 3)
      }
    }
  }

  @Test func `a suspension ends the turn and restarts the interval`() {
    var carousel = carousel()
    carousel.suspend(.offScreen, at: time(5100))
    #expect(carousel.offset(at: time(5100)) == 310)
    carousel.suspend([], at: time(60_000))
    #expect(carousel.nextFrame(after: time(60_000)) == time(65_000))
  }

  @Test func `with Reduce Motion pages do not turn by themselves and drags settle at once`() {
    var carousel = carousel(motion: .reduced)
    #expect(carousel.nextFrame(after: .zero) == nil)
    carousel.beginDragging(at: time(100))
    carousel.drag(to: -150)
    carousel.endDragging(at: time(200))
    #expect(carousel.offset(at: time(200)) == 310)
  }

  @Test func `centred pages have equal room on both sides`() throws {
    let carousel = Carousel(
      layout: Carousel.Layout(
        widths: [200, 240, 200], spacing: 10, viewportWidth: 300, alignment: .center),
      mode: .paged, at: .zero)
    for page in 0..<3 {
      let place = try #require(carousel.placement(of: page, at: time(page * 5000 + 4000)))
      #expect(abs(place.x - (300 - place.width) / 2) < 1e-9)
    }
  }

  @Test func `a mode change halfway between pages turns back, even with one page`() {
    for count in 1...3 {
      let layout = Carousel.Layout(
        widths: Array(repeating: 300, count: count), viewportWidth: 200)
      var carousel = Carousel(layout: layout, mode: .continuous(speed: 100), at: .zero)
      carousel.setMode(.paged, at: time(1500))
      #expect(carousel.offset(at: time(1500)) == 150)
      #expect(carousel.offset(at: time(1600)) < 150 && carousel.offset(at: time(1850)) == 0)
    }
  }

  @Test func `drags of less than a point turn pages without width`() {
    let layout = Carousel.Layout(widths: [0, 100, 100], spacing: 0.5, viewportWidth: 100)
    for (way, velocity, page) in [(0.25, 0.0, 1), (-0.25, 0, 2), (0.75, 0, 1), (0.75, -400, 2)] {
      var carousel = Carousel(layout: layout, mode: .paged, at: .zero)
      carousel.beginDragging(at: .zero)
      carousel.drag(to: -way)
      carousel.endDragging(velocity: velocity, at: .zero)
      #expect(carousel.currentItem(at: .zero) == page, "dragged by \(way)")
    }
  }

  @Test func `only pages are centred, not items that move continuously`() {
    let layout = Carousel.Layout(
      widths: [300, 100, 200], viewportWidth: 250, alignment: .center)
    var carousel = Carousel(layout: layout, mode: .continuous(speed: 0), startingAt: 1, at: .zero)
    #expect(carousel.currentItem(at: .zero) == 1 && carousel.offset(at: .zero) == 300)
    for item in [2, 0, 1] {
      carousel.step(by: 1, at: .zero)
      carousel.suspend(carousel.suspensions.isEmpty ? .paused : [], at: time(350))
      #expect(carousel.currentItem(at: time(350)) == item)
      #expect(carousel.offset(at: time(350)) == [0, 300, 400][item])
    }
    // All of the last item but 10 points is past the edge, and remains so in a wider viewport.
    carousel.beginDragging(at: time(400))
    carousel.drag(to: -290)
    let wide = Carousel.Layout(widths: [300, 100, 200], viewportWidth: 260, alignment: .center)
    carousel.update(wide, at: time(400))
    #expect(carousel.offset(at: time(400)) == 590)
  }

  @Test func `a centred page remains the current item when touched`() {
    let layout = Carousel.Layout(
      widths: [100, 100, 100, 100], spacing: 10, viewportWidth: 300, alignment: .center)
    for page in 0..<4 {
      var carousel = Carousel(layout: layout, mode: .paged, startingAt: page, at: .zero)
      carousel.beginDragging(at: .zero)
      for (way, item) in [(0.0, page), (-54, page), (-56, page + 1), (54, page), (56, page + 3)] {
        carousel.drag(to: way)
        #expect(carousel.currentItem(at: .zero) == item % 4)
      }
    }
  }

  @Test func `a step back during another takes the short way`() {
    var carousel = carousel(5)
    carousel.step(by: 2, at: .zero)
    carousel.step(by: -1, at: time(50))
    for moment in stride(from: 50, through: 400, by: 10) {
      #expect((0...310).contains(carousel.offset(at: time(moment))))
    }
    #expect(carousel.offset(at: time(400)) == 310)
  }

  @Test func `a change of the interval completes a turn the same way`() {
    var carousel = Carousel(
      layout: Carousel.Layout(widths: [300, 100], viewportWidth: 300), mode: .paged, at: .zero)
    carousel.setMode(.paged(every: .seconds(9)), at: time(5050))
    for moment in stride(from: 5050, through: 5400, by: 10) {
      #expect((0...300).contains(carousel.offset(at: time(moment))))
    }
  }

  @Test func `a drag after a swing over several rings survives changes of mode and data`() {
    let layout = Carousel.Layout(widths: [300, 300], viewportWidth: 300)
    var carousel = Carousel(layout: layout, at: .zero)
    carousel.beginDragging(at: .zero)
    carousel.endDragging(velocity: -4000, at: .zero)
    carousel.beginDragging(at: time(1497))
    carousel.setMode(.paged, at: time(1497))
    let past = carousel.offset(at: time(1497))
    carousel.update(
      Carousel.Layout(widths: [300, 300, 350], viewportWidth: 300), at: time(1498))
    #expect(abs(carousel.offset(at: time(1498)) - past) < 1e-9)
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a mode change continues from the current offset`(direction: ReadingDirection) {
    var carousel = carousel(direction: direction)
    carousel.setMode(.continuous(speed: 100), at: time(1000))
    #expect(carousel.offset(at: time(1000)) == 0)
    #expect(carousel.offset(at: time(3000)) == 200)
    // Page 1, at 310, is nearer than page 0.
    carousel.setMode(.paged, at: time(3000))
    #expect(carousel.offset(at: time(3000)) == 200)
    #expect(carousel.currentItem(at: time(3350)) == 1)
    #expect(carousel.offset(at: time(3350)) == 310)
    #expect(carousel.nextFrame(after: time(3350)) == time(8350))
    // A turning page completes, and the next one waits for the new interval.
    carousel.setMode(.paged(every: .seconds(2)), at: time(8450))
    #expect(carousel.offset(at: time(8800)) == 620)
    #expect(carousel.nextFrame(after: time(8800)) == time(10_800))
  }

  @Test func `a mode change turns to the nearer of pages of any width`() {
    let layout = Carousel.Layout(widths: [500, 100], viewportWidth: 300)
    for (offset, page) in [
      (240, 0), (250, 0), (260, 1), (290, 1), (540, 1), (550, 1), (560, 0), (590, 0),
    ] {
      var carousel = Carousel(layout: layout, mode: .continuous(speed: 100), at: .zero)
      carousel.setMode(.paged, at: time(offset * 10))
      #expect(carousel.currentItem(at: time(offset * 10)) == page, "at \(offset)")
      #expect(carousel.offset(at: time(offset * 10 + 350)) == [0, 500][page])
    }
  }

  @Test func `a mode change turns back to a nearer page behind`() {
    var carousel = carousel()
    carousel.setMode(.continuous(speed: 100), at: time(1000))
    #expect(carousel.offset(at: time(4200)) == 320)
    carousel.setMode(.paged, at: time(4200))
    for milliseconds in stride(from: 4200, through: 4550, by: 50) {
      #expect((310...320).contains(carousel.offset(at: time(milliseconds))))
    }
    #expect(carousel.offset(at: time(4550)) == 310)
    #expect(carousel.currentItem(at: time(4550)) == 1)
  }

  @Test func `a mode change keeps a drag, and few items stay at rest`() {
    var carousel = carousel()
    carousel.beginDragging(at: time(100))
    carousel.drag(to: -50)
    carousel.setMode(.continuous, at: time(200))
    #expect(carousel.offset(at: time(200)) == 50)
    carousel.endDragging(at: time(300))
    #expect(carousel.offset(at: time(4300)) == 150)
    var one = Carousel(
      layout: Carousel.Layout(widths: [100], spacing: 0, viewportWidth: 300), at: .zero)
    one.setMode(.paged, at: time(1))
    #expect(one.offset(at: time(9000)) == one.offset(at: .zero))
  }

  @Test func `a nonpositive interval turns no pages, a short one shortens the turn`() {
    let layout = carousel().layout
    for interval in [Duration.zero, .seconds(-5)] {
      let carousel = Carousel(layout: layout, mode: .paged(every: interval), at: .zero)
      #expect(carousel.nextFrame(after: .zero) == nil && carousel.offset(at: time(9000)) == 0)
    }
    let quick = Carousel(layout: layout, mode: .paged(every: .milliseconds(100)), at: .zero)
    #expect(quick.offset(at: time(200)) == 310)
    // Time has a resolution of a nanosecond.
    for interval in [
      Duration.nanoseconds(1), Duration(secondsComponent: 0, attosecondsComponent: 1),
    ] {
      let carousel = Carousel(layout: layout, mode: .paged(every: interval), at: .zero)
      #expect(carousel.nextFrame(after: .zero) == MonotonicTime(nanoseconds: 1))
    }
  }
}
