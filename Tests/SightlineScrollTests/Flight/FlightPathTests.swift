import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct FlightPathTests {
  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  private func length(_ vector: LayoutPoint) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }

  private func isClose(_ a: LayoutPoint, _ b: LayoutPoint) -> Bool { length(a - b) < 1e-9 }

  @Test
  func `a flight arcs from the tapped point to the tab in 1 s while fading`() {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let from = LayoutPoint(x: random.number(0...390), y: random.number(0...700))
      let to = LayoutPoint(x: random.number(0...390), y: random.number(780...844))
      let path = FlightPath(from: from, to: to, at: time(50))
      #expect(path.frame(at: time(50)) == .init(position: from, opacity: 1))
      #expect(path.frame(at: time(1050)) == .init(position: to, opacity: 0))
      #expect(!path.isFinished(at: time(1049)) && path.isFinished(at: time(1050)))
      let line = to - from
      var away = 0.0
      var before = path.frame(at: time(50))
      for moment in stride(from: 60, through: 1050, by: 10) {
        let frame = path.frame(at: time(moment))
        let offset = frame.position - from
        away = max(away, abs(line.x * offset.y - line.y * offset.x) / length(line))
        #expect(frame.opacity < before.opacity)
        before = frame
      }
      #expect(away < length(line) / 2)
      #expect(away >= length(line) / 5, "seed \(seed), from \(from) to \(to)")
    }
  }

  @Test func `a flight eases out`() {
    let path = FlightPath(from: .zero, to: LayoutPoint(x: 200, y: 600), at: time(0))
    // The distance along the curve in each tenth of the time, and the remaining opacity.
    var ways: [Double] = []
    for tenth in 0..<10 {
      var way = 0.0
      for step in 0..<20 {
        let a = path.frame(at: time(tenth * 100 + step * 5))
        let b = path.frame(at: time(tenth * 100 + step * 5 + 5))
        way += length(b.position - a.position)
      }
      ways.append(way)
      let share = Easing.easeOut.value(at: Double(tenth) / 10)
      #expect(abs(path.frame(at: time(tenth * 100)).opacity - (1 - share)) < 1e-9)
    }
    #expect(ways[0] > 2 * ways[9])
    #expect(zip(ways.suffix(4), ways.suffix(3)).allSatisfy { $0 > $1 })
    let halves = (ways.prefix(5).reduce(0, +), ways.suffix(5).reduce(0, +))
    #expect(halves.0 > 1.5 * halves.1)
  }

  @Test func `a resize in flight redirects smoothly to the new tab position`() {
    var path = FlightPath(
      from: LayoutPoint(x: 300, y: 100), to: LayoutPoint(x: 100, y: 800), at: time(0))
    for (moment, end) in [(200, LayoutPoint(x: 400, y: 350)), (500, LayoutPoint(x: 90, y: 810))] {
      let before = path.frame(at: time(moment))
      let direction = before.position - path.frame(at: time(moment - 1)).position
      path.retarget(to: end, at: time(moment))
      #expect(isClose(path.frame(at: time(moment)).position, before.position))
      #expect(path.frame(at: time(moment)).opacity == before.opacity)
      let after = path.frame(at: time(moment + 1)).position - before.position
      #expect(length(after - direction) < 0.1 * length(direction))
      #expect(path.frame(at: time(1000)) == .init(position: end, opacity: 0))
    }
  }

  @Test func `a tab moving as a flight starts changes the arc's end`() {
    let (from, end) = (LayoutPoint(x: 30, y: 40), LayoutPoint(x: 90, y: 810))
    var path = FlightPath(from: from, to: LayoutPoint(x: 300, y: 800), at: time(0))
    path.retarget(to: end, at: time(0))
    let straight = FlightPath(from: from, to: end, at: time(0))
    for moment in stride(from: 0, through: 1000, by: 50) {
      #expect(path.frame(at: time(moment)) == straight.frame(at: time(moment)))
    }
  }

  @Test func `of two new targets at one time the last counts`() {
    var twice = FlightPath(from: .zero, to: LayoutPoint(x: 300, y: 800), at: time(0))
    var once = twice
    twice.retarget(to: LayoutPoint(x: 10, y: 700), at: time(500))
    twice.retarget(to: LayoutPoint(x: 200, y: 600), at: time(500))
    once.retarget(to: LayoutPoint(x: 200, y: 600), at: time(500))
    #expect(twice == once)
  }

  @Test func `after its end a flight stays at its target`() {
    var path = FlightPath(from: .zero, to: LayoutPoint(x: 300, y: 800), at: time(0))
    path.retarget(to: LayoutPoint(x: 200, y: 700), at: time(500))
    for x in [100.0, 50] {
      path.retarget(to: LayoutPoint(x: x, y: 600), at: time(1500))
      #expect(path.frame(at: time(1500)).position == LayoutPoint(x: x, y: 600))
    }
  }

  @Test func `with Reduce Motion a flight fades in place`() {
    let from = LayoutPoint(x: 30, y: 40)
    var path = FlightPath(
      from: from, to: LayoutPoint(x: 300, y: 800), at: time(0), motion: .reduced)
    path.retarget(to: LayoutPoint(x: 1, y: 2), at: time(300))
    for moment in [0, 250, 500, 1000] {
      #expect(path.frame(at: time(moment)).position == from)
    }
    #expect(path.frame(at: time(0)).opacity == 1 && path.frame(at: time(1000)).opacity == 0)
  }

  @Test func `a flight without distance fades in place`() {
    let point = LayoutPoint(x: 5, y: 6)
    let path = FlightPath(from: point, to: point, at: time(0))
    for moment in stride(from: 0, through: 1000, by: 50) {
      #expect(isClose(path.frame(at: time(moment)).position, point))
    }
    let lost = FlightPath(from: point, to: LayoutPoint(x: .nan, y: 0), at: time(0))
    #expect(isClose(lost.frame(at: time(500)).position, point) && !lost.isFinished(at: time(500)))
    let found = FlightPath(from: LayoutPoint(x: .infinity, y: 0), to: point, at: time(0))
    #expect(isClose(found.frame(at: time(500)).position, point))
  }

  @Test func `flights without a finite point finish at once`() {
    let nowhere = LayoutPoint(x: .nan, y: .nan)
    let path = FlightPath(from: nowhere, to: nowhere, at: time(0))
    #expect(path.isFinished(at: time(0)) && path.frame(at: time(0)).opacity == 0)
    #expect(path.frame(at: time(0)).position.isFinite)
  }

  @Test func `before its start time a flight is at its start`() {
    let path = FlightPath(from: .zero, to: LayoutPoint(x: 9, y: 9), at: time(1000))
    let frame = path.frame(at: time(0))
    #expect(frame.position == .zero && frame.opacity == 1)
  }

  @Test func `simultaneous flights are independent and removed when finished`() {
    var flights = Flights()
    let end = LayoutPoint(x: 200, y: 800)
    let first = flights.launch(from: LayoutPoint(x: 10, y: 10), to: end, at: time(0))
    let second = flights.launch(from: LayoutPoint(x: 300, y: 400), to: end, at: time(400))
    #expect(first != second)
    #expect(flights.frames(at: time(500)).map(\.id) == [first, second])
    flights.retarget(to: LayoutPoint(x: 50, y: 60), at: time(600))
    let frames = flights.frames(at: time(1000))
    #expect(frames.map(\.id) == [second])
    #expect(flights.frames(at: time(1399))[0].frame.position.y < 62)
    #expect(flights.frames(at: time(1400)).isEmpty && flights.isEmpty)
  }
}
