import SightlineCore
import SightlineTestSupport
import Testing

/// The dwell of a rule and the time of the impression.
@Suite struct DwellTests {
  private let a = ItemIdentity(7)

  /// Returns a stage with a target watched under a policy and visible at 0 ms.
  private func stage(_ policy: ImpressionPolicy) -> (Stage, TargetID) {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, for: policy, of: a)
    #expect(policy.dwell == .zero || stage.pass(at: 0) == [])
    return (stage, target)
  }

  private func seconds(_ accumulation: ImpressionPolicy.Accumulation) -> ImpressionPolicy {
    ImpressionPolicy(rule: .fully, dwell: .seconds(1), accumulation: accumulation)
  }

  @Test func `without a dwell a target is seen in the pass it appears`() {
    var (stage, _) = stage(.feed)
    #expect(stage.pass(at: 5) == ["7 seen at 5"])
    #expect(stage.pass(at: 50) == [])
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `a continuous dwell restarts after leaving`() {
    var (stage, _) = stage(seconds(.continuous))
    #expect(stage.scroll(to: 1, at: 900) == [])
    #expect(stage.scroll(to: 0, at: 1000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(2000))
    #expect(stage.pass(at: 1999) == [])
    #expect(stage.pass(at: 2000) == ["7 seen at 2000"])
  }

  @Test func `a cumulative dwell adds up exposures`() {
    var (stage, _) = stage(seconds(.cumulative))
    #expect(stage.scroll(to: 1, at: 900) == [])
    #expect(stage.engine.nextDeadline == nil)
    #expect(stage.scroll(to: 0, at: 5000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(5100))
    #expect(stage.pass(at: 7000) == ["7 seen at 5100"])
  }

  @Test func `an impression has the deadline's time, even in a later pass`() {
    withEvery([999, 1000, 1001, 60_000], [true, false]) { time, moves in
      var (stage, target) = stage(.mrcDisplay)
      if moves { stage.engine.edit(.frame(.square(y: 1), of: target)) }
      #expect(stage.pass(at: time) == (time < 1000 ? [] : ["7 seen at 1000"]))
    }
  }

  @Test(arguments: [false, true])
  func `a recycled row's previous item is seen before its current one`(_ hasSibling: Bool) {
    var stage = Stage()
    let row = stage.target("A", .square(y: 0))
    let sibling = hasSibling ? stage.engine.watch(row, .anyPixel) : nil
    let watch = stage.engine.watch(row, for: .mrcDisplay, of: ItemIdentity(7))
    _ = stage.pass(at: 0)
    for ended in [sibling, watch].compactMap({ $0 }) { stage.engine.edit(.unwatch(ended)) }
    stage.engine.watch(row, for: .feed, of: ItemIdentity(8))
    #expect(stage.pass(at: 1500) == ["7 seen at 1000", "8 seen at 1500"])
  }

  @Test func `a dwell reached before leaving counts in a later pass`() throws {
    var (stage, _) = stage(.mrcDisplay)
    #expect(stage.scroll(to: 500, at: 1500) == ["7 seen at 1000"])
    let impression = try #require(stage.engine.impressions.first)
    #expect(impression.exposure.total == .seconds(1))
    #expect(impression.exposure.lastSeen == .milliseconds(1000))
  }

  @Test func `a dwell reached before removal counts in the pass of the removal`() {
    var (stage, target) = stage(.mrcDisplay)
    stage.engine.edit(.remove(target))
    #expect(stage.pass(at: 1500) == ["7 seen at 1000"])
    #expect(stage.engine.impressions.map(\.target) == [target])
  }

  @Test func `a dwell reached before backgrounding counts in that pass`() {
    var (stage, _) = stage(.mrcDisplay)
    stage.engine.isForeground = false
    #expect(stage.pass(at: 1500) == ["7 seen at 1000"])
  }

  @Test func `leaving before the dwell is reached counts nothing`() {
    var (stage, target) = stage(.mrcDisplay)
    stage.engine.edit(.remove(target))
    #expect(stage.pass(at: 999) == [])
    #expect(stage.pass(at: 5000) == [])
  }

  @Test func `the next deadline is the earliest one`() {
    var stage = Stage()
    for (i, milliseconds) in [700, 300, 500].enumerated() {
      stage.engine.watch(
        stage.target("\(i)", .square(y: 0)),
        for: ImpressionPolicy(rule: .fully, dwell: .milliseconds(milliseconds)),
        of: ItemIdentity(UInt64(i)))
    }
    _ = stage.pass(at: 100)
    #expect(stage.engine.nextDeadline == .milliseconds(400))
    #expect(stage.pass(at: 400) == ["1 seen at 400"])
    #expect(stage.engine.nextDeadline == .milliseconds(600))
    // In one pass, impressions are in order of registration, each with its own time.
    #expect(stage.pass(at: 900) == ["0 seen at 800", "2 seen at 600"])
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `an identity recycled within a pass keeps its dwell and exposure`() {
    var (stage, target) = stage(.mrcDisplay)
    stage.engine.edit(.remove(target))
    let next = stage.target("B", .square(y: 200))
    stage.engine.watch(next, for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 600) == [])
    #expect(stage.pass(at: 1000) == ["7 seen at 1000"])
    #expect(stage.engine.impressions.map(\.target) == [next])
    #expect(stage.engine.impressions.map(\.exposure.count) == [1])
  }

  @Test func `an identity recycled a pass later starts over`() {
    var (stage, target) = stage(.mrcDisplay)
    stage.engine.edit(.remove(target))
    #expect(stage.pass(at: 600) == [])
    stage.engine.watch(stage.target("B", .square(y: 200)), for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 616) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(1616))
  }

  @Test func `two targets with one identity share one exposure`() {
    var (stage, _) = stage(.mrcDisplay)
    let second = stage.target("B", .square(y: 50))
    stage.engine.watch(second, for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 200) == [])
    // The first leaves and the second stays: the dwell continues.
    #expect(stage.scroll(to: 55, at: 400) == [])
    stage.engine.edit(.frame(.square(y: 300), of: second))
    #expect(stage.pass(at: 1100) == ["7 seen at 1000"])
    let exposure = stage.engine.exposure(of: a, for: .mrcDisplay, at: .milliseconds(1100))
    #expect(exposure?.count == 1 && exposure?.total == .milliseconds(1100))
  }

  /// A way for the newest target to leave while another one shows the same identity.
  private enum Departure: CaseIterable {
    case watchEnds, targetIsRemoved, viewportIsRemoved, scrollsOff
  }

  @Test(arguments: Departure.allCases, [400, 999, 1000, 1500])
  private func `an impression names the watch on screen when the dwell is reached`(
    departure: Departure, time: Int
  ) {
    var stage = Stage()
    let first = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(first, for: .mrcDisplay, of: a)
    stage.engine.watch(stage.target("other", .square(y: 0)), for: .mrcDisplay, of: ItemIdentity(8))
    #expect(stage.pass(at: 0) == [])
    let last = stage.target("B", .square(y: 100))
    let viewport = stage.engine.add(VisibilityViewport(stage.feed))
    let lastWatch = stage.engine.watch(last, for: .mrcDisplay, of: a, in: viewport)
    #expect(stage.pass(at: 200) == [])
    switch departure {
    case .watchEnds: stage.engine.edit(.unwatch(lastWatch))
    case .targetIsRemoved: stage.engine.edit(.remove(last))
    case .viewportIsRemoved: stage.engine.edit(.removeViewport(viewport))
    case .scrollsOff: stage.engine.edit(.frame(.square(y: 5000), of: last))
    }
    var seen = stage.pass(at: time)
    if time < 1000 { seen = stage.pass(at: 1000) }
    // It counts as on screen until the pass that finds it gone. An ended watch reports nothing
    // more.
    let staysLast = time >= 1000 && (departure == .targetIsRemoved || departure == .scrollsOff)
    let expected = ["7 seen at 1000", "8 seen at 1000"]
    #expect(seen == (staysLast ? expected.reversed() : expected))
    let impression = stage.engine.impressions.first { $0.identity == a }
    #expect(impression?.watch == (staysLast ? lastWatch : watch))
    #expect(impression?.target == (staysLast ? last : first))
  }

  @Test func `a late pass reports the watch on screen at the deadline, not a newer one`() {
    var stage = Stage()
    let first = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(first, for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 0) == [])
    let last = stage.target("B", .square(y: 100))
    stage.engine.watch(last, for: .mrcDisplay, of: a)
    stage.engine.edit(.remove(first))
    #expect(stage.pass(at: 1500) == ["7 seen at 1000"])
    #expect(stage.engine.impressions.first?.watch == watch)
    #expect(stage.engine.impressions.first?.target == first)
  }

  @Test func `an impression in a late pass ignores the pass's changes`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 540))
    stage.engine.watch(target, for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 0) == [])
    #expect(stage.scroll(to: 100, at: 1500) == ["7 seen at 1000"])
    #expect(stage.engine.impressions.first?.exposure.greatestFraction == 0.6)
  }

  @Test func `an impression due to a new session names a watch on screen at that time`() {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .fully, repetition: .oncePerSession)
    let first = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(first, for: policy, of: a)
    #expect(stage.pass(at: 0) == ["7 seen at 0"])
    let last = stage.target("B", .square(y: 100))
    stage.engine.watch(last, for: policy, of: a)
    #expect(stage.pass(at: 100) == [])
    stage.engine.edit(.remove(last))
    stage.engine.edit(.beginSession)
    #expect(stage.pass(at: 200) == ["7 seen at 200"])
    #expect(stage.engine.impressions.map(\.watch) == [watch])
  }

  @Test func `an impression names the earliest-registered of the remaining watches`() {
    var stage = Stage()
    let targets = [300.0, 0, 100, 200].map { stage.target("\($0)", .square(y: $0)) }
    let watches = targets.map { stage.engine.watch($0, for: .mrcDisplay, of: a) }
    #expect(stage.pass(at: 0) == [])
    let last = stage.target("last", .square(y: 400))
    stage.engine.edit(.unwatch(stage.engine.watch(last, for: .feed, of: a)))
    let lastWatch = stage.engine.watch(last, for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 100) == [])
    stage.engine.edit(.unwatch(lastWatch))
    stage.engine.edit(.unwatch(watches[0]))
    #expect(stage.pass(at: 1200) == ["7 seen at 1000"])
    #expect(stage.engine.impressions.map(\.watch) == [watches[1]])
    #expect(stage.engine.impressions.map(\.target) == [targets[1]])
  }

  @Test func `ending a watch during its dwell prevents the impression`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(target, for: .mrcDisplay, of: a)
    #expect(stage.pass(at: 0) == [])
    stage.engine.edit(.unwatch(watch))
    #expect(stage.pass(at: 900) == [])
    #expect(stage.engine.nextDeadline == nil)
    #expect(stage.pass(at: 2000) == [])
    #expect(
      stage.engine.exposure(of: a, for: .mrcDisplay, at: .zero)?.total == .milliseconds(900))
  }

  @Test func `progress goes from 0 to 1`() {
    var (stage, _) = stage(.mrcDisplay)
    func progress(at milliseconds: Int) -> Double {
      stage.engine.dwellProgress(of: a, for: .mrcDisplay, at: .milliseconds(milliseconds))
    }
    #expect([0, 250, 1000, 2000].map(progress) == [0, 0.25, 1, 1])
    _ = stage.scroll(to: 500, at: 700)
    #expect(progress(at: 800) == 0)
    #expect(
      stage.engine.dwellProgress(of: ItemIdentity(99), for: .mrcDisplay, at: .milliseconds(9)) == 0)
    let shortest = ImpressionPolicy(rule: .fully, dwell: .nanoseconds(1))
    let (start, _) = self.stage(shortest)
    #expect(start.engine.dwellProgress(of: a, for: shortest, at: .zero) == 0)
  }

  @Test func `inactivity drops the dwell or pauses it while the target stays`() {
    for (inactivity, seen) in [(ImpressionPolicy.Inactivity.drops, 11_000), (.pauses, 10_400)] {
      var (stage, _) = stage(
        ImpressionPolicy(rule: .fully, dwell: .seconds(1), inactivity: inactivity))
      stage.engine.isForeground = false
      #expect(stage.pass(at: 600) == [])
      #expect(stage.pass(at: 9000) == [])
      stage.engine.isForeground = true
      #expect(stage.pass(at: 10_000) == [])
      #expect(stage.engine.nextDeadline == .milliseconds(seen))
      #expect(stage.pass(at: 20_000) == ["7 seen at \(seen)"])
    }
  }

  @Test func `a pause ends if the target is no longer visible afterwards`() {
    var (stage, _) = stage(
      ImpressionPolicy(rule: .fully, dwell: .seconds(1), inactivity: .pauses))
    stage.engine.isForeground = false
    #expect(stage.pass(at: 600) == [])
    stage.engine.isForeground = true
    #expect(stage.scroll(to: 500, at: 1000) == [])
    #expect(stage.scroll(to: 0, at: 2000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(3000))
  }

  @Test func `a pause survives recycling in the background`() {
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1), inactivity: .pauses)
    var (stage, target) = stage(policy)
    stage.engine.isForeground = false
    #expect(stage.pass(at: 600) == [])
    stage.engine.edit(.remove(target))
    #expect(stage.pass(at: 700) == [])
    stage.engine.watch(stage.target("B", .square(y: 0)), for: policy, of: a)
    stage.engine.isForeground = true
    #expect(stage.pass(at: 800) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(1200))
  }

  @Test func `a carousel viewport settles on time while only other containers move`() {
    let stage = Stage()
    let root = stage.engine.scene.root
    let carousel = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: root)
    let other = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 100, width: 100, height: 100)), to: root)
    let target = stage.engine.add(
      SceneTarget(frame: LayoutRect(x: 160, y: 0, width: 50, height: 50)), to: carousel)
    stage.engine.watch(
      target, for: ImpressionPolicy(rule: .fully, scrollSpeedLimit: 100), of: a,
      in: stage.engine.add(VisibilityViewport(carousel)))
    stage.engine.pass(at: .zero)
    stage.engine.edit(.scroll(carousel, to: LayoutPoint(x: 120, y: 0)))
    stage.engine.pass(at: .milliseconds(1000))
    #expect(stage.engine.impressions.isEmpty)
    stage.engine.edit(.scroll(other, to: LayoutPoint(x: 0, y: 5)))
    stage.engine.pass(at: .milliseconds(1040))
    #expect(stage.engine.nextDeadline == .milliseconds(1100))
    stage.engine.pass(at: .milliseconds(1100))
    #expect(stage.engine.impressions.map { $0.time } == [.milliseconds(1100)])
    #expect(stage.engine.nextDeadline == nil)
  }
}
