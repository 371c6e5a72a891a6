import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Rules with a minimum visible area in square points.
@Suite struct MinimumAreaTests {
  @Test func `the visible area must reach the minimum, inclusively`() {
    for (visible, isVisible) in [(4.0, true), (3.99, false), (100, true)] {
      var stage = Stage()
      stage.engine.watch(
        stage.target("A", .square(y: 600 - visible)), .anyPixel.minimumArea(400))
      #expect(stage.pass() == (isVisible ? ["A enters"] : []), "\(visible)")
    }
  }

  @Test func `a target smaller than the minimum is too small`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 19, height: 20))
    stage.engine.watch(target, .fully.minimumArea(400))
    #expect(stage.pass() == [])
    #expect(
      stage.engine.reason(target, isNotVisibleUnder: .fully.minimumArea(400)) == .tooSmall)
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 0, width: 20, height: 20), of: target))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 0, width: 20, height: 19), of: target))
    #expect(stage.pass() == ["A leaves (too small)"])
  }

  @Test func `the reason is the first step that cuts the area below the minimum`() {
    let rule = VisibilityRule.anyPixel.minimumArea(5000)
    var stage = Stage()
    let card = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 400), clip: .bounds),
      to: stage.feed)
    let target = stage.target("A", .square(y: 0), in: card)
    stage.engine.watch(target, rule)
    #expect(stage.pass() == ["A enters"])
    #expect(stage.scroll(to: 51, at: nil) == ["A leaves (out of viewport)"])
    #expect(stage.scroll(to: 50, at: nil) == ["A enters"])
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 0, width: 400, height: 99), of: card))
    #expect(stage.pass() == ["A leaves (clipped)"])
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
    stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 50), in: stage.root)
    #expect(stage.pass() == ["A leaves (covered)"])
    #expect(stage.engine.reason(target, isNotVisibleUnder: rule) == .covered)
    #expect(stage.engine.reason(target, isNotVisibleUnder: .anyPixel) == nil)
  }

  @Test func `the area is in window points, after all transforms`() {
    let transforms: [LayoutTransform] = [
      .scale(x: 0.5, y: 0.5), LayoutTransform.eighthTurn.followed(by: .scale(x: 0.5, y: 0.5)),
      LayoutTransform(a: 0.5, b: 0, c: 0.5, d: 0.5, tx: 0, ty: 0),
    ]
    withEvery(transforms, [true, false], [2500.0, 2501]) { transform, isOwn, area in
      var stage = Stage()
      let look = SceneAppearance(transform: transform)
      let group = stage.engine.add(
        SceneContainer(
          frame: LayoutRect(x: 150, y: 100, width: 100, height: 100),
          appearance: isOwn ? .plain : look), to: stage.feed)
      let target = stage.target(
        "A", LayoutRect(x: 0, y: 0, width: 100, height: 100), in: group, isOwn ? look : .plain)
      let rule = VisibilityRule.fully.minimumArea(area)
      stage.engine.watch(target, rule)
      #expect(stage.pass() == (area == 2500 ? ["A enters"] : []), "\(transform) \(area)")
      #expect(
        stage.engine.reason(target, isNotVisibleUnder: rule) == (area == 2500 ? nil : .tooSmall))
    }
  }

  @Test func `all thresholds end below the minimum, without hysteresis`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .thresholds([0.2, 0.6], hysteresis: 0.2).minimumArea(5000))
    #expect(stage.pass() == ["A enters", "A enters 1"])
    #expect(stage.scroll(to: 50, at: nil) == [])
    #expect(
      stage.scroll(to: 51, at: nil)
        == ["A leaves 1 (out of viewport)", "A leaves (out of viewport)"])
  }

  @Test func `edges are seen only while the minimum is reached`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 900))
    stage.engine.watch(target, .allEdgesSeen.minimumArea(400 * 500))
    #expect(stage.scroll(to: -101, at: nil) == [])
    #expect(stage.scroll(to: 300, at: nil) == [])
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
    #expect(stage.scroll(to: 401, at: nil) == ["A leaves (out of viewport)"])
  }

  @Test func `an impression also requires the minimum`() {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .fraction(0.5).minimumArea(9000), dwell: .seconds(1))
    stage.engine.watch(stage.target("A", .square(y: 520)), for: policy, of: ItemIdentity(1))
    #expect(stage.pass(at: 0) == [])
    #expect(stage.engine.nextDeadline == nil)
    stage.scroll(to: 10)
    #expect(stage.pass(at: 100) == [])
    #expect(stage.pass(at: 2000) == ["1 seen at 1100"])
  }
}
