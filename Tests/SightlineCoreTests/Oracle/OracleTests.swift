import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Scenes with numbers computed by hand, to validate the oracle.
@Suite struct OracleTests {
  /// A window of 100 × 100 pt, with the oracle's findings for its targets.
  private struct Window {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 100))
    var root: ContainerID { scene.root }

    mutating func target(
      _ frame: LayoutRect, in container: ContainerID? = nil, _ look: SceneAppearance = .plain
    ) -> TargetID {
      scene.add(SceneTarget(frame: frame, appearance: look), to: container ?? root)
    }

    mutating func findingOfNew(
      _ frame: LayoutRect, in container: ContainerID? = nil, _ look: SceneAppearance = .plain
    ) -> Oracle.Finding {
      let target = target(frame, in: container, look)
      return finding(target)
    }

    mutating func cover(
      _ frame: LayoutRect, in container: ContainerID? = nil, _ look: SceneAppearance = .plain,
      isFriendly: Bool = false
    ) {
      _ = scene.add(
        SceneCover(frame: frame, appearance: look, isFriendly: isFriendly), to: container ?? root)
    }

    func finding(_ target: TargetID, in viewport: VisibilityViewport? = nil) -> Oracle.Finding {
      Oracle.finding(target, in: viewport ?? VisibilityViewport(root), of: OracleScene(scene))
    }

    func reason(_ target: TargetID, _ rule: VisibilityRule = .fully) -> InvisibilityReason? {
      Oracle.reason(finding(target), rule, isForeground: true)
    }
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LayoutRect {
    LayoutRect(x: x, y: y, width: width, height: height)
  }

  // MARK: Polygons

  @Test func `cutting a square along its diagonal leaves half on each side`() {
    let square = OraclePolygon(OracleRect(rect(0, 0, 10, 10)), .identity)
    // A square of side 10 √2, rotated by 45° and centred on the corner (10, 10): one side runs from
    // (0, 10) to (10, 0).
    let tip = LayoutTransform.eighthTurn
      .followed(by: .translation(x: 10, y: 0))
    let side = 200.0.squareRoot()
    let turned = OraclePolygon(OracleRect(rect(0, 0, side, side)), tip)
    #expect(isClose(square.area, 100) && isClose(turned.area, 200))
    #expect(isClose(square.intersection(turned).area, 50))
    let pieces = square.subtracting(turned)
    #expect(isClose(pieces.reduce(0) { $0 + $1.area }, 50))
    #expect(pieces.allSatisfy { $0.intersection(turned).area < 1e-9 })
  }

  @Test func `a cross leaves the four corners`() {
    var pieces = [OraclePolygon(OracleRect(rect(0, 0, 30, 30)), .identity)]
    for bar in [rect(10, -5, 10, 40), rect(-5, 10, 40, 10)] {
      let polygon = OraclePolygon(OracleRect(bar), .scale(x: 1, y: 1))
      pieces = pieces.flatMap { $0.subtracting(polygon) }
    }
    #expect(pieces.count == 4 && pieces.allSatisfy { isClose($0.area, 100) })
  }

  @Test func `mirroring preserves area`() {
    let square = OraclePolygon(OracleRect(rect(0, 0, 10, 10)), .identity)
    let mirrored = OraclePolygon(
      OracleRect(rect(0, 0, 8, 10)), LayoutTransform.scale(x: -1, y: 1))
    #expect(mirrored.area == 80 && square.intersection(mirrored).area == 0)
    let back = LayoutTransform.scale(x: -1, y: 1).followed(by: .translation(x: 8, y: 5))
    #expect(square.intersection(OraclePolygon(OracleRect(rect(0, 0, 8, 10)), back)).area == 40)
  }

  @Test func `margins move each side by points and by a share of the extent`() {
    let margins = ViewportMargins(
      points: LayoutInsets(top: 1, left: -2, bottom: .nan, right: 4),
      fractions: LayoutInsets(top: 0.1, left: 0, bottom: 0.5, right: -0.01))
    let grown = OracleRect(rect(0, 0, 100, 200)).grown(by: margins)
    #expect(grown == OracleRect(left: 2, top: -21, right: 103, bottom: 200))
    let eaten = OracleRect(rect(0, 0, 100, 200)).grown(by: .points(top: -300))
    #expect(eaten.top == 300 && eaten.bottom == 300)
  }

  // MARK: Placement and clips

  @Test func `offsets, frames and pinning add up along the chain`() {
    var window = Window()
    // The list is 10 down, and its content is scrolled up by 20.
    let list = window.scene.add(
      SceneContainer(
        frame: rect(0, 10, 100, 50), clip: .bounds, contentOffset: LayoutPoint(x: 0, y: 20)),
      to: window.root)
    // In the window, y runs from 10 + 15 - 20 = 5 to 25; the list shows it from 10 on.
    let row = window.findingOfNew(rect(0, 15, 40, 20), in: list)
    #expect(row.inViewport.fraction == 1 && row.inClips.fraction == 0.75)
    #expect(row.inClips.bounds == OracleRect(left: 0, top: 10, right: 40, bottom: 25))
    let bar = window.findingOfNew(rect(0, 15, 40, 20), in: list, SceneAppearance(isPinned: true))
    #expect(bar.inClips.bounds == OracleRect(left: 0, top: 25, right: 40, bottom: 45))
  }

  @Test func `a diamond centred on the window's corner shows a quarter`() {
    var window = Window()
    let look = SceneAppearance(transform: .eighthTurn)
    // Its top corner is at (0, 0); half of it lies to the left of the window.
    #expect(
      isClose(window.findingOfNew(rect(0, 0, 40, 40), look).uncovered.fraction, 0.5))
    // Its centre is at the corner of the window: a quarter is visible.
    let tip = -(800.0.squareRoot())
    let quarter = window.findingOfNew(rect(0, tip, 40, 40), look)
    #expect(isClose(quarter.uncovered.fraction, 0.25) && isClose(quarter.area, 1600))
    #expect(isClose(quarter.uncovered.viewportShare, 400 / 10_000))
  }

  @Test func `scroll margins grow scrolling clips, margins grow the viewport`() {
    var window = Window()
    let list = window.scene.add(.scrollView(frame: rect(0, 20, 100, 50)), to: window.root)
    let row = window.target(rect(0, 40, 100, 20), in: list)
    #expect(window.finding(row).uncovered.fraction == 0.5)
    func fraction(_ viewport: VisibilityViewport) -> Double {
      window.finding(row, in: viewport).uncovered.fraction
    }
    #expect(fraction(VisibilityViewport(window.root, scrollMargins: .points(5))) == 0.75)
    #expect(fraction(VisibilityViewport(window.root, margins: .points(bottom: -35))) == 0.25)
    #expect(fraction(VisibilityViewport(list, margins: .points(bottom: 6))) == 0.8)
  }

  // MARK: Covers

  @Test func `overlapping covers count once`() {
    var window = Window()
    let target = window.target(rect(0, 0, 100, 100))
    window.cover(rect(0, 0, 50, 100))
    window.cover(rect(25, 0, 50, 50))
    // The covers hide 50 × 100 and another 25 × 50.
    #expect(window.finding(target).uncovered.fraction == 0.375)
  }

  @Test func `earlier, translucent and friendly views cover nothing`() {
    var window = Window()
    window.cover(rect(0, 0, 10, 100))
    let target = window.target(rect(0, 0, 100, 100))
    window.cover(rect(0, 0, 20, 100), SceneAppearance(zIndex: -1))
    window.cover(rect(0, 0, 30, 100), SceneAppearance(opacity: 0.9))
    window.cover(rect(0, 0, 40, 100), SceneAppearance(isHidden: true))
    window.cover(rect(0, 0, 50, 100), isFriendly: true)
    #expect(window.finding(target).uncovered.fraction == 1)
    window.scene.setAppearance(SceneAppearance(zIndex: -2), of: target)
    #expect(window.finding(target).uncovered.fraction == 0.8)
  }

  @Test func `the later of two containers covers the earlier within its clip`() {
    var window = Window()
    let frame = rect(0, 0, 60, 60)
    let first = window.scene.add(SceneContainer(frame: frame), to: window.root)
    let second = window.scene.add(SceneContainer(frame: frame, clip: .bounds), to: window.root)
    let below = window.target(rect(0, 0, 100, 100), in: first)
    let above = window.target(rect(0, 0, 100, 100), in: second)
    window.cover(rect(30, 0, 900, 900), in: second, SceneAppearance(zIndex: -1))
    // The cover hides 30 × 60 of the 100 × 100.
    #expect(window.finding(below).uncovered.fraction == 0.82)
    #expect(window.finding(above).uncovered.fraction == 0.36)
  }

  // MARK: Reasons and levels

  @Test func `the reason is the first thing in the way`() {
    var window = Window()
    let list = window.scene.add(
      SceneContainer(frame: rect(0, 0, 100, 50), clip: .bounds), to: window.root)
    let target = window.target(rect(0, 40, 20, 20), in: list)
    #expect(window.reason(target) == .clipped && window.reason(target, .fraction(0.5)) == nil)
    #expect(window.reason(target, .fraction(0.1).minimumArea(401)) == .tooSmall)
    window.cover(rect(0, 0, 100, 41))
    #expect(window.reason(target, .fraction(0.5)) == .covered)
    #expect(window.reason(target, .fraction(0.45)) == nil)
    #expect(window.reason(target, .allEdgesSeen) == .edgesUnseen)
    window.scene.setFrame(rect(90, 0, 20, 20), of: target)
    #expect(window.reason(target, .fraction(0.6)) == .outOfViewport)
    window.scene.setFrame(rect(90, 0, 0, 20), of: target)
    #expect(window.reason(target) == .zeroArea)
    window.scene.setAppearance(SceneAppearance(opacity: 0.001), of: target)
    #expect(window.reason(target) == .transparent)
    window.scene.setAppearance(SceneAppearance(isHidden: true), of: target)
    #expect(window.reason(target) == .hidden)
    window.scene.setFrame(rect(.nan, 0, 1, 20), of: target)
    #expect(window.reason(target) == .notMeasurable)
  }

  /// Returns the levels under a rule for successive fractions.
  private func levels(_ rule: VisibilityRule, _ fractions: [Double]) -> [Int] {
    var standing = Oracle.Standing()
    return fractions.map { fraction in
      let view = Oracle.View(area: fraction * 100, fraction: fraction)
      let finding = Oracle.Finding(area: 100, inClips: view, uncovered: view)
      standing = Oracle.standing(after: standing, finding, rule, isForeground: true)
      return standing.level
    }
  }

  @Test func `a threshold is entered at it and left below it by the hysteresis`() {
    #expect(
      levels(.fraction(0.5, exit: 0.3), [0.3, 0.5, 0.4, 0.3, 0.29, 0.4]) == [0, 1, 1, 1, 0, 0])
    #expect(
      levels(.thresholds([0.2, 0.5, 0.8], hysteresis: 0.1), [0.9, 0.7, 0.65, 0.4, 0.39, 0.1])
        == [3, 3, 2, 2, 1, 1])
    #expect(levels(.anyPixel, [0, 1e-10, 1e-8]) == [0, 0, 1])
    #expect(levels(.fraction(0.5), [0.499_998, 0.499_999_5]) == [0, 1])
    #expect(levels(.fraction(0.1, exit: 0).minimumArea(20), [0.2, 0.19]) == [1, 0])
  }

  @Test func `seen edges accumulate while any part is visible`() {
    var standing = Oracle.Standing()
    func see(_ edges: [Bool], fraction: Double = 0.1) -> Int {
      let view = Oracle.View(area: 10, fraction: fraction, edges: edges)
      let finding = Oracle.Finding(area: 100, inClips: view, uncovered: view)
      standing = Oracle.standing(after: standing, finding, .allEdgesSeen, isForeground: true)
      return standing.level
    }
    #expect(see([true, true, false, true]) == 0)
    #expect(see([false, true, true, true]) == 1)
    #expect(see([false, false, false, false]) == 1)
    #expect(see([false, false, false, false], fraction: 0) == 0)
    #expect(see([false, true, true, true]) == 0)
  }

  @Test func `less than a pixel is tolerated, and filling the viewport is the largest part`() {
    var window = Window()
    for (cut, isFull) in [(0.49, true), (0.51, false)] {
      let finding = window.findingOfNew(rect(-cut, 0, 50, 50))
      #expect(finding.uncovered.isFull == isFull)
      let tall = window.findingOfNew(rect(-cut, -50, 50, 500))
      #expect(!tall.uncovered.isFull && tall.uncovered.isLargest == isFull)
      #expect(isClose(tall.uncovered.smallerShare, (50 - cut) / 50))
    }
  }

  // MARK: Following an engine

  /// The level after the pass satisfies the hysteresis; the one before it does not.
  @Test func `the oracle detects a wrongly held level`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))
    engine.verifiesPasses = false
    let target = engine.add(SceneTarget(frame: rect(0, 60, 100, 100)), to: engine.root)
    let watch = engine.watch(target, .fraction(0.5, exit: 0.3))
    var oracle = Oracle()
    engine.pass(at: .zero)
    #expect(oracle.judge(engine).isEmpty && engine.level(of: watch) == 0)
    // Pretend that it was entered at 0.4.
    engine.edit(.frame(rect(0, 40, 100, 100), of: target))
    var tampered = engine
    tampered.pass(at: .milliseconds(16))
    tampered.scene.setFrame(rect(0, 61, 100, 100), of: target)
    tampered.pass(at: .milliseconds(32))
    tampered.pass.number -= 1
    #expect(tampered.level(of: watch) == 1)
    let found = oracle.judge(tampered)
    #expect(found.map { $0.level } == [1] && found.map { $0.referenceLevel } == [0])
  }

  @Test func `an oracle that missed a pass adopts the engine's levels`() {
    var stage = Stage()
    for row in 0..<5 {
      stage.engine.watch(stage.target("\(row)", .square(y: Double(row) * 100)), .fully)
    }
    _ = stage.pass()
    var oracle = Oracle()
    #expect(oracle.judge(stage.engine).isEmpty)
    stage.scroll(to: 150)
    #expect(oracle.judge(stage.engine).count == 2)
    _ = stage.pass()
    #expect(oracle.judge(stage.engine).isEmpty)
  }
}
