import SightlineCore
import SightlineTestSupport
import Testing

@Suite struct ScrollPhaseDetectorTests {
  private static let fast = LayoutPoint(x: 0, y: 900)

  private static func ms(_ milliseconds: Int) -> MonotonicTime {
    .zero + .milliseconds(milliseconds)
  }

  /// Returns the phases, with their times, that result from events at times in milliseconds.
  private static func phases(_ events: [(Int, ScrollEvent?)]) -> [(ScrollingPhase, Int)] {
    var detector = ScrollPhaseDetector()
    var changes: [ScrollPhaseChange] = []
    for (time, event) in events {
      if let event {
        changes += detector.handle(event, at: ms(time))
      } else {
        changes += detector.update(at: ms(time))
      }
    }
    return changes.map { ($0.to, Int($0.time.nanoseconds / 1_000_000)) }
  }

  private static func expect(
    _ events: [(Int, ScrollEvent?)], lead to: [(ScrollingPhase, Int)],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let found = phases(events)
    #expect(found.map(\.0) == to.map(\.0), sourceLocation: location)
    #expect(found.map(\.1) == to.map(\.1), sourceLocation: location)
  }

  @Test func `a flick is tracked, drags, decelerates and comes to rest`() {
    ScrollPhaseDetectorTests.expect(
      [
        (0, .touchBegan), (20, .dragged), (36, .dragged), (50, .touchEnded(velocity: Self.fast)),
        (66, .offsetChanged), (82, .offsetChanged), (90, .decelerationEnded), (500, nil),
      ],
      lead: [(.tracking, 0), (.interacting, 20), (.decelerating, 50), (.idle, 90)])
  }

  @Test func `a deceleration without an end event ends 100 ms after its last move`() {
    ScrollPhaseDetectorTests.expect(
      [
        (0, .touchBegan), (10, .dragged), (20, .touchEnded(velocity: Self.fast)),
        (100, .offsetChanged), (180, .offsetChanged), (279, nil), (280, nil),
      ],
      lead: [(.tracking, 0), (.interacting, 10), (.decelerating, 20), (.idle, 280)])
  }

  @Test func `a tap is only tracked, at any speed`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .touchBegan), (80, .touchEnded(velocity: Self.fast))],
      lead: [(.tracking, 0), (.idle, 80)])
  }

  @Test func `a drag released without speed is idle at once`() {
    for velocity in [LayoutPoint.zero, LayoutPoint(x: .nan, y: 0), LayoutPoint(x: 0, y: .infinity)]
    {
      ScrollPhaseDetectorTests.expect(
        [(0, .dragged), (30, .touchEnded(velocity: velocity))],
        lead: [(.interacting, 0), (.idle, 30)])
    }
  }

  @Test func `a finger holding still stays interacting while down`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .dragged), (5000, nil), (9000, .dragged)], lead: [(.interacting, 0)])
  }

  @Test func `a wheel scroll ends after 60 ms of silence`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .wheel), (59, .wheel), (100, .offsetChanged), (159, nil), (160, nil)],
      lead: [(.interacting, 0), (.idle, 160)])
  }

  @Test func `two wheel turns far apart are two scrolls even without a query between them`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .wheel), (500, .wheel)], lead: [(.interacting, 0), (.idle, 60), (.interacting, 500)])
  }

  @Test func `a touchpad scroll decelerates after the fingers lift`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .wheel), (16, .wheelEnded(velocity: Self.fast)), (32, .offsetChanged), (132, nil)],
      lead: [(.interacting, 0), (.decelerating, 16), (.idle, 132)])
    ScrollPhaseDetectorTests.expect(
      [(0, .wheel), (16, .wheelEnded(velocity: .zero))], lead: [(.interacting, 0), (.idle, 16)])
  }

  @Test func `an animation lasts until its end event`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .animationBegan), (16, .offsetChanged), (3000, nil), (3001, .animationEnded)],
      lead: [(.animating, 0), (.idle, 3001)])
  }

  @Test func `a finger or wheel interrupts an animation or deceleration`() {
    ScrollPhaseDetectorTests.expect(
      [(0, .animationBegan), (50, .touchBegan), (90, .touchEnded(velocity: .zero))],
      lead: [(.animating, 0), (.tracking, 50), (.idle, 90)])
    ScrollPhaseDetectorTests.expect(
      [(0, .animationBegan), (50, .wheel), (110, nil)],
      lead: [(.animating, 0), (.interacting, 50), (.idle, 110)])
    ScrollPhaseDetectorTests.expect(
      [(0, .dragged), (9, .touchEnded(velocity: Self.fast)), (50, .touchBegan)],
      lead: [(.interacting, 0), (.decelerating, 9), (.tracking, 50)])
  }

  @Test func `an animation begun during a touch shows after the finger lifts`() {
    ScrollPhaseDetectorTests.expect(
      [
        (0, .dragged), (10, .animationBegan), (20, .touchEnded(velocity: Self.fast)),
        (50, .animationEnded),
      ],
      lead: [(.interacting, 0), (.animating, 20), (.idle, 50)])
  }

  @Test func `an animation ends a running deceleration`() {
    ScrollPhaseDetectorTests.expect(
      [
        (0, .dragged), (9, .touchEnded(velocity: Self.fast)), (20, .animationBegan),
        (50, .animationEnded),
      ],
      lead: [(.interacting, 0), (.decelerating, 9), (.animating, 20), (.idle, 50)])
    ScrollPhaseDetectorTests.expect(
      [(0, .wheel), (20, .animationBegan), (50, .animationEnded)],
      lead: [(.interacting, 0), (.animating, 20), (.idle, 50)])
  }

  @Test func `jumps and unmatched end events are ignored`() {
    ScrollPhaseDetectorTests.expect(
      [
        (0, .offsetChanged), (1, .touchEnded(velocity: Self.fast)), (2, .animationEnded),
        (3, .decelerationEnded), (4, .wheelEnded(velocity: Self.fast)), (500, nil),
      ],
      lead: [])
  }

  @Test func `time running backwards stands still`() {
    ScrollPhaseDetectorTests.expect(
      [(100, .wheel), (20, .wheel), (159, nil), (160, nil)],
      lead: [(.interacting, 100), (.idle, 160)])
  }

  @Test func `phases alternate, times ascend and silence ends scrolls for any input`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var detector = ScrollPhaseDetector()
      var (phase, latest) = (ScrollingPhase.idle, MonotonicTime(nanoseconds: .min))
      var (now, isDown) = (0, false)
      for _ in 0..<200 {
        now += random.oneIn(10) ? random.index(400) : random.index(20)
        if random.oneIn(30) { now -= 30 }
        let event = Self.randomEvent(using: &random)
        switch event {
        case .touchBegan, .dragged: isDown = true
        case .touchEnded: isDown = false
        default: break
        }
        for change in detector.handle(event, at: Self.ms(now)) {
          #expect(change.from == phase && change.to != phase, "seed \(seed)")
          #expect(change.time >= latest, "seed \(seed)")
          (phase, latest) = (change.to, change.time)
        }
        #expect(detector.phase == phase, "seed \(seed)")
        #expect(phase.isTouched || !isDown, "seed \(seed)")
        #expect(
          (detector.nextDeadline != nil)
            == (phase == .decelerating || phase == .interacting && !isDown), "seed \(seed)")
        var later = detector
        if let deadline = detector.nextDeadline {
          #expect(later.update(at: deadline).map(\.to) == [.idle], "seed \(seed)")
        } else {
          #expect(later.update(at: .never).isEmpty, "seed \(seed)")
        }
      }
    }
  }

  private static func randomEvent(using random: inout SeededGenerator) -> ScrollEvent {
    let velocity = random.oneIn(2) ? LayoutPoint.zero : fast
    switch random.index(9) {
    case 0: return .touchBegan
    case 1: return .dragged
    case 2: return .touchEnded(velocity: velocity)
    case 3: return .wheel
    case 4: return .wheelEnded(velocity: velocity)
    case 5: return .offsetChanged
    case 6: return .decelerationEnded
    case 7: return .animationBegan
    default: return .animationEnded
    }
  }
}
