import SightlineCore
import SightlineTestSupport
import Testing

/// What is drawn on top hides what is below.
@Suite struct CoverTests {
  private let square = LayoutRect.square(y: 0)
  private let half = LayoutRect(x: 150, y: 0, width: 50, height: 100)

  private func fraction(_ stage: Stage, _ target: TargetID) -> Double {
    stage.engine.state(of: target).fraction
  }

  @Test func `what a cover hides is not visible, and it comes back when the cover goes`() {
    var stage = Stage()
    let target = stage.target("A", square)
    stage.engine.watch(target, .fraction(0.7))
    #expect(stage.pass() == ["A enters"])
    let cover = stage.cover(half)
    #expect(stage.pass() == ["A leaves (covered)"])
    #expect(isClose(fraction(stage, target), 0.5))
    stage.engine.scene.set(SceneCover(frame: half.offset(by: LayoutPoint(x: 20, y: 0))), for: cover)
    #expect(stage.pass() == ["A enters"])
    stage.engine.scene.set(SceneCover(frame: square), for: cover)
    #expect(stage.pass() == ["A leaves (covered)"])
    stage.engine.scene.remove(cover)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a friendly cover hides nothing`() {
    var stage = Stage()
    let target = stage.target("A", square)
    stage.engine.watch(target, .fully)
    let cover = stage.cover(square, isFriendly: true)
    #expect(stage.pass() == ["A enters"])
    #expect(fraction(stage, target) == 1)
    stage.engine.scene.set(SceneCover(frame: square), for: cover)
    #expect(stage.pass() == ["A leaves (covered)"])
  }

  @Test func `registration decides among siblings, z-order before it`() {
    withEvery([Int32(-1), 0, 1], [Int32(-1), 0, 1], [false, true]) { targetZ, coverZ, isFirst in
      var stage = Stage()
      if isFirst { stage.cover(square, SceneAppearance(zIndex: coverZ)) }
      let target = stage.target("A", square, SceneAppearance(zIndex: targetZ))
      stage.engine.watch(target, .anyPixel)
      if !isFirst { stage.cover(square, SceneAppearance(zIndex: coverZ)) }
      let isCovered = coverZ > targetZ || coverZ == targetZ && !isFirst
      #expect(stage.pass() == (isCovered ? [] : ["A enters"]), "\(targetZ) \(coverZ) \(isFirst)")
      #expect(stage.engine.state(of: target).reason == (isCovered ? .covered : nil))
    }
  }

  @Test func `in other subtrees the ancestors below the common container decide`() {
    withEvery([Int32(0), 1], [Int32(0), 1], [false, true]) { lower, upper, isFirst in
      var stage = Stage()
      var containers: [ContainerID] = []
      for z in isFirst ? [upper, lower] : [lower, upper] {
        containers.append(
          stage.engine.scene.add(
            SceneContainer(
              frame: LayoutRect(x: 0, y: 0, width: 400, height: 600),
              appearance: SceneAppearance(zIndex: z)),
            to: stage.feed))
      }
      // Their own z-orders count within their containers alone.
      let target = stage.target(
        "A", square, in: containers[isFirst ? 1 : 0], SceneAppearance(zIndex: 9))
      stage.cover(square, in: containers[isFirst ? 0 : 1], SceneAppearance(zIndex: -9))
      stage.engine.watch(target, .anyPixel)
      let isCovered = upper > lower || upper == lower && !isFirst
      #expect(stage.pass() == (isCovered ? [] : ["A enters"]))
    }
  }

  @Test func `a bar in the window covers a feed registered before it`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 100))
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
    stage.cover(
      LayoutRect(x: 0, y: 0, width: 400, height: 44), in: stage.root,
      SceneAppearance(isPinned: true))
    #expect(stage.pass() == ["A leaves (covered)"])
    #expect(isClose(fraction(stage, target), 0.56))
  }

  @Test func `only an opaque cover hides, ancestors included`() {
    for (own, outer, isCovered) in [
      (1.0, 1.0, true), (0.99, 1.0, false), (1.0, 0.5, false), (SceneCover.opaqueLimit, 1.0, true),
      (0.999, 0.9985, false),
    ] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", square), .anyPixel)
      let group = stage.engine.scene.add(
        SceneContainer(
          frame: LayoutRect(x: 0, y: 0, width: 400, height: 600),
          appearance: SceneAppearance(opacity: outer)),
        to: stage.feed)
      stage.cover(square, in: group, SceneAppearance(opacity: own))
      #expect(stage.pass() == (isCovered ? [] : ["A enters"]), "\(own) in \(outer)")
    }
  }

  @Test func `a hidden cover hides nothing, nor does one in a hidden container`() {
    var stage = Stage()
    stage.engine.watch(stage.target("A", square), .anyPixel)
    let group = stage.engine.scene.add(SceneContainer(frame: square), to: stage.root)
    let cover = stage.cover(
      LayoutRect(x: 0, y: 0, width: 100, height: 100), in: group, SceneAppearance(isHidden: true))
    #expect(stage.pass() == ["A enters"])
    stage.engine.scene.set(
      SceneCover(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), for: cover)
    #expect(stage.pass() == ["A leaves (covered)"])
    stage.engine.scene.setAppearance(SceneAppearance(isHidden: true), of: group)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a cover reaches no further than its ancestors' clips`() {
    var stage = Stage()
    let target = stage.target("A", square)
    let group = stage.engine.scene.add(
      SceneContainer(frame: LayoutRect(x: 100, y: 0, width: 30, height: 600), clip: .bounds),
      to: stage.feed)
    stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 400), in: group)
    #expect(isClose(fraction(stage, target), 0.7))
    stage.engine.watch(target, .fraction(0.7))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `two covers that overlap are not taken off twice`() {
    var stage = Stage()
    let target = stage.target("A", square)
    stage.cover(LayoutRect(x: 100, y: 0, width: 60, height: 100))
    stage.cover(LayoutRect(x: 140, y: 0, width: 30, height: 100))
    #expect(isClose(fraction(stage, target), 0.3))
    stage.engine.watch(target, .fraction(0.3))
    stage.engine.watch(target, .fraction(0.31))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a rotated cover takes its exact area`() {
    var stage = Stage()
    let target = stage.target("A", square)
    // A square on its tip, which lies in the target's middle. Its bounding box would take half.
    stage.cover(
      LayoutRect(x: 150, y: 50, width: 100, height: 100), SceneAppearance(transform: .eighthTurn))
    // The triangle between the tip at (150, 50) and the target's bottom edge is 50 high, 100 wide.
    #expect(isClose(fraction(stage, target), 0.75))
    stage.engine.watch(target, .fraction(0.75))
    stage.engine.watch(target, .fraction(0.76))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `fully bears a cover's edge of a 64th of a point`() {
    for (overlap, isVisible) in [(1.0 / 64, true), (1.1 / 64, false), (0, true)] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", square), .fully)
      stage.cover(LayoutRect(x: 0, y: 100 - overlap, width: 400, height: 50))
      #expect(stage.pass() == (isVisible ? ["A enters"] : []), "\(overlap)")
    }
  }

  @Test func `of a target of zero area its area is the reason, not the cover over it`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 150, y: 10, width: 0, height: 50))
    stage.engine.watch(target, .anyPixel)
    stage.cover(square)
    #expect(stage.pass() == [])
    #expect(stage.engine.reason(target, isNotVisibleUnder: .anyPixel) == .zeroArea)
  }

  @Test func `a cover that cannot be measured hides nothing`() {
    for bad in [Double.nan, .infinity, 1e300] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", square), .fully)
      stage.cover(LayoutRect(x: 0, y: 0, width: bad, height: 500))
      #expect(stage.pass() == ["A enters"])
    }
  }
}
