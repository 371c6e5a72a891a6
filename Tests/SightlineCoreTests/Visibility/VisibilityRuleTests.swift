import SightlineCore
import SightlineTestSupport
import Testing

/// Rules: fractions, hysteresis, ladders, shares, edges.
@Suite struct RuleTests {
  /// Returns a stage with one target of 100 pt at the top. `show` scrolls until `visible` points of
  /// it are left.
  private func stage(_ rule: VisibilityRule) -> Stage {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), rule)
    return stage
  }

  private func show(_ visible: Double, _ stage: inout Stage) -> [String] {
    stage.scroll(to: 100 - visible, at: nil)
  }

  @Test func `any pixel requires a visible area above zero`() {
    var stage = stage(.anyPixel)
    #expect(show(0, &stage) == [])
    #expect(show(0.01, &stage) == ["A enters"])
    #expect(show(-1, &stage) == ["A leaves (out of viewport)"])
  }

  @Test func `a fraction holds at and above its threshold at every scroll step`() {
    withEvery([0.01, 0.25, 0.5, 0.7, 0.99], 0...100) { threshold, visible in
      var stage = stage(.fraction(threshold))
      let isVisible = Double(visible) >= threshold * 100
      #expect(show(Double(visible), &stage) == (isVisible ? ["A enters"] : []))
    }
  }

  @Test func `hysteresis enters at one level and leaves below a lower one`() {
    var stage = stage(.fraction(0.7, exit: 0.3))
    #expect(show(69, &stage) == [])
    #expect(show(70, &stage) == ["A enters"])
    #expect(show(30, &stage) == [])
    #expect(show(69, &stage) == [])
    #expect(show(29.9, &stage) == ["A leaves (out of viewport)"])
    #expect(show(69, &stage) == [])
    #expect(show(70, &stage) == ["A enters"])
  }

  @Test func `hysteresis down to 0 holds until the last pixel`() {
    var stage = stage(.fraction(0.5, exit: 0))
    #expect(show(50, &stage) == ["A enters"])
    #expect(show(0.1, &stage) == [])
    #expect(show(0, &stage) == ["A leaves (out of viewport)"])
  }

  @Test func `thresholds are reported in order in both directions`() {
    var stage = stage(.thresholds([1, 0, 0.5, 0.25]))
    #expect(show(30, &stage) == ["A enters", "A enters 1"])
    #expect(show(100, &stage) == ["A enters 2", "A enters 3"])
    #expect(
      show(10, &stage) == [
        "A leaves 3 (out of viewport)", "A leaves 2 (out of viewport)",
        "A leaves 1 (out of viewport)",
      ])
    #expect(show(60, &stage) == ["A enters 1", "A enters 2"])
    #expect(
      show(-10, &stage) == [
        "A leaves 2 (out of viewport)", "A leaves 1 (out of viewport)",
        "A leaves (out of viewport)",
      ])
  }

  @Test func `each threshold behaves like a separate rule`() {
    let thresholds = [0, 0.2, 0.25, 0.6, 1]
    for hysteresis in [0, 0.1, 0.3] {
      var random = SeededGenerator(seed: 9)
      var stage = Stage()
      let target = stage.target("A", .square(y: 0))
      let ladder = stage.engine.watch(target, .thresholds(thresholds, hysteresis: hysteresis))
      let single = thresholds.map { threshold in
        stage.engine.watch(target, .thresholds([threshold], hysteresis: hysteresis))
      }
      for _ in 0..<400 {
        _ = show(random.number(-20...120).rounded(), &stage)
        var rungs: [Int] = []
        var rules: [Int] = []
        for change in stage.engine.changes {
          let sign = change.isVisible ? 1 : -1
          if change.watch == ladder {
            rungs.append(sign * (change.threshold + 1))
          } else {
            rules.append(sign * ((single.firstIndex(of: change.watch) ?? 99) + 1))
          }
        }
        #expect(rungs.sorted() == rules.sorted())
        #expect(stage.engine.level(of: ladder) == single.map(stage.engine.level).reduce(0, +))
      }
    }
  }

  @Test func `a repeated threshold counts twice`() {
    var stage = stage(.thresholds([0.5, 0.5]))
    #expect(show(50, &stage) == ["A enters", "A enters 1"])
  }

  @Test func `a viewport share is relative to the window grown by its margins`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 300))
    stage.engine.watch(target, .share(0.6, of: .viewport))
    #expect(stage.pass() == [])
    stage.engine.edit(.margins(.points(bottom: -100), of: stage.engine.window))
    #expect(stage.pass() == ["A enters"])
    #expect(isClose(stage.engine.state(of: target).viewportShare, 0.6))
    stage.engine.edit(.margins(.zero, of: stage.engine.window))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
  }

  @Test func `tall, wide and small items all reach the smaller measure`() {
    for frame in [
      LayoutRect(x: 0, y: 0, width: 100, height: 5000),
      LayoutRect(x: 0, y: 0, width: 5000, height: 100),
      LayoutRect(x: 0, y: 0, width: 5000, height: 5000),
      LayoutRect(x: 0, y: 0, width: 100, height: 100),
    ] {
      var stage = Stage()
      stage.engine.watch(stage.target("A", frame), .share(1, of: .smaller, exit: 0.5))
      #expect(stage.pass() == ["A enters"], "\(frame)")
      let visible = min(frame.height, 600)
      #expect(stage.scroll(to: frame.height - visible / 2, at: nil) == [])
      #expect(
        stage.scroll(to: frame.height - visible / 2 + 1, at: nil) == ["A leaves (out of viewport)"])
    }
  }

  @Test func `scrolling a tall item from top to end sees all its edges`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 2000))
    stage.engine.watch(target, .allEdgesSeen)
    #expect(stage.pass() == [])
    #expect(stage.engine.reason(target, isNotVisibleUnder: .allEdgesSeen) == .edgesUnseen)
    #expect(stage.scroll(to: 700, at: nil) == [])
    #expect(stage.scroll(to: 1399, at: nil) == [])
    #expect(stage.scroll(to: 1400, at: nil) == ["A enters"])
    // It stays visible while a pixel is left.
    #expect(stage.scroll(to: 700, at: nil) == [])
    #expect(stage.scroll(to: 1999, at: nil) == [])
    #expect(stage.scroll(to: 2000, at: nil) == ["A leaves (out of viewport)"])
    // It starts over: the end has been seen, the beginning has not.
    #expect(stage.scroll(to: 1400, at: nil) == [])
    #expect(stage.scroll(to: 1, at: nil) == [])
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
  }

  @Test func `edges count on both axes`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 1000, height: 1000))
    stage.engine.watch(target, .allEdgesSeen)
    #expect(stage.pass() == [])
    stage.engine.edit(.scroll(stage.feed, to: LayoutPoint(x: 600, y: 0)))
    #expect(stage.pass() == [])
    stage.engine.edit(.scroll(stage.feed, to: LayoutPoint(x: 300, y: 400)))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `edges are kept in the background and forgotten when hidden`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 2000))
    stage.engine.watch(target, .allEdgesSeen)
    _ = stage.pass()
    stage.engine.isForeground = false
    _ = stage.pass()
    stage.engine.isForeground = true
    #expect(stage.scroll(to: 1400, at: nil) == ["A enters"])
    #expect(stage.scroll(to: 0, at: nil) == [])
    stage.engine.edit(.appearance(SceneAppearance(isHidden: true), of: target))
    #expect(stage.pass() == ["A leaves (hidden)"])
    stage.engine.edit(.appearance(.plain, of: target))
    #expect(stage.pass() == [])
  }

  @Test func `an item that fits has all edges seen once fully in view`() {
    var stage = stage(.allEdgesSeen)
    #expect(show(99, &stage) == [])
    #expect(show(100, &stage) == ["A enters"])
    #expect(show(1, &stage) == [])
  }

  @Test func `the minimum opacity is inclusive, and 0 ignores opacity`() {
    for (opacity, minimum, isVisible) in [
      (0.5, 0.5, true), (0.499, 0.5, false), (0.01, 0.01, true), (0.0, 0.0, true),
      (0.0, 0.01, false),
    ] {
      var stage = Stage()
      stage.engine.watch(
        stage.target("A", .square(y: 0), SceneAppearance(opacity: opacity)),
        .anyPixel.minimumOpacity(minimum))
      #expect(stage.pass() == (isVisible ? ["A enters"] : []), "\(opacity) for \(minimum)")
    }
    #expect(VisibilityRule.fully.minimumOpacity == 0.01)
  }

  @Test func `rules return their parameters`() {
    #expect(VisibilityRule.thresholds([1, 0.5]).thresholds == [0.5, 1])
    #expect(isClose(VisibilityRule.fraction(0.7, exit: 0.3).hysteresis, 0.4))
    #expect(VisibilityRule.allEdgesSeen.measure == .edges && VisibilityRule.fully.measure == .item)
    #expect(VisibilityRule.share(0.2, of: .smaller).measure == .smaller)
    #expect(VisibilityRule.tolerance == 1e-6 && DevicePixel.defaultLength == 0.5)
  }
}
