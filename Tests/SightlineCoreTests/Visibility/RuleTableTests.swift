import Testing

@testable import SightlineCore

/// Rules are freed with their last watch.
@Suite struct RuleTableTests {
  @Test func `adding and removing distinct rules leaves no storage behind`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .fully)
    for i in 1...100_000 {
      let step = Double(i) / 200_000
      let watch = stage.engine.watch(target, .thresholds([step, 2 * step]))
      stage.engine.edit(.unwatch(watch))
    }
    #expect(stage.engine.tables.watching.rules.count == 1)
    #expect(stage.engine.tables.watching.rules.capacity == 2)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `removing targets and viewports removes their rules`() {
    var stage = Stage()
    var targets: [TargetID] = []
    for i in 0..<100 {
      targets.append(stage.target("\(i)", .square(y: 0)))
      stage.engine.watch(targets[i], .fraction(Double(i) / 100))
    }
    let viewport = stage.engine.add(VisibilityViewport(stage.feed))
    for i in 0..<100 { stage.engine.watch(targets[i], .fraction(Double(i) / 100), in: viewport) }
    #expect(stage.engine.tables.watching.rules.count == 200)
    stage.engine.edit(.remove(targets[0]))
    stage.engine.edit(.removeViewport(viewport))
    #expect(stage.engine.tables.watching.rules.count == 100)
    for target in targets.dropFirst() { stage.engine.edit(.remove(target)) }
    _ = stage.pass()
    #expect(stage.engine.tables.watching.rules.count == 0)
    // Their places are reused.
    let places = stage.engine.tables.watching.rules.capacity
    let target = stage.target("B", .square(y: 0))
    for i in 0..<100 { stage.engine.watch(target, .fraction(Double(i) / 100)) }
    #expect(stage.engine.tables.watching.rules.capacity == places)
    #expect(stage.pass().count == 100)
  }

  @Test func `a rule stays while it has a watch`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 550))
    let watches = (0..<3).map { _ in stage.engine.watch(target, .fraction(0.5)) }
    stage.engine.edit(.unwatch(watches[0]))
    stage.engine.edit(.unwatch(watches[2]))
    // Another rule does not take a place in use.
    stage.engine.watch(target, .fraction(0.6))
    #expect(stage.engine.rule(of: watches[1]) == .fraction(0.5))
    #expect(stage.pass() == ["A enters"])
    #expect(stage.engine.tables.watching.rules.count == 2)
  }

  @Test func `thresholds keep their values when others are removed`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 550))
    var watches: [WatchID] = []
    for i in 0..<600 { watches.append(stage.engine.watch(target, .fraction(Double(i) / 600))) }
    for i in watches.indices where i % 3 != 0 { stage.engine.edit(.unwatch(watches[i])) }
    _ = stage.pass()
    for i in watches.indices where i % 3 == 0 {
      #expect(stage.engine.level(of: watches[i]) == (i <= 300 ? 1 : 0), "\(i)")
    }
  }
}
