import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct DragRecognizerTests {
  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  private func point(_ x: Double, _ y: Double = 0) -> LayoutPoint { LayoutPoint(x: x, y: y) }

  @Test func `only mostly horizontal movements have a direction`() {
    #expect(DragDirection(x: -3, y: 2) == .left)
    #expect(DragDirection(x: 3, y: -2.9) == .right)
    #expect(DragDirection(x: 0.5, y: 0) == .right)
    for (x, y) in [(3.0, 3.0), (2, -3), (0, 0), (.nan, 1), (1, .nan)] {
      #expect(DragDirection(x: x, y: y) == nil, "\(x), \(y)")
    }
    #expect(DragDirection(x: .infinity, y: 0) == .right)
  }

  @Test func `a drag is undecided within the slop, then accepted or refused by direction`() {
    withEvery([-1.0, 1], [0.0, 9, -9]) { sign, y in
      var session = DragRecognizer()
      #expect(session.move(to: point(sign * 9.9, y), at: time(0)) == nil)
      #expect(session.state == .undecided)
      #expect(session.move(to: point(sign * 10, y), at: time(16)) == .began)
      #expect(session.state == .accepted)
    }
    var vertical = DragRecognizer()
    #expect(vertical.move(to: point(9, 11), at: time(0)) == nil)
    #expect(vertical.state == .refused)
    // Refused permanently, wherever it moves next.
    #expect(vertical.move(to: point(200, 11), at: time(16)) == nil)
    #expect(vertical.end(at: time(20)) == nil)
  }

  @Test
  func `movement before acceptance is dropped, then any direction is followed`() {
    var session = DragRecognizer()
    _ = session.move(to: point(-14, 3), at: time(0))
    #expect(session.move(to: point(-20, 90), at: time(16)) == .moved(-6))
    #expect(session.move(to: point(30, 400), at: time(32)) == .moved(44))
    #expect(session.move(to: point(.nan), at: time(40)) == nil)
  }

  @Test func `a drag with nothing to move is refused after one query`() {
    var asked: [DragDirection] = []
    var session = DragRecognizer()
    for step in 1...4 {
      let event = session.move(to: point(Double(step) * 6), at: time(step)) {
        asked.append($0)
        return false
      }
      #expect(event == nil)
    }
    #expect(asked == [.right])
    #expect(session.state == .refused)
  }

  @Test func `the velocity covers the last tenth of a second`() {
    var session = DragRecognizer()
    // Slowly, then 10 points in 16 ms.
    for step in 0...20 { _ = session.move(to: point(10 + Double(step)), at: time(step * 50)) }
    for step in 1...10 {
      _ = session.move(to: point(30 + 10 * Double(step)), at: time(1000 + step * 16))
    }
    guard case .ended(let velocity) = session.end(at: time(1160)) else {
      Issue.record("no end")
      return
    }
    #expect(abs(velocity - 625) < 1e-6)
  }

  @Test func `a movement a tenth of a second before the end counts for the velocity`() {
    var session = DragRecognizer()
    _ = session.move(to: point(20), at: time(0))
    _ = session.move(to: point(60), at: time(50))
    #expect(session.end(at: time(100)) == .ended(velocity: 800))
  }

  @Test func `a finger resting before it lifts has no velocity`() {
    var session = DragRecognizer()
    for step in 1...10 { _ = session.move(to: point(10 * Double(step)), at: time(step * 16)) }
    #expect(session.end(at: time(400)) == .ended(velocity: 0))
  }

  @Test func `a clock that runs backwards restarts the velocity`() {
    var session = DragRecognizer()
    _ = session.move(to: point(20), at: time(1000))
    _ = session.move(to: point(30), at: time(500))
    _ = session.move(to: point(70), at: time(550))
    #expect(session.end(at: time(550)) == .ended(velocity: 800))
    session = DragRecognizer()
    _ = session.move(to: point(20), at: time(500))
    _ = session.move(to: point(60), at: time(550))
    #expect(session.end(at: time(499)) == .ended(velocity: 0))
  }

  @Test func `cancelling ends a drag once in any state`() {
    var session = DragRecognizer()
    #expect(session.cancel() == nil)
    #expect(session.state == .ended)
    #expect(session.move(to: point(50), at: time(0)) == nil)
    session = DragRecognizer()
    _ = session.move(to: point(50), at: time(0))
    #expect(session.cancel() == .cancelled)
    #expect(session.cancel() == nil && session.end(at: time(5)) == nil)
  }

  @Test(arguments: [Carousel.Mode.continuous, .paged])
  func `cancelling a carousel's drag releases it and resumes turning`(mode: Carousel.Mode) {
    var carousel = Carousel(layout: CarouselTests.layout(), mode: mode, at: .zero)
    carousel.drag(.began, at: time(10))
    carousel.drag(.moved(-70), at: time(20))
    let held = carousel.offset(at: time(4000))
    #expect(carousel.isHeld)
    carousel.drag(.cancelled, at: time(4000))
    #expect(!carousel.isHeld && carousel.isAdvancing)
    #expect(carousel.offset(at: time(4000)) == held)
    #expect(carousel.offset(at: time(12_000)) != held)
  }
}
