import SightlineTestSupport
import Testing

@testable import SightlineCore

/// What a rule remembers across an interruption: inactivity or a cover.
@Suite struct InterruptionTests {
  private let window = LayoutRect(x: 0, y: 0, width: 390, height: 844)

  /// The kinds of interruption.
  private enum Interruption: CaseIterable { case inactivity, cover, both }

  private func begin(_ interruption: Interruption, _ stage: inout Stage) -> CoverID? {
    if interruption != .cover { stage.engine.isForeground = false }
    return interruption == .inactivity ? nil : stage.cover(window, in: stage.root)
  }

  private func end(_ interruption: Interruption, _ cover: CoverID?, _ stage: inout Stage) {
    stage.engine.isForeground = true
    if let cover { stage.engine.edit(.remove(cover)) }
  }

  @Test func `edges seen before an interruption stay seen`() {
    for interruption in Interruption.allCases {
      var stage = Stage(width: 390, height: 844)
      let tall = stage.target("A", LayoutRect(x: 0, y: 0, width: 390, height: 3000))
      let policy = ImpressionPolicy(rule: .allEdgesSeen, inactivity: .pauses)
      stage.engine.watch(tall, .allEdgesSeen)
      stage.engine.watch(tall, for: policy, of: ItemIdentity(0))
      #expect(stage.pass() == [])
      #expect(stage.scroll(to: 1000, at: nil) == [])
      let cover = begin(interruption, &stage)
      #expect(stage.pass() == [])
      end(interruption, cover, &stage)
      #expect(stage.pass(at: 5000) == [])
      #expect(
        stage.scroll(to: 2156, at: 5016) == ["A enters", "0 seen at 5016"], "\(interruption)")
    }
  }

  @Test
  func `an item below its threshold but above its exit is visible again after an interruption`() {
    for interruption in Interruption.allCases {
      var stage = Stage(width: 390, height: 844)
      let card = stage.target("A", LayoutRect(x: 0, y: 844, width: 390, height: 400))
      stage.engine.watch(card, .fraction(0.5, exit: 0.4))
      stage.engine.watch(
        card,
        for: ImpressionPolicy(
          rule: .fraction(0.5, exit: 0.4), inactivity: .pauses, repetition: .afterLeaving),
        of: ItemIdentity(0))
      #expect(stage.scroll(to: 200, at: 0) == ["A enters", "0 seen at 0"])
      #expect(stage.scroll(to: 180, at: 16) == [])
      let cover = begin(interruption, &stage)
      #expect(
        stage.pass() == [interruption == .cover ? "A leaves (covered)" : "A leaves (inactive)"])
      end(interruption, cover, &stage)
      let seen = interruption == .inactivity ? [] : ["0 seen at 48"]
      if interruption == .inactivity {
        #expect(stage.pass(at: 48) == ["A enters"] + seen)
        #expect(stage.scroll(to: 240, at: 64) == [], "one impression")
      } else {
        #expect(stage.pass(at: 48).first == "A enters", "\(interruption)")
      }
      #expect(stage.scroll(to: 159, at: 80) == ["A leaves (out of viewport)"])
    }
  }

  @Test func `a rule with several thresholds keeps the side of each`() {
    for interruption in Interruption.allCases {
      var stage = Stage(width: 390, height: 844)
      let card = stage.target("A", LayoutRect(x: 0, y: 844, width: 390, height: 400))
      stage.engine.watch(card, .thresholds([0.25, 0.5, 0.75], hysteresis: 0.1))
      #expect(stage.scroll(to: 200, at: 0) == ["A enters", "A enters 1"])
      #expect(stage.scroll(to: 170, at: 16) == [])
      let cover = begin(interruption, &stage)
      #expect(stage.pass().count == 2)
      end(interruption, cover, &stage)
      #expect(stage.pass() == ["A enters", "A enters 1"], "\(interruption)")
    }
  }

  /// The ways to leave while interrupted.
  private func leave(_ way: Int, _ stage: inout Stage, _ card: TargetID, _ box: ContainerID) {
    switch way {
    case 0: stage.scroll(to: 5000)
    case 1: stage.engine.edit(.appearance(SceneAppearance(isHidden: true), of: card))
    case 2: stage.engine.edit(.appearance(SceneAppearance(opacity: 0), of: card))
    case 3:
      stage.engine.edit(.frame(LayoutRect(x: 0, y: 844, width: 390, height: 0), of: box))
    default: stage.engine.edit(.frame(LayoutRect(x: 0, y: 900, width: 390, height: 400), of: card))
    }
  }

  @Test func `what leaves during an interruption starts over`() {
    withEvery(Interruption.allCases, 0..<5) { interruption, way in
      for rule in [VisibilityRule.fraction(0.5, exit: 0.4), .allEdgesSeen] {
        var stage = Stage(width: 390, height: 844)
        let box = stage.engine.add(
          SceneContainer(frame: LayoutRect(x: 0, y: 844, width: 390, height: 400), clip: .bounds),
          to: stage.feed)
        let card = stage.target("A", LayoutRect(x: 0, y: 0, width: 390, height: 400), in: box)
        stage.engine.watch(card, rule)
        _ = stage.scroll(to: rule == .allEdgesSeen ? 400 : 200, at: 0)
        _ = stage.scroll(to: 180, at: 16)
        let cover = begin(interruption, &stage)
        _ = stage.pass()
        end(interruption, nil, &stage)
        leave(way, &stage, card, box)
        _ = stage.pass()
        if let cover { stage.engine.edit(.remove(cover)) }
        stage.scroll(to: 180)
        stage.engine.edit(.appearance(.plain, of: card))
        stage.engine.edit(.frame(LayoutRect(x: 0, y: 844, width: 390, height: 400), of: box))
        stage.engine.edit(.frame(LayoutRect(x: 0, y: 0, width: 390, height: 400), of: card))
        #expect(stage.pass() == [], "\(interruption), \(way), \(rule)")
      }
    }
  }

  @Test func `a cover that uncovers an item below its threshold lets it return above its exit`() {
    var stage = Stage(width: 390, height: 844)
    let card = stage.target("A", LayoutRect(x: 0, y: 0, width: 390, height: 400))
    stage.engine.watch(card, .fraction(0.5, exit: 0.4))
    #expect(stage.pass() == ["A enters"])
    let cover = stage.cover(LayoutRect(x: 0, y: 0, width: 390, height: 300), in: stage.root)
    #expect(stage.pass() == ["A leaves (covered)"])
    stage.engine.edit(
      .cover(SceneCover(frame: LayoutRect(x: 0, y: 0, width: 390, height: 220)), for: cover))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `edges under a cover are remembered only while the item is in view`() {
    var stage = Stage(width: 390, height: 844)
    let tall = stage.target("A", LayoutRect(x: 0, y: 0, width: 390, height: 2000))
    stage.engine.watch(tall, .allEdgesSeen)
    #expect(stage.pass() == [])
    let cover = stage.cover(window, in: stage.root)
    #expect(stage.scroll(to: 2100, at: nil) == [])
    stage.engine.edit(.remove(cover))
    #expect(stage.scroll(to: 1156, at: nil) == [])
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
  }
}
