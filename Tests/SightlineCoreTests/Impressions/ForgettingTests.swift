import SightlineTestSupport
import Testing

@testable import SightlineCore

/// What the ledger keeps, what it forgets and when.
@Suite struct ForgettingTests {
  private let once = ImpressionPolicy(rule: .fully)

  /// A stage with a row for each identity, 100 pt high, six of which are on screen.
  private func list(_ count: Int, _ policy: ImpressionPolicy) -> Stage {
    var stage = Stage()
    for row in 0..<count {
      stage.engine.watch(
        stage.target("\(row)", .square(y: Double(row) * 100)), for: policy,
        of: ItemIdentity(UInt64(row)))
    }
    return stage
  }

  private func seen(_ rows: some Sequence<Int>, at time: Int) -> [String] {
    rows.map { "\($0) seen at \(time)" }
  }

  @Test func `what was last on screen longest ago is forgotten, and counts again`() {
    var stage = list(30, once)
    stage.engine.impressionCapacity = 12
    #expect(stage.pass(at: 0) == seen(0..<6, at: 0))
    #expect(stage.scroll(to: 600, at: 1000) == seen(6..<12, at: 1000))
    #expect(stage.engine.forgottenImpressionCount == 0)
    // 0 to 5 come back: they are kept, and now the newest.
    #expect(stage.scroll(to: 0, at: 2000) == [])
    #expect(stage.scroll(to: 1200, at: 3000) == seen(12..<18, at: 3000))
    #expect(stage.engine.impressionEntryCount == 12)
    #expect(stage.engine.forgottenImpressionCount == 6)
    #expect(stage.scroll(to: 0, at: 4000) == [])
    #expect(stage.scroll(to: 600, at: 5000) == seen(6..<12, at: 5000))
    #expect(stage.engine.impressions.map(\.count) == Array(repeating: 1, count: 6))
  }

  @Test func `what is on screen or paused is never forgotten for want of room`() {
    let policy = ImpressionPolicy(rule: .fully, inactivity: .pauses)
    var stage = list(30, policy)
    stage.engine.impressionCapacity = 1
    #expect(stage.pass(at: 0) == seen(0..<6, at: 0))
    #expect(stage.engine.impressionEntryCount == 6)
    stage.engine.isForeground = false
    #expect(stage.pass(at: 100) == [])
    #expect(stage.engine.impressionEntryCount == 6)
    stage.engine.isForeground = true
    #expect(stage.pass(at: 200) == [])
    #expect(stage.scroll(to: 600, at: 300) == seen(6..<12, at: 300))
    #expect(stage.engine.impressionEntryCount == 6)
    #expect(stage.scroll(to: 10_000, at: 400) == [])
    #expect(stage.engine.impressionEntryCount == 1)
  }

  @Test(arguments: 0..<30)
  func `the ledger keeps whom a plain list of the last seen keeps`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var stage = list(40, once)
    let capacity = 1 + random.index(20)
    stage.engine.impressionCapacity = capacity
    // From the one that was on screen longest ago to the last one.
    var kept: [Int] = []
    var onScreen: [Int] = []
    for step in 0..<100 {
      let top = random.index(36)
      let now = Array(top..<min(40, top + 6))
      let got = Set(stage.scroll(to: Double(top) * 100, at: step * 1000))
      // Entries leave in no particular order within a pass.
      let gone = onScreen.filter { !now.contains($0) }
      #expect(
        got == Set(now.filter { !kept.contains($0) }.map { "\($0) seen at \(step * 1000)" }),
        "seed \(seed), step \(step)")
      let identities = Set(stage.engine.impressionMemories.map { Int($0.identity.rawValue) })
      let rest = kept.filter { !now.contains($0) && !gone.contains($0) }
      #expect(identities.isSuperset(of: now), "seed \(seed), step \(step)")
      #expect(identities.count <= max(capacity, now.count), "seed \(seed), step \(step)")
      // Nobody was forgotten in favour of who was seen before.
      if !identities.isDisjoint(with: rest) {
        #expect(identities.isSuperset(of: gone), "seed \(seed), step \(step)")
      }
      let keptRest = rest.filter { identities.contains($0) }
      #expect(keptRest == rest.suffix(keptRest.count), "seed \(seed), step \(step)")
      let order = stage.engine.impressionMemories.map { Int($0.identity.rawValue) }
      kept = order.filter { !now.contains($0) } + now
      onScreen = now
    }
    #expect(stage.engine.forgottenImpressionCount > 0)
  }

  @Test func `an identity is forgotten under every policy, and begins anew where it is on screen`()
  {
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    for policy in [policy, once] { stage.engine.watch(target, for: policy, of: ItemIdentity(1)) }
    stage.engine.watch(stage.target("B", .square(y: 200)), for: once, of: ItemIdentity(2))
    #expect(stage.pass(at: 0) == ["1 seen at 0", "2 seen at 0"])
    #expect(stage.pass(at: 5000) == ["1 seen at 1000"])
    stage.engine.forgetImpressions(of: ItemIdentity(1))
    #expect(stage.engine.exposure(of: ItemIdentity(1), for: once, at: .milliseconds(5000)) == nil)
    #expect(stage.engine.impressionCount(of: ItemIdentity(1), for: policy) == 0)
    #expect(stage.pass(at: 6000) == ["1 seen at 6000"])
    #expect(stage.engine.impressions.map(\.target) == [target])
    #expect(stage.engine.nextDeadline == .milliseconds(7000))
    #expect(stage.pass(at: 9000) == ["1 seen at 7000"])
    let exposure = stage.engine.exposure(
      of: ItemIdentity(1), for: once, at: .milliseconds(9000))
    #expect(exposure?.firstSeen == .milliseconds(6000) && exposure?.count == 1)
    #expect(exposure?.greatestFraction == 1)
    // What is forgotten on screen and goes before the next pass leaves nothing behind.
    stage.engine.forgetImpressions(of: ItemIdentity(1))
    stage.engine.scene.remove(target)
    #expect(stage.pass(at: 10_000) == [])
    #expect(stage.engine.impressionEntryCount == 1)
  }

  @Test func `what was not on screen since a time is forgotten, what still is stays`() {
    var stage = list(30, once)
    #expect(stage.pass(at: 0) == seen(0..<6, at: 0))
    #expect(stage.scroll(to: 600, at: 1000) == seen(6..<12, at: 1000))
    #expect(stage.scroll(to: 1200, at: 2000) == seen(12..<18, at: 2000))
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(2000))
    #expect(stage.engine.impressionEntryCount == 12)
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(9000))
    #expect(stage.engine.impressionEntryCount == 6)
    #expect(stage.scroll(to: 600, at: 3000) == seen(6..<12, at: 3000))
    #expect(stage.scroll(to: 1200, at: 4000) == [])
    #expect(stage.engine.forgottenImpressionCount == 0)
  }

  @Test func `all is forgotten, and its memory given back`() {
    var stage = list(30, once)
    _ = stage.scroll(to: 600, at: 0)
    _ = stage.scroll(to: 0, at: 1000)
    stage.engine.forgetAllImpressions()
    #expect(stage.engine.impressionMemories == [])
    #expect(stage.pass(at: 2000) == seen(0..<6, at: 2000))
    #expect(stage.scroll(to: 5000, at: 3000) == [])
    stage.engine.forgetAllImpressions()
    #expect(stage.engine.impressionEntryCount == 0)
    #expect(stage.engine.ledger.table.entries.capacity == 0)
  }

  @Test func `a policy goes with its last watch and its last entry`() {
    var stage = Stage()
    var watches: [WatchID] = []
    let target = stage.target("A", .square(y: 0))
    let gone = stage.target("B", .square(y: 5000))
    for i in 0..<10 {
      let policy = ImpressionPolicy(rule: .fully, dwell: .milliseconds(i))
      watches.append(stage.engine.watch(target, for: policy, of: ItemIdentity(1)))
      watches.append(stage.engine.watch(gone, for: policy, of: ItemIdentity(2)))
      watches.append(
        stage.engine.watch(
          gone, for: policy.repeating(.afterLeaving), of: ItemIdentity(2)))
    }
    #expect(stage.engine.impressionPolicyCount == 20)
    _ = stage.pass(at: 0)
    for watch in watches { stage.engine.unwatch(watch) }
    // What was seen keeps its policy.
    #expect(stage.engine.impressionPolicyCount == 10)
    _ = stage.pass(at: 100)
    stage.engine.forgetAllImpressions()
    #expect(stage.engine.impressionPolicyCount == 0)
    // A new one takes the place of an old one.
    stage.engine.watch(target, for: .feed, of: ItemIdentity(1))
    #expect(stage.pass(at: 200) == ["1 seen at 200"])
    #expect(stage.engine.impressionPolicyCount == 1)
  }

  @Test func `a memory that is restored again is the last one to be forgotten`() {
    var stage = Stage()
    stage.engine.impressionCapacity = 2
    for identity: UInt64 in [1, 2, 1, 3] {
      stage.engine.restore([
        ImpressionMemory(
          identity: ItemIdentity(identity), policy: once, count: 1, lastImpression: nil, day: 0,
          countOnDay: 1)
      ])
    }
    #expect(Set(stage.engine.impressionMemories.map(\.identity.rawValue)) == [1, 3])
  }

  @Test func `a restored memory was last seen when it was counted`() {
    var stage = Stage()
    stage.engine.restore([
      ImpressionMemory(
        identity: ItemIdentity(1), policy: once, count: 1, lastImpression: .milliseconds(5000),
        day: 0, countOnDay: 1)
    ])
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(3000))
    #expect(stage.engine.impressionEntryCount == 1)
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(6000))
    #expect(stage.engine.impressionEntryCount == 0)
  }

  @Test func `of more memories than are kept, those seen last are restored`() {
    var first = list(30, once)
    for (step, offset) in [0.0, 600, 1200].enumerated() {
      _ = first.scroll(to: offset, at: step * 1000)
    }
    let memories = first.engine.impressionMemories
    #expect(memories.count == 18)
    #expect(Set(memories.prefix(6).map(\.identity.rawValue)) == Set(0..<6))
    #expect(Set(memories.suffix(6).map(\.identity.rawValue)) == Set(12..<18))
    var second = list(30, once)
    second.engine.impressionCapacity = 12
    second.engine.restore(memories)
    #expect(second.engine.impressionEntryCount == 12)
    #expect(second.engine.impressionMemories == Array(memories.suffix(12)))
    #expect(second.scroll(to: 600, at: 0) == [])
    #expect(second.scroll(to: 0, at: 1000) == seen(0..<6, at: 1000))
  }

  @Test func `a capacity of none is refused`() async {
    await #expect(processExitsWith: .failure) {
      var engine = VisibilityEngine(scene: VisibilityScene(size: .zero))
      engine.impressionCapacity = 0
    }
  }
}
