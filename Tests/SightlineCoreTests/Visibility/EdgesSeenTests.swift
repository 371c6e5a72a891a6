import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The edges that count as seen: only those actually visible.
@Suite struct EdgesSeenTests {
  private let tall = LayoutRect(x: 0, y: 0, width: 390, height: 2000)
  private let top = LayoutRect(x: 0, y: 0, width: 390, height: 44)

  /// A target of 390 × 2000 in a window of 390 × 844.
  private func stage(
    _ rule: VisibilityRule = .allEdgesSeen, opacity: Double = 1,
    _ transform: LayoutTransform = .identity
  ) -> (stage: Stage, target: TargetID) {
    var stage = Stage(width: 390, height: 844)
    let target = stage.target(
      "A", tall, SceneAppearance(opacity: opacity, transform: transform))
    stage.engine.watch(target, rule)
    return (stage, target)
  }

  @Test func `an edge in view while the target is transparent is not seen`() {
    var (stage, target) = stage(opacity: 0)
    #expect(stage.pass() == [])
    stage.scroll(to: 1156)
    stage.engine.edit(.appearance(.plain, of: target))
    #expect(stage.pass() == [])
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
  }

  @Test func `the rule's own minimum opacity decides`() {
    for (opacity, isSeen) in [(0.6, true), (0.59, false)] {
      var (stage, target) = stage(.allEdgesSeen.minimumOpacity(0.6), opacity: opacity)
      #expect(stage.pass() == [])
      stage.scroll(to: 1156)
      stage.engine.edit(.appearance(.plain, of: target))
      #expect(stage.pass() == (isSeen ? ["A enters"] : []))
    }
  }

  @Test func `seen edges are forgotten when the target fades out`() {
    var (stage, target) = stage()
    #expect(stage.pass() == [])
    stage.engine.edit(.appearance(SceneAppearance(opacity: 0), of: target))
    #expect(stage.pass() == [])
    stage.engine.edit(.appearance(.plain, of: target))
    #expect(stage.scroll(to: 1156, at: nil) == [])
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
    stage.engine.edit(.appearance(SceneAppearance(opacity: 0), of: target))
    #expect(stage.pass() == ["A leaves (transparent)"])
  }

  @Test func `an edge under a cover is not seen`() {
    let turns: [LayoutTransform] = [.identity, .turned(halfTangent: 1e-4)]
    withEvery(turns, turns) { turn, coverTurn in
      var (stage, _) = stage(.allEdgesSeen, turn)
      let bar = stage.cover(
        top.offset(by: LayoutPoint(x: -5, y: -5)).grown(by: LayoutInsets(top: 0, right: 10)),
        in: stage.root, SceneAppearance(transform: coverTurn))
      #expect(stage.pass() == [])
      #expect(stage.scroll(to: 1156.5, at: nil) == [])
      stage.engine.edit(.remove(bar))
      #expect(stage.pass() == [])
      #expect(stage.scroll(to: -0.5, at: nil) == ["A enters"])
    }
  }

  @Test func `a partly covered edge is seen`() {
    for (width, isSeen) in [(389.0, true), (390.0, false)] {
      var (stage, _) = stage()
      stage.cover(LayoutRect(x: 0, y: 0, width: width, height: 44), in: stage.root)
      #expect(stage.pass() == [])
      #expect(stage.scroll(to: 1156, at: nil) == (isSeen ? ["A enters"] : []))
    }
  }

  @Test func `the tolerance of a pixel applies to edges under covers`() {
    for (height, isSeen) in [(0.49, true), (0.5, false)] {
      var (stage, _) = stage()
      stage.cover(LayoutRect(x: 0, y: 0, width: 390, height: height), in: stage.root)
      #expect(stage.pass() == [])
      #expect(stage.scroll(to: 1156, at: nil) == (isSeen ? ["A enters"] : []), "\(height)")
    }
  }

  @Test func `covered edges in a scaled container are the target's own`() {
    for scale in [-1.0, 0.5] {
      var stage = Stage(width: 400, height: 600)
      let box = stage.engine.add(
        SceneContainer(
          frame: LayoutRect(x: 200, y: 0, width: 100, height: 100),
          appearance: SceneAppearance(transform: .scale(x: scale, y: 1))), to: stage.feed)
      let target = stage.target("A", LayoutRect(x: 0, y: 0, width: 100, height: 100), in: box)
      stage.engine.watch(target, .allEdgesSeen)
      let width = 100 * abs(scale)
      let minX = scale < 0 ? 100.0 : 200
      let cover = stage.cover(LayoutRect(x: minX, y: 0, width: width / 2, height: 100))
      #expect(stage.pass() == [])
      stage.engine.edit(
        .cover(
          SceneCover(frame: LayoutRect(x: minX + width / 2, y: 0, width: width / 2, height: 100)),
          for: cover))
      #expect(stage.pass() == ["A enters"])
    }
  }
}
