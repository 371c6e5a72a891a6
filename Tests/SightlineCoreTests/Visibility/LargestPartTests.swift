import SightlineTestSupport
import Testing

@testable import SightlineCore
@testable import SightlineOracle

/// The reference areas of shares, and the rule `asMuchAsFits`.
@Suite struct LargestPartTests {
  private let skew = LayoutTransform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0)

  @Test func `a skewed viewport's area is the parallelogram's`() {
    var stage = Stage()
    let container = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 0, y: 0, width: 100, height: 100), clip: .bounds,
        appearance: SceneAppearance(transform: skew)), to: stage.feed)
    let viewport = stage.engine.add(VisibilityViewport(container))
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 100, height: 100), in: container)
    var state = stage.engine.state(of: target, in: viewport)
    #expect(isClose(state.viewportShare, 1) && isClose(state.smallerShare, 1))
    stage.engine.watch(target, .share(0.999_999_9, of: .viewport), in: viewport)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.margins(.points(top: 10, right: -20), of: viewport))
    state = stage.engine.state(of: target, in: viewport)
    #expect(isClose(state.viewportShare, 100.0 / 110))
    #expect(isClose(state.fraction, 0.8))
  }

  @Test func `shares ignore transforms common to viewport and target`() {
    let transforms: [LayoutTransform] = [
      skew, .scale(x: 2, y: -0.5), .turned(halfTangent: 0.3),
      skew.followed(by: .turned(halfTangent: -0.7)).followed(by: .scale(x: 3, y: 0.1)),
    ]
    let frames = [
      LayoutRect(x: 10, y: 20, width: 50, height: 500),
      LayoutRect(x: -30, y: 20, width: 500, height: 90), .square(y: 50, side: 80),
    ]
    withEvery(transforms, transforms, frames) { outer, inner, frame in
      var stage = Stage()
      func share(_ outer: LayoutTransform, _ inner: LayoutTransform) -> VisibilitySnapshot {
        let window = LayoutRect(x: 0, y: 0, width: 200, height: 300)
        let first = stage.engine.add(
          SceneContainer(frame: window, appearance: SceneAppearance(transform: outer)),
          to: stage.feed)
        let second = stage.engine.add(
          SceneContainer(
            frame: window, clip: .bounds, appearance: SceneAppearance(transform: inner)), to: first)
        let viewport = stage.engine.add(
          VisibilityViewport(second, margins: .points(top: -10, left: 5)))
        let target = stage.target("A", frame, in: second)
        // `pass` checks that both paths agree.
        stage.engine.watch(target, .thresholds([0.1, 0.3, 0.6, 1], of: .smaller), in: viewport)
        stage.engine.watch(target, .thresholds([0.1, 0.3, 0.6, 1], of: .viewport), in: viewport)
        return stage.engine.state(of: target, in: viewport)
      }
      let (plain, transformed) = (share(.identity, .identity), share(outer, inner))
      #expect(isClose(plain.viewportShare, transformed.viewportShare))
      #expect(isClose(plain.smallerShare, transformed.smallerShare))
      let events = stage.pass()
      #expect(events.allSatisfy { !$0.contains("reference") }, "\(events)")
    }
  }

  @Test func `no position of a turned target shows more than its largest part`() {
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var stage = Stage()
      let turn = LayoutTransform.turned(halfTangent: random.number(-1...1))
        .followed(by: LayoutTransform(a: 1, b: 0, c: random.number(-1...1), d: 1, tx: 0, ty: 0))
      let size = (random.number(50...900), random.number(50...900))
      let target = stage.target(
        "A", LayoutRect(x: 0, y: 0, width: size.0, height: size.1),
        SceneAppearance(transform: turn))
      let watch = stage.engine.watch(target, .share(1, of: .smaller))
      let bounds = turn.boundingBox(of: LayoutRect(x: 0, y: 0, width: size.0, height: size.1))
      // With coinciding centres, all of it shows.
      let middle = LayoutPoint(
        x: 200 - bounds.minX - bounds.width / 2, y: 300 - bounds.minY - bounds.height / 2)
      func put(_ x: Double, _ y: Double) {
        stage.engine.edit(.frame(LayoutRect(x: x, y: y, width: size.0, height: size.1), of: target))
      }
      func area(_ stage: Stage) -> Double {
        Oracle.finding(
          target, in: stage.engine.viewport(stage.engine.window),
          of: OracleScene(stage.engine.scene)
        ).uncovered.area
      }
      put(middle.x, middle.y)
      #expect(isClose(stage.engine.state(of: target).smallerShare, 1), "seed \(seed)")
      let events = stage.pass()
      #expect(events == ["A enters"] && stage.engine.level(of: watch) == 1, "seed \(seed)")
      let most = area(stage) / stage.engine.state(of: target).smallerShare
      for _ in 0..<200 {
        put(
          middle.x + random.number(-bounds.width...bounds.width),
          middle.y + random.number(-bounds.height...bounds.height))
        let visible = area(stage)
        #expect(visible <= most * (1 + 1e-9), "seed \(seed)")
      }
    }
  }

  /// Returns the given scroll offsets at which a target with this frame is visible.
  private func visibleOffsets(
    _ rule: VisibilityRule, _ frame: LayoutRect, height: Double, _ offsets: [Double]
  ) -> [Double] {
    var stage = Stage(width: 390, height: height)
    let watch = stage.engine.watch(stage.target("A", frame), rule)
    return offsets.filter { offset in
      #expect(stage.scroll(to: offset, at: nil).count <= 1)
      return stage.engine.level(of: watch) == 1
    }
  }

  @Test func `a target that fits is visible from bottom edge aligned to top edge aligned`() {
    for height in [1.0, 250, 843.5, 844] {
      let frame = LayoutRect(x: 0, y: 1000, width: 390, height: height)
      let first = 1000 - (844 - height)
      let tolerance = 0.499
      var offsets = [first - 1, first - 0.501, first - tolerance, first, 1000]
      offsets += [1000 + tolerance, 1000 + 0.501, 1001]
      let visible = [first - tolerance, first, 1000, 1000 + tolerance]
      for rule in [VisibilityRule.fully, .asMuchAsFits] where height > 100 {
        let found = Set(visibleOffsets(rule, frame, height: 844, offsets))
        #expect(found == Set(visible), "\(rule) \(height): \(found)")
      }
      #expect(
        visibleOffsets(.fully, frame, height: 844, offsets)
          == visibleOffsets(.asMuchAsFits, frame, height: 844, offsets), "\(height)")
    }
  }

  @Test func `a target taller than the screen is visible while it fills the screen`() {
    let frame = LayoutRect(x: 0, y: 1000, width: 390, height: 2000)
    let offsets = [999.0, 999.49, 999.51, 1000, 1500, 2156, 2156.49, 2156.51, 2157]
    #expect(visibleOffsets(.fully, frame, height: 844, offsets) == [])
    #expect(
      visibleOffsets(.asMuchAsFits, frame, height: 844, offsets)
        == [999.51, 1000, 1500, 2156, 2156.49])
  }

  @Test func `both axes count independently`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 50, y: 0, width: 300, height: 2000))
    stage.engine.watch(target, .asMuchAsFits)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.scroll(stage.feed, to: LayoutPoint(x: 50.6, y: 10)))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
    stage.engine.edit(.scroll(stage.feed, to: LayoutPoint(x: -50, y: 10)))
    #expect(stage.pass() == ["A enters"])
    stage.cover(LayoutRect(x: 0, y: 590, width: 400, height: 10), in: stage.root)
    #expect(stage.pass() == ["A leaves (covered)"])
    #expect(stage.engine.reason(target, isNotVisibleUnder: .asMuchAsFits) == .covered)
  }

  @Test func `the tolerance at the edges holds under covers and transforms`() {
    let looks: [SceneAppearance] = [
      .plain, SceneAppearance(transform: .scale(x: 2, y: 2)),
    ]
    withEvery(looks, [(0.49, true), (0.51, false)]) { look, cut in
      var stage = Stage()
      let target = stage.target("A", LayoutRect(x: 0, y: -100, width: 200, height: 2000), look)
      stage.engine.watch(target, .asMuchAsFits)
      stage.engine.edit(.margins(.points(right: -200), of: stage.engine.window))
      if look == .plain { stage.engine.edit(.margins(.zero, of: stage.engine.window)) }
      #expect(stage.pass() == ["A enters"])
      stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: cut.0), in: stage.root)
      #expect(stage.pass() == (cut.1 ? [] : ["A leaves (covered)"]), "\(cut)")
    }
  }

  @Test func `a rotated target is visible when fully in view, a huge one when it fills the screen`()
  {
    var stage = Stage()
    let small = stage.target(
      "A", LayoutRect(x: 200, y: 100, width: 100, height: 100),
      SceneAppearance(transform: .eighthTurn))
    stage.engine.watch(small, .asMuchAsFits)
    stage.engine.watch(
      stage.target(
        "B", LayoutRect(x: 200, y: -1000, width: 3000, height: 3000),
        SceneAppearance(transform: .eighthTurn)), .asMuchAsFits)
    #expect(stage.pass() == ["A enters", "B enters"])
    #expect(stage.scroll(to: 100.01, at: nil) == [])
    #expect(stage.scroll(to: 101, at: nil) == ["A leaves (out of viewport)"])
    #expect(stage.scroll(to: -1000, at: nil) == ["B leaves (out of viewport)"])
  }
}
