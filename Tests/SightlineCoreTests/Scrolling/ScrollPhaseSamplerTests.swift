import SightlineCore
import Testing

@Suite struct ScrollPhaseSamplerTests {
  private var sampler = ScrollPhaseSampler()

  private mutating func take(
    _ y: Double, at milliseconds: Double, tracking: Bool = false, dragging: Bool = false,
    decelerating: Bool = false
  ) -> ScrollingPhase? {
    sampler.take(
      ScrollPhaseSampler.Sample(
        isTracking: tracking, isDragging: dragging, isDecelerating: decelerating,
        contentOffset: LayoutPoint(x: 0, y: y)), at: MonotonicTime(seconds: milliseconds / 1000))?
      .to
  }

  @Test mutating func `the toolkit's flags decide`() {
    #expect(take(0, at: 0) == nil)
    #expect(take(0, at: 16, tracking: true) == .tracking)
    #expect(take(4, at: 32, tracking: true, dragging: true) == .interacting)
    #expect(take(20, at: 48, dragging: true, decelerating: true) == .decelerating)
    #expect(take(20, at: 64) == .idle)
  }

  @Test mutating func `the last step of a decelerating scroll ends it`() {
    _ = take(0, at: 0, decelerating: true)
    #expect(take(10, at: 16, decelerating: true) == nil)
    #expect(take(14, at: 32) == .idle)
    #expect(sampler.nextDeadline == nil)
    // Further movement is an animation.
    #expect(take(20, at: 48) == .animating)
  }

  @Test mutating func `the last step of a slow drag ends it`() {
    _ = take(0, at: 0)
    _ = take(4, at: 16, tracking: true, dragging: true)
    _ = take(8, at: 32, tracking: true, dragging: true)
    #expect(take(9, at: 48) == .idle)
    #expect(take(9, at: 64) == nil)
  }

  @Test mutating func `a jump is not a scroll`() {
    _ = take(0, at: 0)
    #expect(take(500, at: 16) == nil)
    #expect(take(500, at: 32) == nil)
    #expect(sampler.phase == .idle)
  }

  @Test mutating func `steps without a flag are an animation`() {
    _ = take(0, at: 0)
    _ = take(10, at: 16)
    #expect(take(20, at: 32) == .animating)
    #expect(take(20, at: 48) == nil)
    #expect(sampler.nextDeadline == MonotonicTime(seconds: 0.132))
  }

  @Test mutating func `an animation ends at its deadline even if the next sample comes later`() {
    _ = take(0, at: 0)
    _ = take(10, at: 16)
    _ = take(20, at: 32)
    let change = sampler.take(
      ScrollPhaseSampler.Sample(
        isTracking: false, isDragging: false, isDecelerating: false,
        contentOffset: LayoutPoint(x: 0, y: 20)), at: MonotonicTime(seconds: 5))
    #expect(change?.to == .idle)
    #expect(change?.time == MonotonicTime(seconds: 0.132))
  }

  @Test mutating func `an animation has ended when the next step comes later`() {
    _ = take(0, at: 0)
    _ = take(10, at: 16)
    #expect(take(20, at: 32) == .animating)
    #expect(take(30, at: 500) == .idle)
    #expect(take(40, at: 516) == .animating)
  }

  @Test mutating func `a finger takes over an animation`() {
    _ = take(0, at: 0)
    _ = take(10, at: 16)
    _ = take(20, at: 32)
    #expect(take(20, at: 40, tracking: true) == .tracking)
    #expect(take(20, at: 60) == .idle)
  }

  @Test mutating func `two jumps far apart are not a scroll`() {
    _ = take(0, at: 0)
    #expect(take(100, at: 16) == nil)
    #expect(take(200, at: 2_000) == nil)
    #expect(sampler.phase == .idle)
  }
}
