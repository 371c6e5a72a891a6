import SightlineCore
import SightlineTestSupport
import Testing

/// Queries of a target's state.
@Suite struct StateTests {
  @Test func `a state has all properties of a target`() {
    var stage = Stage()
    let target = stage.target(
      "A", LayoutRect(x: -50, y: 500, width: 200, height: 400), SceneAppearance(opacity: 0.5))
    let state = stage.engine.state(of: target)
    #expect(isClose(state.fraction, 150.0 * 100 / 80_000))
    #expect(isClose(state.viewportShare, 150.0 * 100 / 240_000))
    #expect(isClose(state.smallerShare, 150.0 * 100 / 80_000))
    #expect(state.isIntersecting && !state.isFullyVisible)
    #expect(state.visibleRect == LayoutRect(x: 0, y: 500, width: 150, height: 100))
    #expect(state.boundingRect == LayoutRect(x: -50, y: 500, width: 200, height: 400))
    #expect(state.viewportRect == LayoutRect(x: 0, y: 0, width: 400, height: 600))
    #expect(state.opacity == 0.5)
    #expect(state.reason == .outOfViewport)
    stage.scroll(to: 10_000)
    let away = stage.engine.state(of: target)
    #expect(away.fraction == 0 && away.visibleRect == nil && !away.isIntersecting)
    #expect(away.boundingRect == LayoutRect(x: -50, y: -9500, width: 200, height: 400))
    stage.engine.edit(.frame(LayoutRect(x: .nan, y: 0, width: 1, height: 1), of: target))
    let lost = stage.engine.state(of: target)
    #expect(lost.fraction == 0 && lost.boundingRect == nil && lost.reason == .notMeasurable)
    #expect(lost.viewportRect == LayoutRect(x: 0, y: 0, width: 400, height: 600))
  }

  @Test func `even an unmeasurable target has its opacity`() {
    var stage = Stage()
    let group = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 0, y: 0, width: 400, height: 600),
        appearance: SceneAppearance(opacity: 0.5)), to: stage.feed)
    let target = stage.target("A", .square(y: 0), in: group, SceneAppearance(opacity: 0.5))
    func opacity() -> Double { stage.engine.state(of: target).opacity }
    #expect(opacity() == 0.25)
    stage.engine.edit(.frame(LayoutRect(x: .nan, y: 0, width: 1, height: 1), of: target))
    #expect(opacity() == 0.25)
    stage.engine.edit(.frame(.square(y: 0), of: target))
    stage.engine.edit(.scroll(stage.feed, to: LayoutPoint(x: 0, y: .infinity)))
    #expect(stage.engine.state(of: target).reason == .notMeasurable)
    #expect(opacity() == 0.25)
  }

  @Test func `a state includes changes since the last pass`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(target, .fully)
    _ = stage.pass()
    stage.scroll(to: 50)
    #expect(isClose(stage.engine.state(of: target).fraction, 0.5))
    #expect(stage.engine.level(of: watch) == 1)
  }

  @Test func `querying a state leaves the engine unchanged and agrees with the next pass`() {
    var stage = Stage()
    let target = stage.target(
      "A", .square(y: 0), SceneAppearance(transform: .turned(halfTangent: 0.1)))
    let rule = VisibilityRule.thresholds((1...100).map { Double($0) / 100 })
    let watch = stage.engine.watch(target, rule)
    for i in 0..<20 {
      stage.cover(LayoutRect(x: 100 + Double(i) * 5, y: 0, width: 1, height: 90))
      stage.cover(LayoutRect(x: 90, y: Double(i) * 5, width: 100, height: 1))
    }
    _ = stage.pass()
    let before = (stage.engine.evaluatedTargets, stage.engine.changes)
    let state = stage.engine.state(of: target)
    #expect(state.fraction > 0.6 && state.fraction < 0.8 && state.reason == .covered)
    #expect(stage.engine.level(of: watch) == Int(state.fraction * 100))
    #expect(before == (stage.engine.evaluatedTargets, stage.engine.changes))
    stage.engine.edit(.frame(.square(y: 5_000), of: target))
    #expect(stage.engine.state(of: target).reason == .outOfViewport)
    #expect(stage.engine.changes == before.1)
    #expect(stage.pass().count == Int(state.fraction * 100))
  }

  @Test func `a target outside the viewport has a frame but no share of it`() {
    var stage = Stage()
    let pane = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: stage.root)
    let viewport = stage.engine.add(VisibilityViewport(pane))
    let target = stage.target("A", .square(y: 20))
    let state = stage.engine.state(of: target, in: viewport)
    #expect(state.fraction == 0 && !state.isIntersecting && state.reason == .outOfViewport)
    #expect(state.boundingRect == .square(y: 20) && state.visibleRect == nil)
  }

  @Test(arguments: [false, true])
  func `outside the viewport's container a target's frame follows its own container's scroll`(
    isPinned: Bool
  ) {
    var stage = Stage()
    let strip = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 500, width: 400, height: 100)), to: stage.root)
    let viewport = stage.engine.add(VisibilityViewport(strip))
    let target = stage.target("A", .square(y: 300), SceneAppearance(isPinned: isPinned))
    stage.scroll(to: 250)
    let state = stage.engine.state(of: target, in: viewport)
    #expect(state.boundingRect == .square(y: isPinned ? 300 : 50))
    #expect(state.reason == .outOfViewport)
  }
}
