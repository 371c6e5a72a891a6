import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The entries that the ledger keeps and forgets.
@Suite struct ForgettingTests {
  private let once = ImpressionPolicy(rule: .fully)

  /// Returns a stage with a row of 100 pt for each identity, six of them on screen.
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

  @Test func `the least recently visible identity is forgotten and counts again`() {
    var stage = list(30, once)
    stage.engine.impressionCapacity = 12
    #expect(stage.pass(at: 0) == seen(0..<6, at: 0))
    #expect(stage.scroll(to: 600, at: 1000) == seen(6..<12, at: 1000))
    #expect(stage.engine.forgottenImpressionCount == 0)
    // 0 to 5 return: they were kept, and are now the newest.
    #expect(stage.scroll(to: 0, at: 2000) == [])
    #expect(stage.scroll(to: 1200, at: 3000) == seen(12..<18, at: 3000))
    #expect(stage.engine.impressionEntryCount == 12)
    #expect(stage.engine.forgottenImpressionCount == 6)
    #expect(stage.scroll(to: 0, at: 4000) == [])
    #expect(stage.scroll(to: 600, at: 5000) == seen(6..<12, at: 5000))
    #expect(stage.engine.impressions.map(\.count) == Array(repeating: 1, count: 6))
  }

  @Test func `visible or paused identities are never evicted`() {
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
  func `the ledger keeps the same identities as a plain recency list`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var stage = list(40, once)
    let capacity = 1 + random.index(20)
    stage.engine.impressionCapacity = capacity
    // The least recently on screen first.
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
      let identities = Set(stage.engine.impressionRecords.map { Int($0.identity.rawValue) })
      let rest = kept.filter { !now.contains($0) && !gone.contains($0) }
      #expect(identities.isSuperset(of: now), "seed \(seed), step \(step)")
      #expect(identities.count <= max(capacity, now.count), "seed \(seed), step \(step)")
      // No entry is forgotten while one seen earlier is kept.
      if !identities.isDisjoint(with: rest) {
        #expect(identities.isSuperset(of: gone), "seed \(seed), step \(step)")
      }
      let keptRest = rest.filter { identities.contains($0) }
      #expect(keptRest == rest.suffix(keptRest.count), "seed \(seed), step \(step)")
      let order = stage.engine.impressionRecords.map { Int($0.identity.rawValue) }
      kept = order.filter { !now.contains($0) } + now
      onScreen = now
    }
    #expect(stage.engine.forgottenImpressionCount > 0)
  }

  @Test func `forgetting an identity clears all its policies and restarts it on screen`() {
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
    // An identity forgotten on screen that leaves before the next pass leaves no entry behind.
    stage.engine.forgetImpressions(of: ItemIdentity(1))
    stage.engine.edit(.remove(target))
    #expect(stage.pass(at: 10_000) == [])
    #expect(stage.engine.impressionEntryCount == 1)
  }

  @Test func `identities last visible before a time are forgotten, visible ones stay`() {
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

  @Test func `forgetting everything releases the memory`() {
    var stage = list(30, once)
    _ = stage.scroll(to: 600, at: 0)
    _ = stage.scroll(to: 0, at: 1000)
    stage.engine.edit(.forgetAllImpressions)
    #expect(stage.engine.impressionRecords == [])
    #expect(stage.pass(at: 2000) == seen(0..<6, at: 2000))
    #expect(stage.scroll(to: 5000, at: 3000) == [])
    stage.engine.edit(.forgetAllImpressions)
    #expect(stage.engine.impressionEntryCount == 0)
    #expect(stage.engine.tables.ledger.entries.capacity == 0)
  }

  @Test func `a policy is released with its last watch and entry`() {
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
    for watch in watches { stage.engine.edit(.unwatch(watch)) }
    // Entries keep their policies.
    #expect(stage.engine.impressionPolicyCount == 10)
    _ = stage.pass(at: 100)
    stage.engine.edit(.forgetAllImpressions)
    #expect(stage.engine.impressionPolicyCount == 0)
    // A new policy reuses a free place.
    stage.engine.watch(target, for: .feed, of: ItemIdentity(1))
    #expect(stage.pass(at: 200) == ["1 seen at 200"])
    #expect(stage.engine.impressionPolicyCount == 1)
  }

  @Test func `restoring a record again makes it the most recent`() {
    var stage = Stage()
    stage.engine.impressionCapacity = 2
    for identity: UInt64 in [1, 2, 1, 3] {
      stage.engine.restore([
        ImpressionRecord(
          identity: ItemIdentity(identity), policy: once, count: 1, lastImpression: nil, day: 0,
          countOnDay: 1)
      ])
    }
    #expect(Set(stage.engine.impressionRecords.map(\.identity.rawValue)) == [1, 3])
  }

  @Test func `a restored record was last seen when it was counted`() {
    var stage = Stage()
    stage.engine.restore([
      ImpressionRecord(
        identity: ItemIdentity(1), policy: once, count: 1, lastImpression: .milliseconds(5000),
        day: 0, countOnDay: 1)
    ])
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(3000))
    #expect(stage.engine.impressionEntryCount == 1)
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(6000))
    #expect(stage.engine.impressionEntryCount == 0)
  }

  @Test func `records over capacity are dropped, least recent first`() {
    var first = list(30, once)
    for (step, offset) in [0.0, 600, 1200].enumerated() {
      _ = first.scroll(to: offset, at: step * 1000)
    }
    let records = first.engine.impressionRecords
    #expect(records.count == 18)
    #expect(Set(records.prefix(6).map(\.identity.rawValue)) == Set(0..<6))
    #expect(Set(records.suffix(6).map(\.identity.rawValue)) == Set(12..<18))
    var second = list(30, once)
    second.engine.impressionCapacity = 12
    second.engine.restore(records)
    #expect(second.engine.impressionEntryCount == 12)
    #expect(second.engine.impressionRecords == Array(records.suffix(12)))
    #expect(second.scroll(to: 600, at: 0) == [])
    #expect(second.scroll(to: 0, at: 1000) == seen(0..<6, at: 1000))
  }

  @Test func `a capacity of 0 traps`() async {
    await #expect(processExitsWith: .failure) {
      let engine = VisibilityEngine(scene: VisibilityScene(size: .zero))
      engine.impressionCapacity = 0
    }
  }

  @Test func `a restored count at the maximum does not overflow`() {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .fully, repetition: .afterLeaving)
    stage.engine.impressionCapacity = .max
    stage.engine.restore([
      ImpressionRecord(
        identity: ItemIdentity(7), policy: policy, count: .max, lastImpression: nil, day: 0,
        countOnDay: .max)
    ])
    stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: ItemIdentity(7))
    #expect(stage.pass() == ["7 seen at 16"])
    #expect(stage.engine.impressions.first?.count == .max)
  }
}
