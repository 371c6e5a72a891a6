import SightlineCore
import SightlineTestSupport
import Testing

/// The reasons a target is not visible, and their precedence.
@Suite struct ReasonTests {
  /// A fully visible target in a card of a feed, with a way to apply each obstacle.
  private struct Case {
    var stage = Stage()
    let card: ContainerID
    let target: TargetID

    init() {
      card = stage.engine.add(
        SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 200), clip: .bounds),
        to: stage.feed)
      target = stage.target("A", .square(y: 50), in: card)
      stage.engine.watch(target, ReasonTests.rule)
    }

    mutating func impose(_ reason: InvisibilityReason) {
      var container = stage.engine.scene.container(card)
      switch reason {
      case .removed: stage.engine.edit(.remove(target))
      case .notMeasurable: container.appearance.transform.tx = .nan
      case .inactive: stage.engine.isForeground = false
      case .hidden: container.appearance.isHidden = true
      case .transparent: container.appearance.opacity = 0
      case .zeroArea:
        stage.engine.edit(.frame(LayoutRect(x: 100, y: 50, width: 0, height: 100), of: target))
      case .tooSmall:
        let isFlat = stage.engine.scene.target(target).frame.width == 0
        stage.engine.edit(
          .frame(LayoutRect(x: 100, y: 50, width: isFlat ? 0 : 19, height: 100), of: target))
      case .outOfViewport: stage.scroll(to: 100)
      case .clipped: container.frame = LayoutRect(x: 0, y: 0, width: 400, height: 140)
      case .covered: stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 60), in: stage.root)
      case .edgesUnseen: break
      }
      stage.engine.edit(.container(container, for: card))
    }
  }

  private static let rule = VisibilityRule.fully.minimumArea(2000)

  /// All reasons, in order of precedence.
  private static let all: [InvisibilityReason] = [
    .removed, .notMeasurable, .inactive, .hidden, .transparent, .zeroArea, .tooSmall,
    .outOfViewport, .clipped, .covered,
  ]

  @Test(arguments: all) func `a leave has its reason`(reason: InvisibilityReason) {
    var it = Case()
    #expect(it.stage.pass() == ["A enters"])
    it.impose(reason)
    #expect(it.stage.pass() == ["A leaves (\(reason))"])
  }

  @Test(arguments: all.dropFirst()) func `a state has the same reason as a leave`(
    reason: InvisibilityReason
  ) {
    var it = Case()
    #expect(it.stage.engine.state(of: it.target).reason == nil)
    #expect(it.stage.engine.reason(it.target, isNotVisibleUnder: ReasonTests.rule) == nil)
    it.impose(reason)
    #expect(it.stage.engine.reason(it.target, isNotVisibleUnder: ReasonTests.rule) == reason)
    // A state uses ``VisibilityRule/fully``, which has no minimum area.
    #expect(it.stage.engine.state(of: it.target).reason == (reason == .tooSmall ? nil : reason))
  }

  @Test(arguments: [1.0, 30, 100, 400, 700, 5_000])
  func
    `the reason is the same however far a row or its list scrolls out of view`(
      distance: Double
    )
  {
    var stage = Stage()
    let list = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 300)), to: stage.feed)
    let card = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 100), clip: .bounds),
      to: list)
    let row = stage.target("A", .square(y: 0), in: card)
    stage.engine.watch(row, .fully)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: distance)))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
    stage.engine.edit(.scroll(list, to: .zero))
    #expect(stage.pass() == ["A enters"])
    #expect(stage.scroll(to: distance, at: nil) == ["A leaves (out of viewport)"])
    stage.scroll(to: 0)
    #expect(stage.pass() == ["A enters"])
    // A parent that does not scroll cuts off the rest.
    stage.engine.edit(.frame(.square(y: 100), of: row))
    #expect(stage.pass() == ["A leaves (clipped)"])
  }

  @Test func `the first of several reasons is reported`() {
    withEvery(ReasonTests.all.indices, ReasonTests.all.indices) { i, j in
      let (first, second) = (ReasonTests.all[i], ReasonTests.all[j])
      guard i < j else { return }
      var it = Case()
      _ = it.stage.pass()
      it.impose(second)
      if first == .removed {
        it.impose(first)
      } else {
        it.impose(first)
        let reason = it.stage.engine.reason(it.target, isNotVisibleUnder: ReasonTests.rule)
        #expect(reason == first, "\(first), \(second)")
      }
      #expect(it.stage.pass() == ["A leaves (\(first))"], "\(first), \(second)")
    }
  }

  @Test func `the reason depends on the rule`() {
    var it = Case()
    it.impose(.covered)
    it.impose(.transparent)
    let engine = it.stage.engine
    #expect(engine.reason(it.target, isNotVisibleUnder: .fully) == .transparent)
    #expect(
      engine.reason(it.target, isNotVisibleUnder: .fully.minimumOpacity(0)) == .covered)
    #expect(
      engine.reason(it.target, isNotVisibleUnder: .fraction(0.9).minimumOpacity(0)) == nil)
    #expect(
      engine.reason(it.target, isNotVisibleUnder: .fraction(0.91).minimumOpacity(0)) == .covered)
  }

  @Test func `the reason of a leave is the obstacle that takes the fraction below the exit`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .fraction(0.7, exit: 0.4))
    _ = stage.pass()
    #expect(stage.scroll(to: 40, at: nil) == [], "60 %")
    stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 30), in: stage.root)
    #expect(stage.pass() == ["A leaves (covered)"])
    #expect(
      stage.engine.reason(target, isNotVisibleUnder: .fraction(0.7, exit: 0.4)) == .outOfViewport)
  }

  @Test func `edges unseen is the reason of last resort`() {
    var stage = Stage()
    let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 100, height: 900))
    #expect(stage.engine.reason(target, isNotVisibleUnder: .allEdgesSeen) == .edgesUnseen)
    stage.scroll(to: 950)
    #expect(stage.engine.reason(target, isNotVisibleUnder: .allEdgesSeen) == .outOfViewport)
  }

  @Test func `a target outside the viewport's container is out of the viewport`() {
    var stage = Stage()
    let other = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: stage.root)
    let viewport = stage.engine.add(VisibilityViewport(other))
    let target = stage.target("A", .square(y: 0))
    #expect(stage.engine.state(of: target, in: viewport).reason == .outOfViewport)
    stage.engine.edit(.appearance(SceneAppearance(opacity: 0.5, isHidden: true), of: target))
    let state = stage.engine.state(of: target, in: viewport)
    #expect(state.reason == .hidden && state.opacity == 0.5)
    stage.engine.edit(.frame(LayoutRect(x: .nan, y: 0, width: 1, height: 1), of: target))
    #expect(stage.engine.state(of: target, in: viewport).reason == .notMeasurable)
  }
}
