import SightlineCore
import SightlineTestSupport
import Testing

/// Time in view, scroll speed, presets and invalid policies.
@Suite struct ExposureTests {
  private let a = ItemIdentity(7)

  @Test func `an exposure tells first, last, total, longest, greatest and how many`() throws {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(100))
    stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: a)
    #expect(stage.engine.exposure(of: a, for: policy, at: .zero) == nil)
    // Steps of 20 pt hidden, with their times: 0.6 visible, then 0.8, then too little.
    for (offset, time) in [(40.0, 1000), (20, 1500), (60, 1700), (30, 3000), (70, 4200)] {
      _ = stage.scroll(to: offset, at: time)
    }
    let exposure = try #require(
      stage.engine.exposure(of: a, for: policy, at: .milliseconds(9000)))
    #expect(exposure.firstSeen == .milliseconds(1000))
    #expect(exposure.lastSeen == .milliseconds(4200))
    #expect(exposure.total == .milliseconds(700 + 1200))
    #expect(exposure.longest == .milliseconds(1200))
    #expect(isClose(exposure.greatestFraction, 0.8))
    #expect(exposure.count == 2)
  }

  @Test func `an exposure that is going on is counted up to now`() throws {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), for: .mrcVideo, of: a)
    _ = stage.pass(at: 100)
    let exposure = try #require(
      stage.engine.exposure(of: a, for: .mrcVideo, at: .milliseconds(850)))
    #expect(exposure.lastSeen == .milliseconds(850))
    #expect(exposure.total == .milliseconds(750) && exposure.longest == .milliseconds(750))
    #expect(exposure.greatestFraction == 1 && exposure.count == 1)
  }

  /// A target in view the whole time, scrolled 10 pt every 10 ms: 1,000 pt/s.
  private func scrolled(limit: Double?, _ accumulation: ImpressionPolicy.Accumulation) -> Stage {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", .square(y: 400)),
      for: ImpressionPolicy(
        rule: .fully, dwell: .milliseconds(150), accumulation: accumulation,
        scrollSpeedLimit: limit), of: a)
    #expect(stage.pass(at: 0) == [])
    return stage
  }

  @Test func `nothing counts while the scroll is faster than the limit`() {
    for (limit, seen) in [(nil as Double?, true), (1000, true), (999, false)] {
      var stage = scrolled(limit: limit, .continuous)
      var events: [String] = []
      for step in 1...20 { events += stage.scroll(to: Double(step) * 10, at: step * 10) }
      #expect(events == (seen ? ["7 seen at 150"] : []), "\(String(describing: limit))")
    }
  }

  @Test func `the scroll counts as stopped 100 ms after it moved last, and the deadline tells`() {
    var stage = scrolled(limit: 999, .continuous)
    for step in 1...20 { _ = stage.scroll(to: Double(step) * 10, at: step * 10) }
    #expect(stage.engine.nextDeadline == .milliseconds(300))
    #expect(stage.pass(at: 299) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(300))
    #expect(stage.pass(at: 300) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(450))
    #expect(stage.pass(at: 450) == ["7 seen at 450"])
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `fast scrolling drops a continuous dwell and interrupts a cumulative one`() {
    for (accumulation, seen) in [
      (ImpressionPolicy.Accumulation.continuous, 350), (.cumulative, 250),
    ] {
      var stage = scrolled(limit: 999, accumulation)
      // 100 ms of rest, then one fast step, which is over at 200.
      #expect(stage.scroll(to: 200, at: 100) == [])
      #expect(stage.pass(at: 200) == [])
      #expect(stage.engine.nextDeadline == .milliseconds(seen))
      #expect(stage.pass(at: 1000) == ["7 seen at \(seen)"])
    }
  }

  @Test func `a slow step does not hold anything up`() {
    var stage = scrolled(limit: 999, .continuous)
    #expect(stage.scroll(to: 99, at: 100) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(150))
  }

  @Test func `the speed is that of all scrolling between the target and the viewport`() {
    var stage = Stage()
    let inner = stage.engine.scene.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 5000)), to: stage.feed)
    stage.engine.watch(
      stage.target("A", .square(y: 1000), in: inner),
      for: ImpressionPolicy(rule: .fully, scrollSpeedLimit: 1500), of: a)
    stage.engine.watch(
      stage.target("B", .square(y: 1000), in: inner),
      for: ImpressionPolicy(rule: .fully, scrollSpeedLimit: 2500), of: ItemIdentity(8))
    #expect(stage.pass(at: 0) == [])
    stage.engine.scene.setContentOffset(LayoutPoint(x: 0, y: 400), of: inner)
    // 400 pt of one and 400 of the other in 400 ms are taken to have happened in the last 100 at
    // most: 4,000 pt/s each.
    #expect(stage.scroll(to: 400, at: 400) == [])
    // 100 and 100 pt in 100 ms: 2,000 pt/s.
    stage.engine.scene.setContentOffset(LayoutPoint(x: 0, y: 500), of: inner)
    #expect(stage.scroll(to: 500, at: 500) == ["8 seen at 500"])
    #expect(stage.pass(at: 600) == ["7 seen at 600"])
  }

  @Test func `presets have the numbers of the Media Rating Council and of the mission`() {
    let presets: [(ImpressionPolicy, fraction: Double, dwell: Duration)] = [
      (.mrcDisplay, 0.5, .seconds(1)), (.mrcLargeDisplay, 0.3, .seconds(1)),
      (.mrcVideo, 0.5, .seconds(2)), (.feed, 0.7, .zero),
    ]
    for (policy, fraction, dwell) in presets {
      #expect(policy.rule == .fraction(fraction))
      #expect(policy.dwell == dwell)
      #expect(policy.accumulation == .continuous && policy.inactivity == .drops)
      #expect(policy.repetition == .once && policy.scrollSpeedLimit == nil)
    }
    #expect(ImpressionPolicy.largeDisplayArea == 242_500)
    #expect(
      ImpressionPolicy.mrcDisplay(for: LayoutSize(width: 970, height: 250)) == .mrcLargeDisplay)
    #expect(ImpressionPolicy.mrcDisplay(for: LayoutSize(width: 969, height: 250)) == .mrcDisplay)
  }

  @Test func `a negative dwell stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, dwell: .milliseconds(-1))
    }
  }

  @Test func `a scroll speed limit of 0 stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, scrollSpeedLimit: 0)
    }
  }

  @Test func `a scroll speed limit that is not a number stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, scrollSpeedLimit: .nan)
    }
  }
}
