import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The time from which a scrolled target is below the speed limit of a policy.
@Suite struct ScrollSpeedTests {
  private let a = ItemIdentity(7)

  /// An inner container in an outer one, both as large as the window, and a third beside them.
  private struct Nest {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
    let outer: ContainerID
    let inner: ContainerID
    let other: ContainerID

    init() {
      engine.verifiesPasses = false
      let frame = LayoutRect(x: 0, y: 0, width: 400, height: 600)
      outer = engine.add(SceneContainer(frame: frame), to: engine.root)
      inner = engine.add(SceneContainer(frame: frame), to: outer)
      other = engine.add(SceneContainer(frame: frame), to: engine.root)
    }

    mutating func scroll(_ container: ContainerID, to y: Double) {
      engine.edit(.scroll(container, to: LayoutPoint(x: 0, y: y)))
    }

    /// Runs a pass, and returns the identities seen with their times.
    mutating func pass(at milliseconds: Int) -> [String] {
      engine.pass(at: .milliseconds(milliseconds))
      return engine.impressions.map {
        "\($0.identity.rawValue) seen at \($0.time.nanoseconds / 1_000_000)"
      }
    }
  }

  @Test(arguments: [500, 505.0])
  func `a container in the place of one that has moved has its own speed`(offset: Double) {
    var nest = Nest()
    _ = nest.pass(at: 0)
    nest.scroll(nest.other, to: 400)
    nest.engine.edit(.remove(nest.other))
    let frame = LayoutRect(x: 0, y: 0, width: 400, height: 600)
    let new = nest.engine.add(
      SceneContainer(frame: frame, contentOffset: LayoutPoint(x: 0, y: 500)), to: nest.engine.root)
    #expect(new.index == nest.other.index)
    let target = nest.engine.add(SceneTarget(frame: .square(y: 600)), to: new)
    nest.engine.watch(target, for: policy(), of: a)
    nest.scroll(new, to: offset)
    #expect(nest.pass(at: 20) == ["7 seen at 20"])
  }

  private func policy(
    limit: Double = 500, dwell: Int = 0,
    _ accumulation: ImpressionPolicy.Accumulation = .continuous,
    _ repetition: ImpressionRepetition = .once
  ) -> ImpressionPolicy {
    ImpressionPolicy(
      rule: .fully, dwell: .milliseconds(dwell), accumulation: accumulation,
      repetition: repetition, scrollSpeedLimit: limit)
  }

  @Test(arguments: [[], [201], [150, 199, 230], [200]])
  func `a target is below the limit once the fast container stops and the rest is slow enough`(
    unrelated: [Int]
  ) {
    var nest = Nest()
    let target = nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.inner)
    #expect(nest.pass(at: 0) == [])
    // The outer container last moves at 100 ms, the inner one at 150 ms, at 200 pt/s.
    nest.scroll(nest.outer, to: 100)
    #expect(nest.pass(at: 100) == [])
    nest.scroll(nest.inner, to: 20)
    #expect(nest.pass(at: 150) == [])
    nest.engine.watch(target, for: policy(), of: a)
    var seen = nest.pass(at: 150)
    #expect(nest.engine.nextDeadline == .milliseconds(200))
    for time in unrelated {
      nest.scroll(nest.other, to: Double(time))
      seen += nest.pass(at: time)
    }
    #expect(seen + nest.pass(at: 300) == ["7 seen at 200"])
  }

  @Test func `a late host gets the same impressions as a punctual one`() {
    var nest = Nest()
    nest.engine.watch(
      nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.outer),
      for: policy(dwell: 30), of: a)
    #expect(nest.pass(at: 0) == [])
    nest.scroll(nest.outer, to: 100)
    #expect(nest.pass(at: 10) == [])
    // Below the limit from 110, seen at 140, and then moved again.
    nest.scroll(nest.outer, to: 0)
    #expect(nest.pass(at: 150) == ["7 seen at 140"])
  }

  @Test func `two targets with one identity are below the limit as soon as the first one is`() {
    var nest = Nest()
    for container in [nest.outer, nest.other] {
      nest.engine.watch(
        nest.engine.add(SceneTarget(frame: .square(y: 250)), to: container),
        for: policy(dwell: 30), of: a)
    }
    #expect(nest.pass(at: 0) == [])
    nest.scroll(nest.other, to: 100)
    nest.scroll(nest.outer, to: 100)
    #expect(nest.pass(at: 10) == [])
    nest.scroll(nest.outer, to: 0)
    #expect(nest.pass(at: 30) == [])
    #expect(nest.pass(at: 500) == ["7 seen at 140"])
  }

  @Test func `a target stays below the limit until something in its chain moves`() {
    var nest = Nest()
    nest.engine.watch(
      nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.inner),
      for: policy(dwell: 140), of: a)
    #expect(nest.pass(at: 0) == [])
    nest.scroll(nest.outer, to: 100)
    #expect(nest.pass(at: 10) == [])
    // Opposite to the outer one: together they stand still, now and after the outer one's velocity
    // ends.
    nest.scroll(nest.inner, to: -100)
    #expect(nest.pass(at: 60) == [])
    #expect(nest.engine.nextDeadline == .milliseconds(200))
    #expect(nest.pass(at: 130) == [])
    #expect(nest.pass(at: 2000) == ["7 seen at 200"])
  }

  @Test func `a pinned target does not scroll with its container`() {
    var nest = Nest()
    nest.engine.watch(
      nest.engine.add(
        SceneTarget(frame: .square(y: 250), appearance: SceneAppearance(isPinned: true)),
        to: nest.inner), for: policy(), of: a)
    nest.engine.watch(
      nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.inner), for: policy(),
      of: ItemIdentity(8))
    nest.engine.isForeground = false
    #expect(nest.pass(at: 0) == [])
    nest.engine.isForeground = true
    nest.scroll(nest.inner, to: 100)
    #expect(nest.pass(at: 100) == ["7 seen at 100"])
    #expect(nest.pass(at: 300) == ["8 seen at 200"])
  }

  @Test func `viewports apply the limit independently`() {
    var nest = Nest()
    let other = nest.engine.add(VisibilityViewport(nest.other))
    let outer = nest.engine.add(VisibilityViewport(nest.outer))
    for (container, viewport, number) in [(nest.outer, outer, 1), (nest.other, other, 2)] {
      nest.engine.watch(
        nest.engine.add(SceneTarget(frame: .square(y: 250)), to: container),
        for: policy(dwell: 10), of: ItemIdentity(UInt64(number)), in: viewport)
    }
    #expect(nest.pass(at: 0) == [])
    nest.scroll(nest.outer, to: 100)
    nest.scroll(nest.other, to: 100)
    #expect(nest.pass(at: 5) == [])
    nest.scroll(nest.other, to: 0)
    #expect(nest.pass(at: 50) == [])
    #expect(nest.engine.nextDeadline == .milliseconds(105))
    #expect(nest.pass(at: 105) == [])
    #expect(nest.engine.nextDeadline == .milliseconds(115))
    #expect(nest.pass(at: 115) == ["1 seen at 115"])
    #expect(nest.engine.nextDeadline == .milliseconds(150))
    #expect(nest.pass(at: 170) == ["2 seen at 160"])
  }

  @Test func `a target leaving during a fast scroll counts when it returns`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, for: policy(limit: 500, dwell: 50), of: a)
    #expect(stage.pass(at: 0) == [])
    #expect(stage.scroll(to: 1, at: 10) == [])
    stage.engine.edit(.frame(.square(y: 100), of: target))
    #expect(stage.scroll(to: 90, at: 20) == [])
    #expect(stage.scroll(to: 300, at: 40) == [])
    #expect(stage.scroll(to: 90, at: 1000) == [])
    #expect(stage.pass(at: 1120) == [])
    #expect(stage.pass(at: 2000) == ["7 seen at 1150"])
  }

  @Test func `a cumulative dwell adds up time between fast scrolls and across exposures`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 250))
    stage.engine.watch(target, for: policy(limit: 500, dwell: 1000, .cumulative), of: a)
    #expect(stage.pass(at: 0) == [])
    // Slow for 300, 200 and 100 ms, then away, then slow for 150 ms, and away again.
    #expect(stage.scroll(to: 100, at: 300) == [])
    #expect(stage.scroll(to: 0, at: 600) == [])
    stage.engine.edit(.frame(.square(y: 900), of: target))
    #expect(stage.pass(at: 800) == [])
    stage.engine.edit(.frame(.square(y: 250), of: target))
    #expect(stage.pass(at: 2000) == [])
    stage.engine.edit(.frame(.square(y: 900), of: target))
    #expect(stage.pass(at: 2150) == [])
    stage.engine.edit(.frame(.square(y: 250), of: target))
    #expect(stage.pass(at: 3000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(3250))
  }

  @Test(arguments: 0..<200)
  func `unrelated passes do not change impressions or their times`(seed: Int) {
    let expected = seen(seed: seed, unrelated: 0, followsDeadlines: false)
    #expect(!expected.isEmpty)
    for unrelated in [0, 1, 3] {
      for followsDeadlines in [false, true] {
        #expect(
          seen(seed: seed, unrelated: unrelated, followsDeadlines: followsDeadlines) == expected,
          "seed \(seed), \(unrelated) unrelated passes a step, deadlines: \(followsDeadlines)")
      }
    }
  }

  /// Returns the impressions while nested containers scroll at random, in order of time.
  private func seen(seed: Int, unrelated: Int, followsDeadlines: Bool) -> [String] {
    var random = SeededGenerator(seed: UInt64(seed))
    var noise = SeededGenerator(seed: UInt64(seed) &* 31 &+ 7)
    var nest = Nest()
    var targets: [TargetID] = []
    for number in 0..<6 {
      let target = nest.engine.add(
        SceneTarget(frame: .square(y: 250)), to: number < 4 ? nest.inner : nest.outer)
      nest.engine.watch(
        target,
        for: policy(
          limit: [200.0, 500, 1500][number % 3], dwell: [0, 20, 90][random.index(3)],
          random.oneIn(2) ? .continuous : .cumulative, .afterLeaving),
        of: ItemIdentity(UInt64(number % 5)))
      targets.append(target)
    }
    var result: [(time: Int64, text: String)] = []
    var now = 0
    func pass(_ nest: inout Nest, at time: Int) {
      nest.engine.pass(at: .milliseconds(time))
      for impression in nest.engine.impressions {
        result.append(
          (
            impression.time.nanoseconds,
            "\(impression.identity.rawValue) at \(impression.time.seconds): \(impression.count), "
              + "\(impression.exposure.total), \(impression.exposure.count)"
          ))
      }
    }
    pass(&nest, at: 0)
    for _ in 0..<60 {
      let next = now + 1 + random.index(random.oneIn(2) ? 30 : 160)
      var times = (0..<unrelated).map { _ in now + noise.index(next - now) }.sorted()[...]
      while true {
        let deadline = nest.engine.nextDeadline.map { Int($0.nanoseconds / 1_000_000) } ?? .max
        let wakeUp = followsDeadlines ? deadline : .max
        guard let time = [times.first ?? .max, wakeUp].min(), time < next else { break }
        if time == times.first {
          times.removeFirst()
          if noise.oneIn(2) { nest.scroll(nest.other, to: Double(noise.index(500))) }
          if noise.oneIn(4) {
            nest.engine.watch(
              nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.other), .fully)
          }
        }
        pass(&nest, at: time)
      }
      now = next
      switch random.index(4) {
      case 0:
        let isShown = random.oneIn(2)
        nest.engine.edit(
          .frame(.square(y: isShown ? 250 : 5000), of: targets[random.index(targets.count)]))
      case 1: nest.scroll(nest.inner, to: Double(random.index(81) - 40))
      case 2: nest.scroll(nest.outer, to: Double(random.index(81) - 40))
      default:
        nest.scroll(nest.inner, to: Double(random.index(81) - 40))
        nest.scroll(nest.outer, to: Double(random.index(81) - 40))
      }
      pass(&nest, at: now)
    }
    pass(&nest, at: now + 10_000)
    return result.sorted { ($0.time, $0.text) < ($1.time, $1.text) }.map(\.text)
  }

  /// Ends a watch whose target is still too fast, in different ways, before a late pass.
  @Test(arguments: ["unwatch", "remove", "viewport"], [3000, 1050])
  func `a dwell reached before the end of its watch counts, even after scrolling`(
    end: String, late: Int
  ) {
    var nest = Nest()
    let target = nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.inner)
    let viewport = nest.engine.add(VisibilityViewport(nest.outer))
    let watch = nest.engine.watch(target, for: policy(dwell: 1000), of: a, in: viewport)
    _ = nest.pass(at: 0)
    nest.scroll(nest.inner, to: 200)
    #expect(nest.pass(at: 20) == [])
    switch end {
    case "unwatch": nest.engine.edit(.unwatch(watch))
    case "remove": nest.engine.edit(.remove(target))
    default: nest.engine.edit(.removeViewport(viewport))
    }
    #expect(nest.pass(at: late) == (late > 1120 ? ["7 seen at 1120"] : []))
    #expect(nest.pass(at: 9000) == [])
  }

  @Test(arguments: [ImpressionPolicy.Accumulation.continuous, .cumulative])
  func `an ended watch that was still too fast adds no dwell to another`(
    accumulation: ImpressionPolicy.Accumulation
  ) {
    var nest = Nest()
    let policy = policy(dwell: 1000, accumulation)
    let target = nest.engine.add(SceneTarget(frame: .square(y: 250)), to: nest.inner)
    let other = nest.engine.add(SceneTarget(frame: .square(y: 400)), to: nest.engine.root)
    _ = nest.pass(at: 0)
    let watch = nest.engine.watch(target, for: policy, of: a)
    nest.scroll(nest.inner, to: 100)
    #expect(nest.pass(at: 20) == [])
    nest.engine.edit(.unwatch(watch))
    nest.engine.watch(other, for: policy, of: a)
    // Before the first one would have slowed down at 120 ms.
    #expect(nest.pass(at: 60) == [])
    #expect(nest.engine.nextDeadline == .milliseconds(1060))
  }
}
