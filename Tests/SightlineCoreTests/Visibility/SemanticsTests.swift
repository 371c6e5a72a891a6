import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The design's twelve semantics, by number.
@Suite struct SemanticsTests {
  private let window = LayoutRect(x: 0, y: 0, width: 400, height: 600)

  @Test func `1 negative sizes are standardised, and y points down`() {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", LayoutRect(x: 200, y: 100, width: -100, height: -100)), .fully)
    stage.engine.watch(
      stage.target("B", LayoutRect(x: 0, y: 700, width: 100, height: -101)), .fully)
    #expect(stage.pass() == ["A enters"])
    // Content further down comes into view at a greater offset.
    #expect(stage.scroll(to: 100, at: nil) == ["A leaves (out of viewport)", "B enters"])
  }

  @Test func `2 clips, the viewport and later opaque views limit the visible part`() {
    var stage = Stage()
    let card = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 80), clip: .bounds),
      to: stage.feed)
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 100, height: 100), in: card)
    func fraction() -> Double { stage.engine.state(of: target).fraction }
    #expect(isClose(fraction(), 0.8))
    stage.scroll(to: 30)
    #expect(isClose(fraction(), 0.5))
    stage.engine.edit(.margins(.points(top: -20), of: stage.engine.window))
    #expect(isClose(fraction(), 0.3))
    stage.cover(LayoutRect(x: 50, y: 0, width: 100, height: 600), in: stage.root)
    #expect(isClose(fraction(), 0.15))
  }

  @Test func `2 a rotated target is measured by its exact area, not its bounding box`() {
    var stage = Stage()
    // A square rotated by 45° with its centre on the window's left edge: half of it is visible.
    let tip = SceneAppearance(transform: .eighthTurn)
    let target = stage.target("A", LayoutRect(x: 0, y: 100, width: 100, height: 100), tip)
    #expect(isClose(stage.engine.state(of: target).fraction, 0.5))
    stage.engine.watch(target, .fraction(0.51))
    stage.engine.watch(target, .fraction(0.5))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `3 a non-finite frame is not measurable and does not crash`() {
    withEvery([Double.nan, .infinity, -.infinity, 1e300, -1e300], 0..<4) { bad, place in
      var stage = Stage()
      let target = stage.target("A", .square(y: 0))
      stage.engine.watch(target, .anyPixel)
      stage.engine.watch(stage.target("B", .square(y: 0)), .anyPixel)
      #expect(stage.pass() == ["A enters", "B enters"])
      var numbers = [100.0, 0, 100, 100]
      numbers[place] = bad
      stage.engine.edit(
        .frame(
          LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
          of: target))
      #expect(stage.pass() == ["A leaves (not measurable)"])
      #expect(stage.engine.state(of: target).reason == .notMeasurable)
      stage.engine.edit(.frame(.square(y: 0), of: target))
      #expect(stage.pass() == ["A enters"])
    }
  }

  @Test func `4 a zero-area target is not visible`() {
    withEvery([-1.0, 0, 200, 400, 401], [-1.0, 0, 300, 600, 601], [0.0, 50, -50]) { x, y, width in
      var stage = Stage()
      // Both paths also agree under a rotation.
      let look = width < 0 ? SceneAppearance(transform: .eighthTurn) : .plain
      let target = stage.target("A", LayoutRect(x: x, y: y, width: width, height: 0), look)
      for rule in [VisibilityRule.fully, .anyPixel, .asMuchAsFits, .allEdgesSeen] {
        stage.engine.watch(target, rule)
        #expect(stage.engine.reason(target, isNotVisibleUnder: rule) == .zeroArea)
      }
      #expect(stage.pass() == [], "\(x), \(y), \(width)")
      let state = stage.engine.state(of: target)
      #expect(state.fraction == 0 && state.smallerShare == 0 && state.viewportShare == 0)
      #expect(!state.isFullyVisible && state.reason == .zeroArea)
    }
  }

  /// Rounding may leave an area between corners that a transform has put on a line.
  @Test func `4 a target collapsed onto a slanted line is not visible`() {
    var collapsed = 0
    withEvery([0.1, 0.3, 0.7], [0.2, 0.9], [0.1, 0.5, 1.7]) { a, b, factor in
      let transform = LayoutTransform(a: a, b: b, c: a * factor, d: b * factor, tx: 0, ty: 0)
      guard transform.determinant == 0 else { return }
      collapsed += 1
      for side in [33.3, 77.7, 100.1] {
        var stage = Stage()
        let target = stage.target(
          "A", .square(y: 50, side: side), SceneAppearance(transform: transform))
        stage.engine.watch(target, .anyPixel)
        #expect(stage.pass() == [], "\(transform)")
        #expect(stage.engine.state(of: target).fraction == 0, "\(transform)")
      }
    }
    #expect(collapsed > 5)
  }

  @Test func `4 a target whose area underflows to zero is not visible`() {
    var stage = Stage()
    let target = stage.target(
      "A", .square(y: 0, side: 1e-3), SceneAppearance(transform: .scale(x: 1e-160, y: 1e-160)))
    #expect(stage.engine.state(of: target).reason == .zeroArea)
  }

  @Test func `4 a target leaves when its area becomes zero`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .anyPixel)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.frame(LayoutRect(x: 100, y: 0, width: 100, height: 0), of: target))
    #expect(stage.pass() == ["A leaves (zero area)"])
  }

  @Test func `4 touching rects do not overlap`() {
    for rect in [
      LayoutRect(x: 400, y: 0, width: 50, height: 50),
      LayoutRect(x: 0, y: 600, width: 50, height: 50),
      LayoutRect(x: -50, y: 0, width: 50, height: 50),
      LayoutRect(x: 0, y: -50, width: 50, height: 50),
    ] {
      var stage = Stage()
      let target = stage.target("A", rect)
      stage.engine.watch(target, .anyPixel)
      #expect(stage.pass() == [])
      let state = stage.engine.state(of: target)
      #expect(state.fraction == 0 && state.isIntersecting && state.reason == .outOfViewport)
    }
  }

  @Test func `5 thresholds are inclusive, with a tolerance of a millionth`() {
    let cases: [(visible: Double, isVisible: Bool)] = [
      (50, true), (50 - 0.9e-4, true), (50 - 1.1e-4, false), (50 + 1e-9, true), (49.9, false),
    ]
    for (visible, isVisible) in cases {
      var stage = Stage()
      stage.engine.watch(stage.target("A", .square(y: 600 - visible)), .fraction(0.5))
      #expect(stage.pass() == (isVisible ? ["A enters"] : []), "\(visible)")
    }
  }

  @Test func `5 fully tolerates a cut of less than a pixel, and the fraction stays exact`() {
    for (cut, isFull) in [(0.0, true), (0.33, true), (1.0 / 3, false), (0.5, false)] {
      var stage = Stage()
      stage.engine.pixelLength = 1.0 / 3
      let target = stage.target("A", .square(y: -cut))
      stage.engine.watch(target, .fully)
      #expect(stage.pass() == (isFull ? ["A enters"] : []), "\(cut)")
      let state = stage.engine.state(of: target)
      #expect(state.isFullyVisible == isFull)
      #expect(isClose(state.fraction, (100 - cut) / 100))
    }
  }

  @Test func `6 opacity multiplies along the ancestors, and hidden anywhere is hidden`() {
    var stage = Stage()
    let middle = stage.engine.add(
      SceneContainer(frame: window, appearance: SceneAppearance(opacity: 0.5)), to: stage.feed)
    let inner = stage.engine.add(
      SceneContainer(frame: window, appearance: SceneAppearance(opacity: 0.5)), to: middle)
    let target = stage.target("A", .square(y: 0), in: inner, SceneAppearance(opacity: 0.8))
    #expect(isClose(stage.engine.state(of: target).opacity, 0.2))
    stage.engine.watch(target, .fully.minimumOpacity(0.2))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.appearance(SceneAppearance(opacity: 0.49), of: middle))
    #expect(stage.pass() == ["A leaves (transparent)"])
    stage.engine.edit(.appearance(.plain, of: middle))
    #expect(stage.pass() == ["A enters"])
    for container in [inner, middle, stage.feed, stage.root] {
      let look = stage.engine.scene.container(container).appearance
      stage.engine.edit(.appearance(SceneAppearance(isHidden: true), of: container))
      #expect(stage.pass() == ["A leaves (hidden)"])
      stage.engine.edit(.appearance(look, of: container))
      #expect(stage.pass() == ["A enters"])
    }
  }

  @Test func `7 the denominator is the item, the viewport or the smaller of the two`() {
    var stage = Stage()
    let tall = stage.target("tall", LayoutRect(x: 0, y: 0, width: 200, height: 2400))
    let state = stage.engine.state(of: tall)
    #expect(isClose(state.fraction, 0.25))
    #expect(isClose(state.viewportShare, 0.5))
    #expect(isClose(state.smallerShare, 1))
    stage.engine.watch(tall, .fraction(0.25))
    stage.engine.watch(tall, .fraction(0.26))
    stage.engine.watch(tall, .share(0.5, of: .viewport))
    stage.engine.watch(tall, .share(0.51, of: .viewport))
    stage.engine.watch(tall, .share(1, of: .smaller))
    stage.engine.watch(tall, .allEdgesSeen)
    #expect(stage.pass() == ["tall enters", "tall enters", "tall enters"])
  }

  @Test func `8 a dwell begins with its pass, and the impression has the time it was reached`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, for: .mrcDisplay, of: ItemIdentity(7))
    #expect(stage.pass(at: 300) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(1300))
    #expect(stage.pass(at: 2000) == ["7 seen at 1300"])
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `9 inactivity ends exposures, and drops or pauses the dwell`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .fully)
    let pausing = ImpressionPolicy(rule: .fully, dwell: .seconds(1), inactivity: .pauses)
    stage.engine.watch(target, for: .mrcDisplay, of: ItemIdentity(1))
    stage.engine.watch(target, for: pausing, of: ItemIdentity(2))
    #expect(stage.pass(at: 0) == ["A enters"])
    stage.engine.isForeground = false
    #expect(stage.pass(at: 600) == ["A leaves (inactive)"])
    #expect(stage.engine.nextDeadline == nil)
    stage.engine.isForeground = true
    #expect(stage.pass(at: 5000) == ["A enters"])
    #expect(stage.pass(at: 9000) == ["1 seen at 6000", "2 seen at 5400"])
  }

  @Test func `10 a batch has leaves, enters, then impressions, in registration order`() {
    var stage = Stage()
    var targets: [TargetID] = []
    for (i, name) in ["A", "B", "C", "D"].enumerated() {
      let target = stage.target(name, .square(y: i < 2 ? 0 : 1000))
      targets.append(target)
      stage.engine.watch(target, .fully)
      stage.engine.watch(target, for: .feed, of: ItemIdentity(UInt64(i)))
    }
    #expect(stage.pass(at: 0) == ["A enters", "B enters", "0 seen at 0", "1 seen at 0"])
    stage.scroll(to: 1000)
    stage.engine.edit(.remove(targets[1]))
    #expect(
      stage.pass(at: 16) == [
        "A leaves (out of viewport)", "B leaves (removed)", "C enters", "D enters",
        "2 seen at 16", "3 seen at 16",
      ])
  }

  @Test func `11 an unchanged pass does nothing, and later changes wait for the next`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
    let passes = stage.engine.pass.number
    #expect(stage.pass() == [])
    #expect(stage.engine.pass.number == passes && stage.engine.nextDeadline == nil)
    stage.scroll(to: 900)
    #expect(stage.engine.changes.isEmpty)
    #expect(stage.pass() == ["A leaves (out of viewport)"])
  }

  @Test func `12 once applies to an identity, not to a view`() {
    var stage = Stage()
    let first = stage.target("A", .square(y: 0))
    stage.engine.watch(first, for: .feed, of: ItemIdentity(7))
    #expect(stage.pass(at: 0) == ["7 seen at 0"])
    stage.engine.edit(.remove(first))
    #expect(stage.pass(at: 16) == [])
    stage.engine.watch(stage.target("B", .square(y: 0)), for: .feed, of: ItemIdentity(7))
    stage.engine.watch(stage.target("C", .square(y: 0)), for: .feed, of: ItemIdentity(8))
    #expect(stage.pass(at: 32) == ["8 seen at 32"])
    #expect(stage.engine.impressionCount(of: ItemIdentity(7), for: .feed) == 1)
  }
}
