import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Carousels in feeds, pinned bars, transformed ancestors.
@Suite struct NestingTests {
  /// A feed with a carousel at 500 that holds ten cards of 180 pt, 200 apart.
  private struct Carousel {
    var stage = Stage()
    let carousel: ContainerID
    var cards: [TargetID] = []

    init() {
      carousel = stage.engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: 500, width: 400, height: 200)), to: stage.feed)
      for i in 0..<10 {
        let card = stage.target(
          "\(i)", LayoutRect(x: 10 + Double(i) * 200, y: 10, width: 180, height: 180), in: carousel)
        stage.engine.watch(card, .fully)
        cards.append(card)
      }
    }

    mutating func swipe(to x: Double) {
      stage.engine.edit(.scroll(carousel, to: LayoutPoint(x: x, y: 0)))
    }
  }

  @Test func `a card is visible where both the feed and the carousel show it`() {
    var it = Carousel()
    #expect(it.stage.pass() == [])
    #expect(it.stage.scroll(to: 89, at: nil) == [])
    #expect(it.stage.scroll(to: 90, at: nil) == ["0 enters", "1 enters"])
    it.swipe(to: 11)
    #expect(it.stage.pass() == ["0 leaves (out of viewport)"])
    it.swipe(to: 190)
    #expect(it.stage.pass() == ["2 enters"])
    #expect(
      it.stage.scroll(to: 511, at: nil) == [
        "1 leaves (out of viewport)", "2 leaves (out of viewport)",
      ])
    it.swipe(to: 1600)
    #expect(it.stage.pass() == [])
    #expect(it.stage.scroll(to: 500, at: nil) == ["8 enters", "9 enters"])
  }

  @Test func `every position of both scroll views agrees with the rects' overlap`() {
    var it = Carousel()
    it.stage.engine.verifiesPasses = false
    let offsets = stride(from: -150.0, through: 800, by: 50)
    withEvery(offsets, stride(from: -100.0, through: 500, by: 35)) { y, x in
      it.stage.scroll(to: y)
      it.swipe(to: x)
      _ = it.stage.pass()
      let window = LayoutRect(x: 0, y: 0, width: 400, height: 600)
      let frame = LayoutRect(x: 0, y: 500 - y, width: 400, height: 200)
      for (i, card) in it.cards.enumerated() {
        let rect = LayoutRect(
          x: 10 + Double(i) * 200 - x, y: 510 - y, width: 180, height: 180)
        let area =
          window.intersection(frame).flatMap { $0.intersection(rect) }.map(\.area) ?? 0
        #expect(isClose(it.stage.engine.state(of: card).fraction, area / rect.area))
      }
    }
  }

  @Test func `a pinned target stays while the content scrolls`() {
    var stage = Stage()
    stage.engine.watch(
      stage.target("bar", .square(y: 0), SceneAppearance(isPinned: true)), .fully)
    stage.engine.watch(stage.target("row", .square(y: 0)), .fully)
    #expect(stage.pass() == ["bar enters", "row enters"])
    #expect(stage.scroll(to: 5000, at: nil) == ["row leaves (out of viewport)"])
  }

  @Test func `scaled and mirrored ancestors are measured as drawn`() {
    var stage = Stage()
    let zoom = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 400, y: 0, width: 400, height: 600),
        appearance: SceneAppearance(transform: .scale(x: -1, y: 2))), to: stage.feed)
    // Mirrored at x = 400 and stretched to twice its height, it is drawn at 300...400, 500...700.
    let target = stage.target("A", LayoutRect(x: 0, y: 250, width: 100, height: 100), in: zoom)
    let state = stage.engine.state(of: target)
    #expect(state.boundingRect == LayoutRect(x: 300, y: 500, width: 100, height: 200))
    #expect(isClose(state.fraction, 0.5))
    stage.engine.watch(target, .fraction(0.5))
    stage.engine.watch(target, .fraction(0.51))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a rotated ancestor's exact area counts`() {
    var stage = Stage()
    let turned = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 0, y: 100, width: 100, height: 100),
        appearance: SceneAppearance(transform: .eighthTurn)), to: stage.feed)
    // Its diagonal lies on the window's left edge; the right half is visible.
    let whole = stage.target("A", LayoutRect(x: 0, y: 0, width: 100, height: 100), in: turned)
    #expect(isClose(stage.engine.state(of: whole).fraction, 0.5))
    // Nothing of its lower left quarter is visible, everything of the upper right.
    let quarter = stage.target("B", LayoutRect(x: 0, y: 50, width: 50, height: 50), in: turned)
    #expect(isClose(stage.engine.state(of: quarter).fraction, 0, within: 1e-6))
    let other = stage.target("C", LayoutRect(x: 50, y: 0, width: 50, height: 50), in: turned)
    #expect(isClose(stage.engine.state(of: other).fraction, 1))
    for target in [whole, quarter, other] { stage.engine.watch(target, .fraction(0.4)) }
    #expect(stage.pass() == ["A enters", "C enters"])
  }

  @Test func `even a rotated target smaller than a point is measured`() {
    var stage = Stage()
    let dot = stage.target(
      "A", LayoutRect(x: 50, y: 50, width: 0.5, height: 0.5), in: nil,
      SceneAppearance(transform: .eighthTurn))
    #expect(isClose(stage.engine.state(of: dot).fraction, 1))
    stage.engine.watch(dot, .fully)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a rotated clip cuts exactly along its shape`() {
    var stage = Stage()
    // A square of 100, rotated by 45° with its tip at (200, 100), clips a much larger target.
    let lens = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 200, y: 100, width: 100, height: 100), clip: .bounds,
        appearance: SceneAppearance(transform: .eighthTurn)), to: stage.feed)
    let target = stage.target("A", LayoutRect(x: -200, y: -200, width: 500, height: 500), in: lens)
    #expect(isClose(stage.engine.state(of: target).fraction, 10_000.0 / 250_000))
    stage.engine.watch(target, .fraction(0.04))
    stage.engine.watch(target, .fraction(0.0401))
    #expect(stage.pass() == ["A enters"])
  }
}

/// The deepest trees that a scene allows, on the small stacks of threads.
@Suite struct DeepNestingTests {
  /// The stack size of secondary threads on Apple platforms.
  private static let stackSize = 512 << 10

  private func deepScene(clips: Bool) -> (VisibilityEngine, [ContainerID], TargetID) {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 400)))
    engine.verifiesPasses = false
    var containers = [engine.scene.root]
    for _ in 0..<VisibilityScene.maximumDepth {
      containers.append(
        engine.add(
          SceneContainer(
            frame: LayoutRect(x: 0, y: 0, width: 400, height: 400), clip: clips ? .bounds : .none),
          to: containers[containers.count - 1]))
    }
    let target = engine.add(
      SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)),
      to: containers[VisibilityScene.maximumDepth])
    engine.watch(target, .fully)
    return (engine, containers, target)
  }

  @Test(arguments: [true, false])
  func `a tree of 512 levels is handled on a 512 KB stack`(_ clips: Bool) async {
    let results = await onSmallStack {
      var (engine, containers, target) = deepScene(clips: clips)
      var results: [Bool] = []
      engine.pass(at: .zero)
      results.append(engine.changes.map { $0.kind } == [.entered])
      engine.edit(.frame(LayoutRect(x: 350, y: 0, width: 100, height: 100), of: target))
      engine.pass(at: .zero)
      results.append(engine.changes.map { $0.kind } == [.left])
      results.append(engine.state(of: target).fraction == 0.5)
      // Half of the tree moves up by one level and loses the rest.
      engine.edit(.move(containers[300], to: containers[298]))
      engine.pass(at: .zero)
      results.append(engine.state(of: target).fraction == 0.5)
      engine.edit(.remove(containers[1]))
      engine.pass(at: .zero)
      results.append(!engine.scene.contains(target) && engine.scene.containerCount == 2 - 1)
      return results
    }
    #expect(results == [true, true, true, true, true])
  }

  private func onSmallStack(
    _ body: @escaping @Sendable () -> [Bool]
  ) async -> [Bool] {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = Self.stackSize
      thread.start()
    }
  }
}
