import SightlineTestSupport
import Testing

@testable import SightlineCore

/// A list that reuses the targets of departed rows for other items, and one that removes them and
/// adds new ones.
@Suite struct ReusedTargetTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a reused target reports the same as a new one`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (reusing, adding) = (RowList(), RowList())
    // If several rows show an item, the one found last names its events.
    func anyIdentity(of row: Int) -> ItemIdentity {
      ItemIdentity(UInt64(3 * row + random.index(3)))
    }
    for row in 0..<12 {
      let identity = anyIdentity(of: row)
      reusing.add(row, identity)
      adding.add(row, identity)
    }
    var now = MonotonicTime.zero
    var (reused, reports) = (0, 0)
    for step in 0..<300 {
      let change = random.index(12)
      for row in [random.index(12), random.index(12)] where change < 6 {
        let identity = anyIdentity(of: row)
        guard reusing.engine.reuse(reusing.targets[row]!, for: identity) else { continue }
        adding.engine.edit(.remove(adding.targets[row]!))
        adding.add(row, identity)
        reused += 1
      }
      let identity = anyIdentity(of: random.index(12))
      let offset = LayoutPoint(x: 0, y: random.number(0...900).rounded())
      now = now + .milliseconds(random.index(2) * 16 + random.index(300))
      let events = reusing.pass(after: change, offset, identity, at: now)
      let expected = adding.pass(after: change, offset, identity, at: now)
      reports += events.count
      guard events == expected else {
        Issue.record("seed \(seed), step \(step): \(events), not \(expected)")
        return
      }
    }
    #expect(reused > 50 && reports > 200, "seed \(seed): \(reused) reused, \(reports) reports")
  }

  @Test func `a target is idle once nothing of it is visible or remembered`() {
    var list = RowList()
    list.add(0, ItemIdentity(1))
    let target = list.targets[0]!
    var idle = [list.engine.isIdle(target)]
    list.engine.pass(at: .zero)
    idle += [list.engine.isIdle(target), list.engine.reuse(target, for: ItemIdentity(2))]
    list.engine.edit(.scroll(list.list, to: LayoutPoint(x: 0, y: 500)))
    // It leaves with the next pass.
    idle.append(list.engine.isIdle(target))
    list.engine.pass(at: .zero)
    idle.append(list.engine.isIdle(target))
    #expect(idle == [true, false, false, false, true])
  }

  @Test func `a reused target is recorded as removed, added and watched`() {
    var list = RowList()
    list.add(5, ItemIdentity(1))
    let target = list.targets[5]!
    var watches: [WatchID] = []
    list.engine.forEachWatch(of: target) { watch, _, _ in watches.append(watch) }
    list.engine.journal.start()
    let isReused = list.engine.reuse(target, for: ItemIdentity(2))
    #expect(isReused)
    let window = list.engine.window
    var expected: [Journal.Entry] = [
      .edited(.remove(target)), .added(.target(target, in: list.list, RowList.row(5))),
      .watched(watches[0], target, window, .rule(.fully)),
    ]
    for (watch, policy) in zip(watches.dropFirst(), RowList.policies) {
      expected.append(.watched(watch, target, window, .impressions(ItemIdentity(2), policy)))
    }
    let edits = Array(list.engine.journal.take())
    #expect(edits == expected)
  }
}

/// A list of rows in a window, each watched for everything.
private struct RowList {
  let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 300)))
  let list: ContainerID
  var targets: [Int: TargetID] = [:]

  static let policies: [ImpressionPolicy] = [
    .exposures(.anyPixel), ImpressionPolicy(rule: .anyPixel),
    ImpressionPolicy(
      rule: .fraction(0.5), dwell: .milliseconds(200), inactivity: .pauses,
      repetition: .oncePerSession),
    ImpressionPolicy(
      rule: .anyPixel, dwell: .milliseconds(100), accumulation: .cumulative,
      repetition: .afterLeaving, scrollSpeedLimit: 2_000),
  ]

  init() {
    list = engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 300)), to: engine.root)
  }

  static func row(_ row: Int) -> SceneTarget {
    SceneTarget(frame: LayoutRect(x: 0, y: Double(row) * 100, width: 100, height: 90))
  }

  mutating func add(_ row: Int, _ identity: ItemIdentity) {
    let target = engine.add(Self.row(row), to: list)
    targets[row] = target
    engine.watch(target, .fully)
    for policy in Self.policies { engine.watch(target, for: policy, of: identity) }
  }

  /// Makes a change and returns the events of the next pass, with the numbers of the rows.
  mutating func pass(
    after change: Int, _ offset: LayoutPoint, _ identity: ItemIdentity, at now: MonotonicTime
  ) -> [String] {
    switch change {
    case 7: engine.isForeground.toggle()
    case 8: engine.edit(.beginSession)
    case 9: engine.edit(.beginScreenVisit)
    case 10: engine.forgetImpressions(of: identity)
    default: engine.edit(.scroll(list, to: offset))
    }
    engine.pass(at: now)
    func row(_ target: TargetID) -> Int { targets.first { $0.value == target }?.key ?? -1 }
    return engine.changes.map {
      "\(row($0.target)) \($0.kind) \($0.fraction) \(String(describing: $0.reason))"
    }
      + engine.impressions.map {
        "\(row($0.target)) \($0.identity) \($0.time) \($0.count) \($0.exposure)"
      }
      + engine.exposures.map {
        "\(row($0.target)) \($0.identity) \($0.duration) \(String(describing: $0.reason))"
      }
  }
}
