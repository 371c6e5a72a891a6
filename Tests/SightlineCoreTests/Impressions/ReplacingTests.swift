import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Policies that are replaced while they are in use.
@Suite struct ReplacingTests {
  private let a = ItemIdentity(7)

  private static func policy(
    _ rule: VisibilityRule = .fully, dwell: Int = 1000,
    _ accumulation: ImpressionPolicy.Accumulation = .continuous,
    _ repetition: ImpressionRepetition = .once, speed: Double? = nil
  ) -> ImpressionPolicy {
    ImpressionPolicy(
      rule: rule, dwell: .milliseconds(dwell), accumulation: accumulation, repetition: repetition,
      scrollSpeedLimit: speed)
  }

  /// Returns a stage with a target watched under a policy and visible at 0 ms.
  private func stage(_ policy: ImpressionPolicy) -> Stage {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: a)
    _ = stage.pass(at: 0)
    return stage
  }

  // MARK: Counts and periods

  @Test func `merging two records under one successor keeps the one with more impressions`() {
    let (old, new) = (Self.policy(dwell: 0), Self.policy(dwell: 500))
    let stage = Stage()
    stage.engine.edit(.replace(old, with: new))
    stage.engine.restore(
      [(old, 5), (new, 1)].map { policy, count in
        ImpressionRecord(
          identity: a, policy: policy, count: count, lastImpression: .zero, day: 0, countOnDay: 1)
      })
    #expect(stage.engine.impressionCount(of: a, for: new) == 5)
  }

  @Test func `an item seen under both policies leaves with the last of its targets`() {
    let old = Self.policy(dwell: 0, .continuous, .afterLeaving)
    let new = Self.policy(dwell: 500, .continuous, .afterLeaving)
    var stage = stage(old)
    stage.engine.watch(stage.target("B", .square(y: 200)), for: new, of: a)
    _ = stage.pass(at: 100)
    stage.engine.edit(.replace(old, with: new))
    _ = stage.pass(at: 1000)
    // B stays.
    #expect(stage.scroll(to: 150, at: 2000) == [])
    #expect(stage.scroll(to: 0, at: 3000) + stage.pass(at: 9000) == [])
    _ = stage.scroll(to: 400, at: 10_000)
    #expect(stage.scroll(to: 0, at: 11_000) + stage.pass(at: 12_000) == ["7 seen at 11500"])
  }

  @Test func `an item that counted once does not count again under a successor`() {
    withEvery(
      [ImpressionRepetition.once, .oncePerSession, .oncePerScreenVisit, .perDay(1)],
      [VisibilityRule.fully, .fraction(0.3)]
    ) { repetition, rule in
      let old = Self.policy(dwell: 0)
      let new = Self.policy(rule, dwell: 500, .continuous, repetition)
      var stage = stage(old)
      #expect(stage.engine.impressionCount(of: a, for: old) == 1)
      stage.engine.edit(.replace(old, with: new))
      #expect(stage.pass(at: 1000) == [])
      #expect(stage.scroll(to: 200, at: 2000) == [])
      #expect(stage.scroll(to: 0, at: 3000) == [])
      #expect(stage.pass(at: 9000) == [])
      // Both names stand for the policy in force.
      #expect(stage.engine.impressionCount(of: a, for: old) == 1)
      #expect(stage.engine.impressionCount(of: a, for: new) == 1)
      stage.engine.edit(.beginSession)
      stage.engine.edit(.beginScreenVisit)
      stage.engine.edit(.beginDay(1))
      _ = stage.pass(at: 9100)
      if repetition == .perDay(1) { _ = stage.scroll(to: 200, at: 9200) }
      #expect(
        stage.scroll(to: 0, at: 9300) + stage.pass(at: 10_000)
          == (repetition == .once
            ? [] : ["7 seen at \(repetition == .perDay(1) ? 9800 : 9600)"]))
      #expect(
        stage.engine.impressions.map(\.count) == (repetition == .once ? [] : [2]))
    }
  }

  @Test func `a visible item continues under a policy it already has, and counts on time`() {
    let (old, new) = (Self.policy(), Self.policy(dwell: 2000))
    var stage = Stage()
    stage.engine.watch(stage.target("B", .square(y: 500)), for: new, of: a)
    stage.engine.watch(stage.target("A", .square(y: 0)), for: old, of: a)
    _ = stage.pass(at: 0)
    stage.engine.edit(.replace(old, with: new))
    #expect(stage.pass(at: 500) == [])
    #expect(stage.engine.nextDeadline == .zero + .milliseconds(2000))
    #expect(stage.pass(at: 2000) == ["7 seen at 2000"])
  }

  @Test func `an item that counts twice in a pass does so in the order of the times`() {
    let old = Self.policy(dwell: 5000, .continuous, .oncePerSession)
    var stage = Stage()
    let (first, second) = (stage.target("A", .square(y: 700)), stage.target("B", .square(y: 0)))
    stage.engine.watch(first, for: old, of: a)
    stage.engine.watch(second, for: old, of: a)
    #expect(stage.pass(at: 0) == [])
    stage.engine.edit(.replace(old, with: Self.policy(dwell: 0, .continuous, .oncePerSession)))
    stage.engine.edit(.beginSession)
    #expect(stage.scroll(to: 200, at: 100) == ["7 seen at 0", "7 seen at 100"])
    #expect(stage.engine.impressions.map(\.target) == [second, first])
  }

  @Test func `an exposure whose view is gone names a view of the successor policy`() {
    let (old, new) = (Self.policy(), Self.policy(dwell: 2000))
    var stage = Stage()
    let (first, second) = (stage.target("A", .square(y: 0)), stage.target("B", .square(y: 200)))
    let gone = stage.engine.watch(first, for: new, of: a)
    stage.engine.watch(second, for: old, of: a)
    #expect(stage.pass(at: 0) == [])
    stage.engine.edit(.unwatch(gone))
    stage.engine.edit(.replace(old, with: new))
    #expect(stage.pass(at: 2500) == ["7 seen at 2000"])
    #expect(stage.engine.impressions.map(\.target) == [second])
  }

  @Test func `a cool-down runs from the last impression under the earlier policy`() {
    let old = Self.policy(dwell: 0, .continuous, .afterLeaving)
    var stage = stage(old)
    stage.engine.edit(
      .replace(old, with: Self.policy(dwell: 0, .continuous, .afterCoolDown(.seconds(5)))))
    #expect(stage.pass(at: 1000) == [])
    #expect(stage.scroll(to: 200, at: 2000) == [])
    #expect(stage.scroll(to: 0, at: 3000) == [])
    #expect(stage.pass(at: 5000) == ["7 seen at 5000"])
  }

  @Test func `items without a view keep their counts, and later watches get the successor`() {
    let (old, new) = (Self.policy(dwell: 0), Self.policy(.fraction(0.5), dwell: 0))
    var stage = stage(old)
    stage.engine.edit(.remove(stage.names.keys.first!))
    #expect(stage.pass(at: 100) == [])
    stage.engine.edit(.replace(old, with: new))
    for (y, policy) in [(0.0, old), (100, new)] {
      stage.engine.watch(stage.target("A", .square(y: y)), for: policy, of: a)
    }
    stage.engine.watch(stage.target("B", .square(y: 550)), for: old, of: ItemIdentity(8))
    #expect(stage.pass(at: 200) == ["8 seen at 200"])
  }

  // MARK: Dwell

  @Test func `a running dwell continues if it has the same meaning`() {
    let old = Self.policy()
    for (dwell, time) in [(2000, 2000), (600, 700)] {
      var stage = stage(old)
      #expect(stage.pass(at: 700) == [])
      stage.engine.edit(.replace(old, with: Self.policy(dwell: dwell)))
      #expect(stage.pass(at: 5000) == ["7 seen at \(time)"])
      #expect(stage.engine.exposure(of: a, for: old, at: .milliseconds(5000))?.count == 1)
    }
  }

  @Test func `a running dwell starts over under another rule, speed or accumulation`() {
    let old = Self.policy()
    for new in [
      Self.policy(.fraction(0.5)), Self.policy(speed: 100), Self.policy(.fully, .cumulative),
    ] {
      var stage = stage(old)
      #expect(stage.pass(at: 700) == [])
      stage.engine.edit(.replace(old, with: new))
      #expect(stage.engine.dwellProgress(of: a, for: old, at: .milliseconds(800)) == 0)
      #expect(stage.pass(at: 900) == [])
      #expect(stage.engine.nextDeadline == .milliseconds(1900))
      #expect(stage.pass(at: 5000) == ["7 seen at 1900"])
      // The exposure continues.
      #expect(stage.engine.exposure(of: a, for: new, at: .milliseconds(5000))?.count == 1)
    }
  }

  @Test func `scrolling that slows down below the former limit does not start the dwell`() {
    let old = Self.policy(speed: 300)
    var stage = stage(old)
    #expect(stage.scroll(to: -50, at: 16) == [])
    stage.engine.edit(.replace(old, with: Self.policy(speed: 100)))
    #expect(stage.pass(at: 1000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(2000))
  }

  @Test func `dwell that adds up over exposures carries over off screen`() {
    let old = Self.policy(.fully, .cumulative)
    var stage = stage(old)
    #expect(stage.scroll(to: 200, at: 700) == [])
    stage.engine.edit(.replace(old, with: Self.policy(.fully, dwell: 900, .cumulative)))
    #expect(stage.scroll(to: 0, at: 2000) == [])
    #expect(stage.pass(at: 5000) == ["7 seen at 2200"])
  }

  @Test func `the successor's rule decides, without the hysteresis of a level reached before`() {
    let old = Self.policy(.fraction(0.3), dwell: 0, .continuous, .afterLeaving)
    let new = Self.policy(
      .thresholds([0.8], hysteresis: 0.5), dwell: 0, .continuous, .afterLeaving)
    var stage = stage(old)
    #expect(stage.scroll(to: 50, at: 100) == [])
    stage.engine.edit(.replace(old, with: new))
    #expect(stage.pass(at: 200) == [])
    #expect(stage.scroll(to: 0, at: 300) == ["7 seen at 300"])
    #expect(stage.scroll(to: 50, at: 400) == [])
    #expect(stage.scroll(to: 80, at: 500) == [])
    #expect(stage.scroll(to: 0, at: 600) == ["7 seen at 600"])
  }

  // MARK: Chains and equal policies

  @Test func `replacements follow one another, and a policy can return`() {
    let (one, two, three) = (Self.policy(), Self.policy(dwell: 2000), Self.policy(dwell: 3000))
    var stage = stage(one)
    stage.engine.edit(.replace(one, with: two))
    stage.engine.edit(.replace(one, with: three))
    #expect(stage.engine.replacements == [one: three, two: three])
    #expect(stage.pass(at: 2500) == [])
    stage.engine.edit(.replace(two, with: one))
    #expect(stage.engine.replacements == [two: one, three: one])
    #expect(stage.pass(at: 2600) == ["7 seen at 2500"])
    #expect(stage.engine.impressionPolicyCount == 1)
    stage.engine.edit(.replace(one, with: one))
    stage.engine.edit(.replace(three, with: two))
    #expect(stage.engine.replacements == [one: two, three: two])
  }

  @Test func `a policy can become one that is in use, by the same item or another`() {
    let (old, new) = (Self.policy(dwell: 0), Self.policy(.fraction(0.5), dwell: 0))
    var stage = Stage()
    for (y, policy, identity) in [(0.0, old, 7), (100, new, 8), (550, new, 7), (200, old, 9)] {
      stage.engine.watch(
        stage.target("\(identity)", .square(y: y)), for: policy,
        of: ItemIdentity(UInt64(identity)))
    }
    #expect(
      stage.pass(at: 0) == ["7 seen at 0", "8 seen at 0", "7 seen at 0", "9 seen at 0"])
    stage.engine.edit(.replace(old, with: new))
    #expect(stage.pass(at: 100) == [])
    #expect(stage.engine.impressionEntryCount == 3)
    #expect(stage.scroll(to: 1000, at: 200) == [])
    #expect(stage.scroll(to: 0, at: 300) == [])
    #expect(
      [7, 8, 9].map { stage.engine.impressionCount(of: ItemIdentity($0), for: old) } == [1, 1, 1])
  }

  @Test func `merging two records of an item keeps the larger count and the later impression`() {
    let (old, new) = (
      Self.policy(dwell: 0, .continuous, .oncePerSession),
      Self.policy(dwell: 0, .continuous, .perDay(2))
    )
    for isSeenUnderNew in [false, true] {
      var stage = Stage()
      stage.engine.restore([
        ImpressionRecord(
          identity: a, policy: new, count: 5, lastImpression: .milliseconds(-9000), day: 0,
          countOnDay: 1)
      ])
      let target = stage.target("A", .square(y: 0))
      stage.engine.watch(target, for: old, of: a)
      if isSeenUnderNew { stage.engine.watch(target, for: new, of: a) }
      #expect(stage.pass(at: 100).count == (isSeenUnderNew ? 2 : 1))
      stage.engine.edit(.replace(old, with: new))
      #expect(stage.engine.impressionCount(of: a, for: new) == (isSeenUnderNew ? 6 : 5))
      #expect(stage.engine.impressionRecords.map(\.lastImpression) == [.milliseconds(100)])
      #expect(stage.engine.impressionRecords.map(\.countOnDay) == [isSeenUnderNew ? 2 : 1])
      #expect(stage.pass(at: 200) == [])
      #expect(stage.scroll(to: 200, at: 300) == [])
      #expect(stage.scroll(to: 0, at: 400) == (isSeenUnderNew ? [] : ["7 seen at 400"]))
    }
  }

  @Test func `merging records keeps the larger count of one day, and the later of two days`() {
    let (old, new) = (
      Self.policy(dwell: 0, .continuous, .perDay(3)),
      Self.policy(dwell: 1, .continuous, .perDay(3))
    )
    func record(_ policy: ImpressionPolicy, day: Int, _ count: Int) -> ImpressionRecord {
      ImpressionRecord(
        identity: a, policy: policy, count: 9, lastImpression: .milliseconds(10 * day - count),
        day: day, countOnDay: count)
    }
    withEvery([0, 1], [0, 1]) { day, otherDay in
      withEvery([1, 3], [1, 3]) { count, otherCount in
        var stage = Stage()
        stage.engine.restore([record(old, day: day, count), record(new, day: otherDay, otherCount)])
        let target = stage.target("A", .square(y: 50_000))
        stage.engine.watch(target, for: old, of: a)
        stage.engine.watch(target, for: new, of: a)
        _ = stage.pass(at: 100)
        stage.engine.edit(.replace(old, with: new))
        let left = stage.engine.impressionRecords.first
        #expect(left?.day == max(day, otherDay))
        let counts = [(day, count), (otherDay, otherCount)].filter { $0.0 == left?.day }
        #expect(left?.countOnDay == counts.map(\.1).max())
        #expect(
          left?.lastImpression
            == .milliseconds(max(10 * day - count, 10 * otherDay - otherCount)))
      }
    }
  }

  @Test func `impressions are restored under the policy in force`() {
    let (old, new) = (Self.policy(dwell: 0), Self.policy(.fraction(0.5), dwell: 0))
    var stage = Stage()
    stage.engine.edit(.replace(old, with: new))
    stage.engine.restore([
      ImpressionRecord(
        identity: a, policy: old, count: 1, lastImpression: nil, day: 0, countOnDay: 0)
    ])
    stage.engine.watch(stage.target("A", .square(y: 0)), for: new, of: a)
    #expect(stage.pass(at: 0) == [])
    #expect(stage.engine.impressionRecords.map(\.policy) == [new])
  }

  @Test(arguments: 0..<60)
  func `random replacements keep every count and leave nothing behind`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let policies = (0..<4).map { index in
      Self.policy(
        [.fully, .fraction(0.5)][random.index(2)], dwell: 100 * index,
        random.oneIn(2) ? .continuous : .cumulative,
        [.once, .oncePerSession, .afterLeaving][random.index(3)])
    }
    var stage = Stage()
    for row in 0..<30 {
      stage.engine.watch(
        stage.target("\(row)", .square(y: Double(row) * 50)),
        for: policies[random.index(4)], of: ItemIdentity(UInt64(row % 20)))
    }
    var (counts, time) = ([Int](repeating: 0, count: 20), 0)
    for _ in 0..<60 {
      let (old, new) = (policies[random.index(4)], policies[random.index(4)])
      if random.oneIn(3) { stage.engine.edit(.replace(old, with: new)) }
      if random.oneIn(6) { stage.engine.isForeground.toggle() }
      if random.oneIn(8) { stage.engine.edit(.beginSession) }
      time += random.index(200)
      let lines = stage.scroll(to: Double(random.index(20) * 50), at: time)
      #expect(lines.allSatisfy { $0.contains("seen") }, "\(lines)")
      for item in 0..<20 {
        let count = policies.map {
          stage.engine.impressionCount(of: ItemIdentity(UInt64(item)), for: $0)
        }.max()!
        #expect(count >= counts[item])
        counts[item] = count
      }
      let inForce = Set(policies.map { stage.engine.replacements[$0] ?? $0 })
      #expect(stage.engine.impressionPolicyCount <= inForce.count)
    }
    for target in stage.names.keys { stage.engine.edit(.remove(target)) }
    _ = stage.pass(at: time + 1)
    stage.engine.edit(.forgetAllImpressions)
    #expect(stage.engine.impressionEntryCount == 0)
    #expect(stage.engine.impressionPolicyCount == 0)
  }

  // MARK: Exposures

  @Test func `a watch whose rule was replaced and restored in one turn starts over`() {
    let old = Self.policy(.fraction(0.7, exit: 0.5), dwell: 0, .continuous, .afterLeaving)
    var stage = stage(old)
    _ = stage.scroll(to: 40, at: 100)
    stage.engine.edit(.replace(old, with: Self.policy(dwell: 0)))
    stage.engine.edit(.replace(old, with: old))
    #expect(stage.pass(at: 200) == [])
    #expect(stage.scroll(to: 20, at: 300) == ["7 seen at 300"])
  }

  @Test func `an exposure paused in the background continues under a policy seen before`() {
    func policy(_ dwell: Int) -> ImpressionPolicy {
      ImpressionPolicy(
        rule: .fully, dwell: .milliseconds(dwell), inactivity: .pauses, repetition: .afterLeaving)
    }
    var stage = Stage()
    let (old, new) = (policy(0), policy(100))
    stage.engine.watch(stage.target("B", .square(y: 600)), for: new, of: a)
    stage.engine.watch(stage.target("A", .square(y: 0)), for: old, of: a)
    #expect(stage.scroll(to: 100, at: 0) + stage.pass(at: 100) == ["7 seen at 100"])
    #expect(stage.scroll(to: 0, at: 200) == ["7 seen at 200"])
    stage.engine.isForeground = false
    _ = stage.pass(at: 300)
    stage.engine.edit(.replace(old, with: new))
    stage.engine.isForeground = true
    #expect(stage.pass(at: 400) + stage.pass(at: 9000) == [])
  }

  @Test func `a replaced policy's name gives the progress under its successor`() {
    let (p, q) = (Self.policy(dwell: 2000), Self.policy(dwell: 4000))
    var stage = stage(p)
    stage.engine.edit(.replace(p, with: q))
    _ = stage.pass(at: 1000)
    for name in [p, q] {
      #expect(stage.engine.dwellProgress(of: a, for: name, at: .milliseconds(1000)) == 0.25)
    }
  }

  /// The target is too fast until 1,100 ms. The host passes again long afterwards.
  @Test(arguments: [(1000.0, 2100), (900, 4500)])
  func `a slow moment before a late pass is kept under the same rule and limit`(
    limit: Double, time: Int
  ) {
    let p = Self.policy(dwell: 2000, speed: 1000)
    let q = Self.policy(dwell: 1000, speed: limit)
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 250)), for: p, of: a)
    _ = stage.pass(at: 0)
    _ = stage.scroll(to: 200, at: 1000)
    stage.engine.edit(.replace(p, with: q))
    #expect(stage.pass(at: 3500) + stage.pass(at: 9000) == ["7 seen at \(time)"])
  }

  /// One view is below the limit, the successor's is not.
  @Test(arguments: [true, false])
  func `a successor in use takes over the start of a slow moment under the same rule and limit`(
    isSame: Bool
  ) {
    let p = Self.policy(dwell: 9000, speed: isSame ? 1000 : 2000)
    let q = Self.policy(dwell: 1000, speed: 1000)
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 250), in: stage.root), for: p, of: a)
    stage.engine.watch(
      stage.target("B", .square(y: 450), SceneAppearance(countsDwell: false)), for: q, of: a)
    _ = stage.pass(at: 0)
    stage.engine.edit(.replace(p, with: q))
    #expect(stage.pass(at: 500) + stage.pass(at: 9000) == ["7 seen at \(isSame ? 1000 : 1500)"])
  }
}

extension VisibilityEngine {
  fileprivate var replacements: [ImpressionPolicy: ImpressionPolicy] {
    Dictionary(uniqueKeysWithValues: replacedPolicies.map { ($0.policy, $0.successor) })
  }
}
