import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Compares scenes with too many covers, watches and viewports for the shortcuts with the reference
/// path and with plain lists.
@Suite struct ManyOfEachTests {
  private static let seeds = 0..<12

  private func engine() -> VisibilityEngine {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 400)))
    engine.verifiesPasses = false
    return engine
  }

  private func appearance(_ random: inout SeededGenerator) -> SceneAppearance {
    SceneAppearance(
      transform: random.oneIn(5) ? .turned(halfTangent: 0.2) : .identity,
      zIndex: Int32(random.index(3)), isPinned: random.oneIn(6))
  }

  private func rect(_ random: inout SeededGenerator, side: Int) -> LayoutRect {
    LayoutRect(
      x: Double(random.index(400)), y: Double(random.index(600)),
      width: Double(1 + random.index(side)), height: Double(1 + random.index(side)))
  }

  /// Adds nested containers of every kind.
  private func containers(
    _ engine: VisibilityEngine, _ random: inout SeededGenerator
  ) -> [ContainerID] {
    var all = [engine.scene.root]
    for _ in 0..<8 {
      all.append(
        engine.add(
          SceneContainer(
            frame: rect(&random, side: 500), clip: random.oneIn(3) ? .none : .bounds,
            scrolls: true, appearance: appearance(&random)), to: all[random.index(all.count)]))
    }
    return all
  }

  @Test(arguments: seeds) func `targets under more covers than the linear limit match the oracle`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var engine = engine()
    let containers = containers(engine, &random)
    for _ in 0..<60 {
      let target = engine.add(
        SceneTarget(frame: rect(&random, side: 200), appearance: appearance(&random)),
        to: containers[random.index(containers.count)])
      engine.watch(target, .thresholds((1...20).map { Double($0) / 20 }))
      _ = engine.add(
        SceneCover(frame: rect(&random, side: 90), appearance: appearance(&random)),
        to: containers[random.index(containers.count)])
    }
    var oracle = Oracle()
    for turn in 0..<6 {
      engine.edit(
        .scroll(
          containers[random.index(containers.count)], to: LayoutPoint(x: 0, y: Double(turn) * 37)))
      engine.pass(at: .milliseconds(turn * 16))
      #expect(oracle.judge(engine).isEmpty, "seed \(seed), turn \(turn)")
    }
  }

  @Test(arguments: seeds) func `viewports with few watches match a search`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var engine = engine()
    let containers = containers(engine, &random)
    let targets = (0..<400).map { _ in
      engine.add(
        SceneTarget(frame: rect(&random, side: 60), appearance: appearance(&random)),
        to: containers[random.index(containers.count)])
    }
    for target in targets { engine.watch(target, .anyPixel) }
    for _ in 0..<60 {
      let viewport = engine.add(
        VisibilityViewport(
          containers[random.index(3)], margins: .points(Double(random.index(50)) - 25),
          scrollMargins: .points(Double(random.index(2) * random.index(50)))))
      for _ in 0...random.index(3) {
        engine.watch(
          targets[random.index(targets.count)], .thresholds([0, 0.25, 0.5, 0.75, 1]), in: viewport)
      }
    }
    var oracle = Oracle()
    for turn in 0..<6 {
      engine.edit(
        .scroll(
          containers[random.index(containers.count)], to: LayoutPoint(x: 0, y: Double(turn) * 37)))
      engine.pass(at: .milliseconds(turn * 16))
      #expect(oracle.judge(engine).isEmpty, "seed \(seed), turn \(turn)")
    }
  }

  @Test(arguments: seeds) func `watches of one target come and go in any order`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var engine = engine()
    let frame = LayoutRect(x: 0, y: 0, width: 10, height: 10)
    let target = engine.add(SceneTarget(frame: frame), to: engine.root)
    let viewports =
      [engine.window] + (0..<3).map { _ in engine.add(VisibilityViewport(engine.scene.root)) }
    var watches: [WatchID] = []
    for turn in 0..<60 {
      for _ in 0..<random.index(12) {
        watches.append(engine.watch(target, .fully, in: viewports[random.index(4)]))
      }
      for _ in 0..<random.index(12) where !watches.isEmpty {
        engine.edit(.unwatch(watches.remove(at: random.index(watches.count))))
      }
      var found: [WatchID] = []
      engine.forEachWatch(of: target) { watch, _, _ in found.append(watch) }
      #expect(found == watches, "seed \(seed), turn \(turn)")
      engine.edit(
        .frame(frame.offset(by: LayoutPoint(x: 0, y: turn % 2 == 0 ? 0 : 900)), of: target))
      engine.pass(at: .milliseconds(turn * 16))
      let events = engine.changes.map { $0.watch }
      #expect(events == watches.filter { events.contains($0) }, "seed \(seed), turn \(turn)")
      #expect(watches.allSatisfy { engine.level(of: $0) == (turn % 2 == 0 ? 1 : 0) })
    }
    engine.edit(.removeViewport(viewports[1]))
    #expect(
      watches.allSatisfy { !engine.contains($0) || engine.viewport(of: $0) != viewports[1] })
    engine.edit(.remove(target))
    for watch in watches.reversed() where random.oneIn(2) && engine.contains(watch) {
      engine.edit(.unwatch(watch))
    }
    engine.pass(at: .milliseconds(10_000))
    #expect(watches.allSatisfy { !engine.contains($0) })
    #expect(engine.tables.watching.watches.count == 0)
    #expect(engine.tables.watching.links.count == 0)
  }

  @Test func `ending a removed target's watch does not affect the slot's next target`() {
    var engine = engine()
    let frame = LayoutRect(x: 0, y: 0, width: 10, height: 10)
    let first = engine.add(SceneTarget(frame: frame), to: engine.root)
    let old = (0..<3).map { _ in engine.watch(first, .fully) }
    engine.pass(at: .zero)
    engine.edit(.remove(first))
    let second = engine.add(SceneTarget(frame: frame), to: engine.root)
    let new = (0..<3).map { _ in engine.watch(second, .fully) }
    engine.edit(.unwatch(old[1]))
    #expect(!engine.contains(old[1]))
    engine.pass(at: .milliseconds(16))
    #expect(engine.changes.map { $0.watch } == [old[0], old[2]] + new)
  }
}
