import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The watches of a target: their handles, order and ends.
@Suite struct WatchTests {
  @Test(arguments: [false, true])
  func `adding a second watch keeps the first one's handle and level`(isActive: Bool) {
    var stage = Stage()
    let target = stage.target("A", .square(y: isActive ? 0 : 5000))
    let first = stage.engine.watch(target, .fully)
    #expect(stage.pass() == (isActive ? ["A enters"] : []))
    let second = stage.engine.watch(target, .anyPixel)
    #expect(first != second && stage.engine.contains(first) && stage.engine.contains(second))
    #expect(stage.engine.level(of: first) == (isActive ? 1 : 0))
    #expect(stage.engine.rule(of: first) == .fully && stage.engine.target(of: first) == target)
    #expect(stage.pass() == (isActive ? ["A enters"] : []))
    #expect(stage.engine.changes.map { $0.watch } == (isActive ? [second] : []))
    stage.engine.edit(.frame(.square(y: isActive ? 5000 : 0), of: target))
    _ = stage.pass()
    #expect(stage.engine.changes.map { $0.watch } == [first, second])
  }

  @Test func `ending the first watch does not affect the second`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    let first = stage.engine.watch(target, .fully)
    _ = stage.pass()
    let second = stage.engine.watch(target, .anyPixel)
    stage.engine.edit(.unwatch(first))
    #expect(!stage.engine.contains(first) && stage.engine.contains(second))
    #expect(stage.pass() == ["A enters"])
    #expect(stage.scroll(to: 5000, at: nil) == ["A leaves (out of viewport)"])
    #expect(stage.engine.changes.map { $0.watch } == [second])
  }

  @Test func `a handle of a watch is not reused`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    var seen: Set<WatchID> = []
    for turn in 0..<6 {
      let watches = (0...turn % 2).map { _ in stage.engine.watch(target, .fully) }
      #expect(watches.allSatisfy { seen.insert($0).inserted && stage.engine.contains($0) })
      #expect(seen.filter { stage.engine.contains($0) }.count == watches.count)
      #expect(stage.pass().count == watches.count)
      for watch in watches { stage.engine.edit(.unwatch(watch)) }
      #expect(!seen.contains { stage.engine.contains($0) })
      #expect(stage.pass() == [])
    }
  }

  @Test func `a removed target's slot is free after the pass that reports it`() {
    var stage = Stage()
    let old = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(old, .fully)
    _ = stage.pass()
    stage.engine.edit(.remove(old))
    #expect(stage.engine.scene.targetCount == 0)
    #expect(stage.engine.contains(watch) && stage.engine.target(of: watch) == old)
    let meanwhile = stage.target("B", .square(y: 0))
    stage.engine.watch(meanwhile, .fully)
    #expect(meanwhile.index != old.index && stage.engine.scene.targetCount == 1)
    #expect(stage.pass() == ["A leaves (removed)", "B enters"])
    #expect(stage.engine.changes[0].target == old && stage.engine.changes[0].watch == watch)
    #expect(!stage.engine.contains(watch))
    let new = stage.target("C", .square(y: 0))
    #expect(new.index == old.index && stage.engine.scene.targetCount == 2)
    let first = stage.engine.watch(new, .fully)
    #expect(first != watch && !stage.engine.contains(watch))
    #expect(stage.pass() == ["C enters"])
  }

  @Test(arguments: [0, 1, 2])
  func `a removed target leaves only under its active watches`(ended: Int) {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    var watches = [stage.engine.watch(target, .fully), stage.engine.watch(target, .anyPixel)]
    _ = stage.pass()
    stage.engine.edit(.remove(target))
    for _ in 0..<ended { stage.engine.edit(.unwatch(watches.removeFirst())) }
    #expect(stage.pass() == Array(repeating: "A leaves (removed)", count: 2 - ended))
    #expect(stage.engine.changes.map { $0.watch } == watches)
    #expect(stage.engine.tables.watching.watches.count == 0)
    #expect(stage.engine.tables.watching.rules.count == 0)
  }

  @Test func `a watch ended after its target's removal is not reported`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(target, .fully)
    _ = stage.pass()
    stage.engine.edit(.remove(target))
    stage.engine.edit(.unwatch(watch))
    #expect(!stage.engine.contains(watch))
    #expect(stage.pass() == [])
    #expect(stage.engine.tables.watching.rules.count == 0)
  }

  @Test(arguments: 0..<12) func `watches of many targets come and go in any order`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var stage = Stage()
    let viewport = stage.engine.add(VisibilityViewport(stage.feed))
    var targets: [TargetID] = []
    var watches: [TargetID: [WatchID]] = [:]
    var everGiven: Set<WatchID> = []
    for turn in 0..<120 {
      switch random.index(6) {
      case 0:
        targets.append(stage.target("\(turn)", .square(y: Double(random.index(10)) * 80)))
      case 1 where !targets.isEmpty:
        let target = targets.remove(at: random.index(targets.count))
        stage.engine.edit(.remove(target))
        if random.oneIn(2) { watches[target]?.first.map { stage.engine.edit(.unwatch($0)) } }
        watches[target] = nil
      case 2 where !targets.isEmpty:
        let target = targets[random.index(targets.count)]
        if var own = watches[target], !own.isEmpty {
          stage.engine.edit(.unwatch(own.remove(at: random.index(own.count))))
          watches[target] = own
        }
      case 3: stage.scroll(to: Double(random.index(12)) * 70)
      default:
        if targets.isEmpty { continue }
        let target = targets[random.index(targets.count)]
        let watch = stage.engine.watch(
          target, random.oneIn(2) ? .fully : .anyPixel, in: random.oneIn(4) ? viewport : nil)
        #expect(everGiven.insert(watch).inserted, "seed \(seed), turn \(turn)")
        watches[target, default: []].append(watch)
      }
      for target in targets {
        var found: [WatchID] = []
        stage.engine.forEachWatch(of: target) { watch, _, _ in found.append(watch) }
        #expect(found == watches[target] ?? [], "seed \(seed), turn \(turn)")
        #expect(found.allSatisfy { stage.engine.target(of: $0) == target })
      }
      // `pass` compares every watch with the reference path.
      if random.oneIn(3) {
        let events = stage.pass()
        #expect(!events.contains { $0.contains("reference") }, "seed \(seed): \(events)")
        let alive = Set(watches.values.joined())
        #expect(everGiven.filter { stage.engine.contains($0) } == alive, "seed \(seed)")
      }
    }
  }
}
