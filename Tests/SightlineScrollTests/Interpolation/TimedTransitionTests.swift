import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct TimedTransitionTests {
  private static func ms(_ milliseconds: Int) -> MonotonicTime {
    .zero + .milliseconds(milliseconds)
  }

  @Test func `a transition starts at exactly from and ends at exactly to`() {
    withEvery([0.1, -3, 53, 82], [0.3, 7, 82, 1e-17], [Easing.linear, .easeInOut, .easeOut]) {
      from, to, easing in
      let transition = TimedTransition(
        from: from, to: to, start: Self.ms(100), duration: .milliseconds(80), easing: easing)
      #expect(transition.value(at: Self.ms(100)) == from)
      #expect(transition.value(at: Self.ms(180)) == to)
      #expect(transition.value(at: .never) == to)
      #expect(!transition.isFinished(at: MonotonicTime(nanoseconds: 179_999_999)))
      #expect(transition.isFinished(at: Self.ms(180)))
    }
  }

  @Test func `a transition follows its easing by elapsed time`() {
    let transition = TimedTransition(
      from: 0.0, to: 10, start: Self.ms(100), duration: .milliseconds(80), easing: .easeInOut)
    for elapsed in 0...80 {
      let expected = 10 * Easing.easeInOut.value(at: Double(elapsed) / 80)
      #expect(isClose(transition.value(at: Self.ms(100 + elapsed)), expected))
      #expect(isClose(transition.progress(at: Self.ms(100 + elapsed)), Double(elapsed) / 80))
    }
  }

  @Test func `a time before the start gives from`() {
    let transition = TimedTransition(
      from: 1.0, to: 2, start: Self.ms(100), duration: .milliseconds(80))
    for time in [-100, 0, 99] {
      #expect(transition.value(at: Self.ms(time)) == 1)
      #expect(!transition.isFinished(at: Self.ms(time)))
    }
  }

  @Test func `a nonpositive duration or Reduce Motion jumps`() {
    let jumps = [
      TimedTransition(from: 1.0, to: 2, start: Self.ms(100), duration: .zero),
      TimedTransition(from: 1.0, to: 2, start: Self.ms(100), duration: .seconds(-4)),
      TimedTransition(
        from: 1.0, to: 2, start: Self.ms(100), duration: .seconds(4), motion: .reduced),
    ]
    withEvery(jumps, [0, 99, 100, 101]) { jump, time in
      #expect(jump.duration == .zero)
      #expect(jump.value(at: Self.ms(time)) == 2)
      #expect(jump.isFinished(at: Self.ms(time)))
    }
  }

  @Test func `a resting transition is finished`() {
    let resting = TimedTransition(resting: LayoutPoint(x: 3, y: 4))
    #expect(resting.isFinished(at: MonotonicTime(nanoseconds: .min)))
    #expect(resting.value(at: .zero) == LayoutPoint(x: 3, y: 4))
  }

  @Test func `extreme times do not trap`() {
    let long = TimedTransition(
      from: 0.0, to: 1, start: MonotonicTime(nanoseconds: .min), duration: .seconds(Int64.max))
    withEvery([MonotonicTime.zero, .never, MonotonicTime(nanoseconds: .min)], [0]) { time, _ in
      #expect((0...1).contains(long.value(at: time)))
    }
  }
}
