import Testing

@testable import SightlineCore

/// Cool-downs continue while the device sleeps; dwells and exposures do not.
@Suite struct SleepTests {
  private let a = ItemIdentity(7)
  private static let hours = 3_600_000

  private static func cooling(
    _ hours: Int, dwell: Int = 0, _ inactivity: ImpressionPolicy.Inactivity = .drops
  ) -> ImpressionPolicy {
    ImpressionPolicy(
      rule: .fully, dwell: .milliseconds(dwell), inactivity: inactivity,
      repetition: .afterCoolDown(.milliseconds(hours * Self.hours)))
  }

  private func stage(_ policy: ImpressionPolicy) -> Stage {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: a)
    return stage
  }

  /// Runs a pass after a total sleep of some hours, and returns the times of impressions.
  private func pass(_ stage: inout Stage, at milliseconds: Int, slept hours: Int) -> [Int64] {
    stage.engine.pass(
      at: DeviceTime(
        awake: .milliseconds(milliseconds), asleep: .milliseconds(hours * Self.hours)))
    return stage.engine.impressions.map { $0.time.nanoseconds / 1_000_000 }
  }

  @Test(arguments: [(7, 0), (8, 1), (9, 1)])
  func `an item counts again after its cool-down, sleep included`(slept: Int, count: Int) {
    var stage = stage(Self.cooling(8))
    #expect(pass(&stage, at: 0, slept: 0) == [0])
    stage.scroll(to: 500)
    #expect(pass(&stage, at: 1000, slept: 0) == [])
    stage.scroll(to: 0)
    #expect(pass(&stage, at: 2000, slept: slept).count == count)
    // A relaunch gives the same result.
    var other = self.stage(Self.cooling(8))
    other.engine.restore([
      ImpressionRecord(
        identity: a, policy: Self.cooling(8), count: 1,
        lastImpression: .milliseconds(2000 - slept * Self.hours - 2000), day: 0, countOnDay: 1)
    ])
    #expect(pass(&other, at: 0, slept: 0).count == count)
  }

  @Test func `an item that waits on screen for its cool-down counts when the device wakes up`() {
    var stage = stage(Self.cooling(8))
    #expect(pass(&stage, at: 0, slept: 40) == [0])
    stage.scroll(to: 500)
    #expect(pass(&stage, at: 1000, slept: 40) == [])
    stage.scroll(to: 0)
    #expect(pass(&stage, at: 2000, slept: 40) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(8 * Self.hours))
    #expect(pass(&stage, at: 3000, slept: 43) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(5 * Self.hours))
    // Sleep is not a clock change: it needs no edit and no deadline.
    #expect(pass(&stage, at: 4000, slept: 49) == [4000])
    #expect(stage.engine.nextDeadline == nil)
    #expect(
      stage.engine.impressionRecords[0].lastImpression == .milliseconds(4000 + 49 * Self.hours))
  }

  @Test(arguments: [ImpressionPolicy.Inactivity.drops, .pauses])
  func `dwell and exposure pause during sleep`(inactivity: ImpressionPolicy.Inactivity) {
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1), inactivity: inactivity)
    var stage = stage(policy)
    #expect(pass(&stage, at: 0, slept: 0) == [])
    #expect(pass(&stage, at: 500, slept: 9) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(1000))
    #expect(stage.engine.dwellProgress(of: a, for: policy, at: .milliseconds(500)) == 0.5)
    #expect(pass(&stage, at: 999, slept: 18) == [])
    #expect(pass(&stage, at: 1000, slept: 18) == [1000])
    let exposure = stage.engine.exposure(of: a, for: policy, at: .milliseconds(1000))
    #expect(exposure?.total == .seconds(1))
  }

  /// A host that passes late cannot tell when the device slept.
  @Test func `a cool-down is not too short after a late pass`() {
    var stage = stage(Self.cooling(8, dwell: 1000))
    #expect(pass(&stage, at: 0, slept: 0) == [])
    #expect(pass(&stage, at: 2000, slept: 9) == [1000])
    stage.scroll(to: 500)
    #expect(pass(&stage, at: 3000, slept: 9) == [])
    stage.scroll(to: 0)
    #expect(pass(&stage, at: 4000, slept: 9) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(8 * Self.hours + 1000))
  }

  @Test func `the time asleep never decreases`() {
    var stage = stage(Self.cooling(8))
    #expect(pass(&stage, at: 0, slept: 5) == [0])
    stage.scroll(to: 500)
    #expect(pass(&stage, at: 1000, slept: 0) == [])
    stage.scroll(to: 0)
    // This pass states no sleep.
    #expect(stage.pass(at: 2000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(8 * Self.hours))
  }

  @Test func `sleep counts in milliseconds`() {
    let time = DeviceTime(awake: .milliseconds(5), asleep: .nanoseconds(2_999_999))
    #expect(time.asleep == .milliseconds(2))
    #expect(time.elapsed == .milliseconds(7))
    #expect(DeviceTime(awake: .zero, asleep: .seconds(-3)).asleep == .zero)
    #expect(DeviceTime(awake: .never, asleep: .seconds(3)).elapsed == .never)
  }

  @Test func `items not seen since before a sleep are forgotten`() {
    let policy = ImpressionPolicy(rule: .fully)
    var stage = stage(policy)
    #expect(pass(&stage, at: 0, slept: 0) == [0])
    stage.scroll(to: 500)
    #expect(pass(&stage, at: 1000, slept: 0) == [])
    #expect(pass(&stage, at: 2000, slept: 9) == [])
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(1000))
    #expect(stage.engine.impressionEntryCount == 1)
    stage.engine.forgetImpressions(notSeenSince: .milliseconds(8 * Self.hours))
    #expect(stage.engine.impressionEntryCount == 0)
  }

  @Test func `an endless cool-down has no deadline, whatever the clocks read`() {
    for start in [0, -1_000_000] {
      let policy = ImpressionPolicy(
        rule: .fully, repetition: .afterCoolDown(.seconds(Int64.max)))
      var stage = stage(policy)
      #expect(pass(&stage, at: start, slept: 9).count == 1)
      stage.scroll(to: 500)
      #expect(pass(&stage, at: start + 1000, slept: 10) == [])
      stage.scroll(to: 0)
      #expect(pass(&stage, at: start + 2000, slept: 11) == [])
      #expect(stage.engine.nextDeadline == nil)
    }
  }
}
