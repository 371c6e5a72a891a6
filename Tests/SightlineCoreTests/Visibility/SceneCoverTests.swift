import SightlineCore
import SightlineTestSupport
import Testing

/// Covers hide the targets below them.
@Suite struct CoverTests {
  private let square = LayoutRect.square(y: 0)
  private let half = LayoutRect(x: 150, y: 0, width: 50, height: 100)

  private func fraction(_ stage: Stage, _ target: TargetID) -> Double {
    stage.engine.state(of: target).fraction
  }

  @Test func `a covered target is not visible and reappears when the cover is removed`() {
    var stage = Stage()
    let target = stage.target("A", square)
    stage.engine.watch(target, .fraction(0.7))
    #expect(stage.pass() == ["A enters"])
    let cover = stage.cover(half)
    #expect(stage.pass() == ["A leaves (covered)"])
    #expect(isClose(fraction(stage, target), 0.5))
    stage.engine.edit(
      .cover(SceneCover(frame: half.offset(by: LayoutPoint(x: 20, y: 0))), for: cover))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.cover(SceneCover(frame: square), for: cover))
    #expect(stage.pass() == ["A leaves (covered)"])
    stage.engine.edit(.remove(cover))
    #expect(stage.pass() == ["A enters"])
  }

  @Test(arguments: [false, true])
  func `removing the last cover uncovers a viewport below`(goesWithContainer: Bool) {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", square), .fully, in: stage.engine.add(VisibilityViewport(stage.feed)))
    let window = LayoutRect(x: 0, y: 0, width: 400, height: 600)
    let sheet = stage.engine.add(SceneContainer(frame: window), to: stage.root)
    let cover = stage.cover(window, in: sheet)
    #expect(stage.pass() == [])
    if goesWithContainer {
      stage.engine.edit(.remove(sheet))
    } else {
      stage.engine.edit(.remove(cover))
    }
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a target that touches its clip under a cover has no part in view`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 600))
    stage.engine.watch(target, .thresholds([0, 0.5]))
    stage.cover(.square(y: 550))
    #expect(stage.pass() == [])
    #expect(fraction(stage, target) == 0)
    #expect(stage.engine.state(of: target).reason == .outOfViewport)
  }

  @Test func `a friendly obstruction hides nothing`() {
    var stage = Stage()
    let target = stage.target("A", square)
    stage.engine.watch(target, .fully)
    let cover = stage.cover(square, isFriendly: true)
    #expect(stage.pass() == ["A enters"])
    #expect(fraction(stage, target) == 1)
    stage.engine.edit(.cover(SceneCover(frame: square), for: cover))
    #expect(stage.pass() == ["A leaves (covered)"])
  }

  @Test func `siblings stack by z-order, then registration`() {
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

  @Test func `in different subtrees the children of the common ancestor decide`() {
    withEvery([Int32(0), 1], [Int32(0), 1], [false, true]) { lower, upper, isFirst in
      var stage = Stage()
      var containers: [ContainerID] = []
      for z in isFirst ? [upper, lower] : [lower, upper] {
        containers.append(
          stage.engine.add(
            SceneContainer(
              frame: LayoutRect(x: 0, y: 0, width: 400, height: 600),
              appearance: SceneAppearance(zIndex: z)),
            to: stage.feed))
      }
      // Their own z-orders count only within their containers.
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

  @Test func `only opaque covers hide, counting their ancestors' opacity`() {
    for (own, outer, isCovered) in [
      (1.0, 1.0, true), (0.99, 1.0, false), (1.0, 0.5, false), (SceneCover.opaqueLimit, 1.0, true),
      (0.999, 0.9985, false),
    ] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", square), .anyPixel)
      let group = stage.engine.add(
        SceneContainer(
          frame: LayoutRect(x: 0, y: 0, width: 400, height: 600),
          appearance: SceneAppearance(opacity: outer)),
        to: stage.feed)
      stage.cover(square, in: group, SceneAppearance(opacity: own))
      #expect(stage.pass() == (isCovered ? [] : ["A enters"]), "\(own) in \(outer)")
    }
  }

  @Test func `a hidden cover or one in a hidden container hides nothing`() {
    var stage = Stage()
    stage.engine.watch(stage.target("A", square), .anyPixel)
    let group = stage.engine.add(SceneContainer(frame: square), to: stage.root)
    let cover = stage.cover(
      LayoutRect(x: 0, y: 0, width: 100, height: 100), in: group, SceneAppearance(isHidden: true))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(
      .cover(SceneCover(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), for: cover))
    #expect(stage.pass() == ["A leaves (covered)"])
    stage.engine.edit(.appearance(SceneAppearance(isHidden: true), of: group))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a cover reaches no further than its ancestors' clips`() {
    var stage = Stage()
    let target = stage.target("A", square)
    let group = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 100, y: 0, width: 30, height: 600), clip: .bounds),
      to: stage.feed)
    stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 400), in: group)
    #expect(isClose(fraction(stage, target), 0.7))
    stage.engine.watch(target, .fraction(0.7))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `the overlap of two covers is not subtracted twice`() {
    var stage = Stage()
    let target = stage.target("A", square)
    stage.cover(LayoutRect(x: 100, y: 0, width: 60, height: 100))
    stage.cover(LayoutRect(x: 140, y: 0, width: 30, height: 100))
    #expect(isClose(fraction(stage, target), 0.3))
    stage.engine.watch(target, .fraction(0.3))
    stage.engine.watch(target, .fraction(0.31))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a rotated cover hides its exact area`() {
    var stage = Stage()
    let target = stage.target("A", square)
    // A square rotated by 45° with its tip at the target's centre. Its bounding box would cover
    // half.
    stage.cover(
      LayoutRect(x: 150, y: 50, width: 100, height: 100), SceneAppearance(transform: .eighthTurn))
    // The triangle between the tip at (150, 50) and the target's bottom edge is 50 high, 100 wide.
    #expect(isClose(fraction(stage, target), 0.75))
    stage.engine.watch(target, .fraction(0.75))
    stage.engine.watch(target, .fraction(0.76))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `fully tolerates a cover overlapping by less than a pixel`() {
    for (overlap, isVisible) in [(0.49, true), (0.5, false), (0, true)] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", square), .fully)
      stage.cover(LayoutRect(x: 0, y: 100 - overlap, width: 400, height: 50))
      #expect(stage.pass() == (isVisible ? ["A enters"] : []), "\(overlap)")
    }
  }

  @Test func `a covered zero-area target leaves because of its area, not the cover`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 150, y: 10, width: 0, height: 50))
    stage.engine.watch(target, .anyPixel)
    stage.cover(square)
    #expect(stage.pass() == [])
    #expect(stage.engine.reason(target, isNotVisibleUnder: .anyPixel) == .zeroArea)
  }

  @Test func `an unmeasurable cover hides nothing`() {
    for bad in [Double.nan, .infinity, 1e300] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", square), .fully)
      stage.cover(LayoutRect(x: 0, y: 0, width: bad, height: 500))
      #expect(stage.pass() == ["A enters"])
    }
  }
}

extension CoverTests {
  @Test func `a cover in a turned box of a window without a clip is exact`() {
    let engine = VisibilityEngine(
      scene: VisibilityScene(
        root: SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 390, height: 844), clip: .none)))
    engine.verifiesPasses = false
    let target = engine.add(
      SceneTarget(frame: LayoutRect(x: 148, y: 212, width: 33, height: 29)), to: engine.root)
    let box = engine.add(
      SceneContainer(
        frame: LayoutRect(x: 264, y: 110, width: 225, height: 47), clip: .bounds,
        appearance: SceneAppearance(
          transform: .rotation(cosine: -0.6491249036267298, sine: 0.7606818385445975))),
      to: engine.root)
    _ = engine.add(
      SceneCover(frame: LayoutRect(x: -10, y: -10, width: 1000, height: 1000)), to: box)
    engine.watch(target, .anyPixel)
    engine.pass(at: .zero)
    #expect(abs(engine.state(of: target).fraction - 0.49742) < 1e-5)
  }
}
