import SightlineCore
import SightlineTestSupport
import Testing

/// Time in view, scroll speed, presets and invalid policies.
@Suite struct ExposureTests {
  private let a = ItemIdentity(7)

  @Test func `an exposure has first, last, total, longest, greatest and count`() throws {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(100))
    stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: a)
    #expect(stage.engine.exposure(of: a, for: policy, at: .zero) == nil)
    // Scroll offsets with their times: 0.6 visible, then 0.8, then too little.
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

  @Test func `an exposure keeps its view while that is on screen, even if others leave`() {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    let targets = (0..<3).map { stage.target("\($0)", .square(y: 1_000 + 100 * Double($0))) }
    let watches = targets.map { stage.engine.watch($0, for: policy, of: a) }
    for (index, target) in targets.enumerated() {
      stage.engine.edit(.frame(.square(y: 100 * Double(index)), of: target))
      #expect(stage.pass(at: 16 * index) == [])
    }
    // The one in the middle leaves, and the latest stays.
    stage.engine.edit(.frame(.square(y: 1_000), of: targets[1]))
    #expect(stage.pass(at: 500) == [])
    #expect(stage.pass(at: 1_000) == ["7 seen at 1000"])
    #expect(stage.engine.impressions.map(\.watch) == [watches[2]])
  }

  @Test func `an ongoing exposure is measured up to now`() throws {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), for: .mrcVideo, of: a)
    _ = stage.pass(at: 100)
    let exposure = try #require(
      stage.engine.exposure(of: a, for: .mrcVideo, at: .milliseconds(850)))
    #expect(exposure.lastSeen == .milliseconds(850))
    #expect(exposure.total == .milliseconds(750) && exposure.longest == .milliseconds(750))
    #expect(exposure.greatestFraction == 1 && exposure.count == 1)
  }

  /// Returns a stage with a target in view throughout, scrolled 10 pt every 10 ms: 1,000 pt/s.
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

  @Test func `nothing counts while scrolling faster than the limit`() {
    for (limit, seen) in [(nil as Double?, true), (1000, true), (999, false)] {
      var stage = scrolled(limit: limit, .continuous)
      var events: [String] = []
      for step in 1...20 { events += stage.scroll(to: Double(step) * 10, at: step * 10) }
      #expect(events == (seen ? ["7 seen at 150"] : []), "\(String(describing: limit))")
    }
  }

  @Test func `a scroll counts as stopped 100 ms after its last move, with a deadline`() {
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
      // 100 ms at rest, then one fast step, which is over at 200.
      #expect(stage.scroll(to: 200, at: 100) == [])
      #expect(stage.pass(at: 200) == [])
      #expect(stage.engine.nextDeadline == .milliseconds(seen))
      #expect(stage.pass(at: 1000) == ["7 seen at \(seen)"])
    }
  }

  @Test func `a slow step does not delay impressions`() {
    var stage = scrolled(limit: 999, .continuous)
    #expect(stage.scroll(to: 99, at: 100) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(150))
  }

  @Test func `the speed combines all scrolling between target and viewport`() {
    var stage = Stage()
    let inner = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 5000)), to: stage.feed)
    stage.engine.watch(
      stage.target("A", .square(y: 1000), in: inner),
      for: ImpressionPolicy(rule: .fully, scrollSpeedLimit: 1500), of: a)
    stage.engine.watch(
      stage.target("B", .square(y: 1000), in: inner),
      for: ImpressionPolicy(rule: .fully, scrollSpeedLimit: 2500), of: ItemIdentity(8))
    #expect(stage.pass(at: 0) == [])
    stage.engine.edit(.scroll(inner, to: LayoutPoint(x: 0, y: 400)))
    // 400 pt of each in 400 ms count as moved within the last 100 ms: 4,000 pt/s each.
    #expect(stage.scroll(to: 400, at: 400) == [])
    // 100 pt of each in 100 ms: 2,000 pt/s.
    stage.engine.edit(.scroll(inner, to: LayoutPoint(x: 0, y: 500)))
    #expect(stage.scroll(to: 500, at: 500) == ["8 seen at 500"])
    #expect(stage.pass(at: 600) == ["7 seen at 600"])
  }

  @Test func `presets match the numbers of the Media Rating Council and of the documentation`() {
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

  @Test func `a negative dwell traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, dwell: .milliseconds(-1))
    }
  }

  @Test func `a scroll speed limit of 0 traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, scrollSpeedLimit: 0)
    }
  }

  @Test func `a NaN scroll speed limit traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, scrollSpeedLimit: .nan)
    }
  }

  @Test func `times saturate at the ends of the range`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
    let target = engine.add(SceneTarget(frame: .square(y: 0)), to: engine.root)
    let policy = ImpressionPolicy(
      rule: .fully, dwell: .seconds(Int64.max), accumulation: .cumulative, repetition: .afterLeaving
    )
    let identity = ItemIdentity(1)
    engine.watch(target, for: policy, of: identity)
    engine.pass(at: MonotonicTime(nanoseconds: .min))
    engine.edit(.frame(.square(y: 5000), of: target))
    engine.pass(at: MonotonicTime(nanoseconds: .max - 2))
    #expect(engine.impressions.map(\.time.nanoseconds) == [-1])
    engine.edit(.frame(.square(y: 0), of: target))
    engine.pass(at: MonotonicTime(nanoseconds: .max - 1))
    let exposure = engine.exposure(of: identity, for: policy, at: .never)
    #expect(exposure?.total == .nanoseconds(Int64.max) && exposure?.count == 2)
    engine.pass(at: .never)
    #expect(engine.impressions.isEmpty)
  }
}
