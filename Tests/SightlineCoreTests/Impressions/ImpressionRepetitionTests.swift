import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The repetition of an identity's impressions.
@Suite struct RepetitionTests {
  private let a = ItemIdentity(7)

  private func stage(_ repetition: ImpressionRepetition, dwell: Duration = .zero) -> Stage {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", .square(y: 0)),
      for: ImpressionPolicy(rule: .fully, dwell: dwell, repetition: repetition), of: a)
    return stage
  }

  @Test func `once counts only once, across sessions, visits and returns`() {
    var stage = stage(.once)
    #expect(stage.pass(at: 0) == ["7 seen at 0"])
    stage.engine.edit(.beginSession)
    stage.engine.edit(.beginScreenVisit)
    stage.engine.edit(.beginDay(5))
    #expect(stage.scroll(to: 500, at: 100) == [])
    #expect(stage.scroll(to: 0, at: 200) == [])
  }

  @Test func `after leaving counts once per exposure`() {
    var stage = stage(.afterLeaving, dwell: .milliseconds(100))
    #expect(stage.pass(at: 0) == [])
    #expect(stage.pass(at: 5000) == ["7 seen at 100"])
    #expect(stage.scroll(to: 500, at: 6000) == [])
    #expect(stage.scroll(to: 0, at: 7000) == [])
    #expect(stage.pass(at: 8000) == ["7 seen at 7100"])
    #expect(stage.engine.impressions.map(\.count) == [2])
    stage.engine.isForeground = false
    _ = stage.pass(at: 8100)
    stage.engine.isForeground = true
    #expect(stage.pass(at: 9000) == [])
    #expect(stage.pass(at: 9200) == ["7 seen at 9100"])
  }

  @Test func `a new session during an exposure counts again after a new dwell`() {
    var stage = stage(.oncePerSession, dwell: .milliseconds(300))
    #expect(stage.pass(at: 0) == [])
    #expect(stage.pass(at: 1000) == ["7 seen at 300"])
    #expect(stage.scroll(to: 500, at: 1100) == [])
    #expect(stage.scroll(to: 0, at: 1200) == [])
    #expect(stage.pass(at: 2000) == [])
    stage.engine.edit(.beginSession)
    stage.engine.edit(.beginScreenVisit)
    #expect(stage.pass(at: 3000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(3300))
    #expect(stage.pass(at: 4000) == ["7 seen at 3300"])
  }

  @Test func `a new screen visit counts again, a new session does not`() {
    var stage = stage(.oncePerScreenVisit)
    #expect(stage.pass(at: 0) == ["7 seen at 0"])
    stage.engine.edit(.beginSession)
    #expect(stage.pass(at: 100) == [])
    stage.engine.edit(.beginScreenVisit)
    #expect(stage.pass(at: 200) == ["7 seen at 200"])
    #expect(stage.pass(at: 300) == [])
  }

  @Test func `a dwell reached before the session's end counts in it, and again in the next`() {
    var stage = stage(.oncePerSession, dwell: .milliseconds(300))
    #expect(stage.pass(at: 0) == [])
    stage.engine.edit(.beginSession)
    #expect(stage.pass(at: 1000) == ["7 seen at 300"])
    #expect(stage.pass(at: 1300) == ["7 seen at 1300"])
  }

  @Test func `time gathered after a session's impression does not carry over`() {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", .square(y: 0)),
      for: ImpressionPolicy(
        rule: .fully, dwell: .milliseconds(300), accumulation: .cumulative,
        repetition: .oncePerSession), of: a)
    _ = stage.pass(at: 0)
    #expect(stage.scroll(to: 500, at: 5000) == ["7 seen at 300"])
    stage.engine.edit(.beginSession)
    #expect(stage.pass(at: 6000) == [])
    #expect(stage.scroll(to: 0, at: 7000) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(7300))
  }

  @Test func `a cool-down delays an early return until it ends`() {
    var stage = stage(.afterCoolDown(.seconds(10)))
    #expect(stage.pass(at: 0) == ["7 seen at 0"])
    #expect(stage.engine.nextDeadline == nil)
    #expect(stage.scroll(to: 500, at: 1000) == [])
    #expect(stage.scroll(to: 0, at: 4000) == [])
    // It is still visible when the time is up.
    #expect(stage.engine.nextDeadline == .milliseconds(10_000))
    #expect(stage.pass(at: 12_000) == ["7 seen at 10000"])
    // Still visible after the next cool-down, but in the same exposure.
    #expect(stage.pass(at: 50_000) == [])
    #expect(stage.scroll(to: 500, at: 51_000) == [])
    #expect(stage.scroll(to: 0, at: 52_000) == ["7 seen at 52000"])
  }

  @Test func `a dwell outlasting the cool-down is still required`() {
    var stage = stage(.afterCoolDown(.seconds(1)), dwell: .milliseconds(800))
    #expect(stage.pass(at: 0) == [])
    #expect(stage.scroll(to: 500, at: 900) == ["7 seen at 800"])
    #expect(stage.scroll(to: 0, at: 1500) == [])
    #expect(stage.engine.nextDeadline == .milliseconds(2300))
  }

  @Test func `a daily limit counts exposures and resets each day`() {
    var stage = stage(.perDay(2))
    func visit(_ stage: inout Stage, _ time: Int) -> [String] {
      _ = stage.scroll(to: 500, at: time)
      return stage.scroll(to: 0, at: time + 10)
    }
    #expect(visit(&stage, 100) == ["7 seen at 110"])
    #expect(visit(&stage, 200) == ["7 seen at 210"])
    #expect(visit(&stage, 300) == [])
    stage.engine.edit(.beginDay(1))
    // It is on screen when the day begins, and counts then, not earlier.
    #expect(stage.pass(at: 900) == ["7 seen at 900"])
    #expect(visit(&stage, 1000) == ["7 seen at 1010"])
    #expect(visit(&stage, 1100) == [])
  }

  @Test func `a new day restarts a dwell withheld by the daily limit`() {
    var stage = stage(.perDay(1), dwell: .milliseconds(300))
    #expect(stage.pass(at: 0) == [])
    #expect(stage.scroll(to: 500, at: 400) == ["7 seen at 300"])
    #expect(stage.scroll(to: 0, at: 500) == [])
    stage.engine.edit(.beginDay(1))
    #expect(stage.pass(at: 5000) == [])
    #expect(stage.pass(at: 5300) == ["7 seen at 5300"])
  }

  @Test func `a daily limit of 0 or a negative cool-down traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, repetition: .perDay(0))
    }
    await #expect(processExitsWith: .failure) {
      _ = ImpressionPolicy(rule: .fully, repetition: .afterCoolDown(.seconds(-1)))
    }
  }

  @Test func `policies count independently`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    let again = ImpressionPolicy(rule: .fraction(0.7), repetition: .afterLeaving)
    stage.engine.watch(target, for: .feed, of: a)
    stage.engine.watch(target, for: again, of: a)
    #expect(stage.pass(at: 0) == ["7 seen at 0", "7 seen at 0"])
    _ = stage.scroll(to: 500, at: 10)
    #expect(stage.scroll(to: 0, at: 20) == ["7 seen at 20"])
    #expect(stage.engine.impressionCount(of: a, for: .feed) == 1)
    #expect(stage.engine.impressionCount(of: a, for: again) == 2)
    #expect(stage.engine.impressionCount(of: ItemIdentity(1), for: again) == 0)
  }

  @Test func `restored records count as seen after a restart`() {
    let policies = [
      ImpressionRepetition.once, .oncePerSession, .afterCoolDown(.seconds(10)), .perDay(1),
    ]
    .map { ImpressionPolicy(rule: .fully, repetition: $0) }
    var first = Stage()
    first.engine.edit(.beginDay(40))
    let target = first.target("A", .square(y: 0))
    for policy in policies { first.engine.watch(target, for: policy, of: a) }
    #expect(first.pass(at: 2000) == Array(repeating: "7 seen at 2000", count: 4))
    let records = first.engine.impressionRecords
    #expect(
      Set(records)
        == Set(
          policies.map {
            ImpressionRecord(
              identity: a, policy: $0, count: 1, lastImpression: .milliseconds(2000), day: 40,
              countOnDay: 1)
          }))

    var second = Stage()
    second.engine.edit(.beginDay(40))
    second.engine.restore(records)
    #expect(Set(second.engine.impressionRecords) == Set(records))
    let again = second.target("A", .square(y: 0))
    for policy in policies { second.engine.watch(again, for: policy, of: a) }
    // A new session on the same day, within the cool-down.
    #expect(second.pass(at: 3000) == ["7 seen at 3000"])
    #expect(second.engine.impressions.map(\.count) == [2])
    #expect(second.engine.nextDeadline == .milliseconds(12_000))
    #expect(second.pass(at: 12_000) == ["7 seen at 12000"])
    second.engine.edit(.beginDay(41))
    #expect(second.pass(at: 12_500) == ["7 seen at 12500"])
  }

  // MARK: Sessions

  @Test func `a new session restarts a running dwell`() {
    withEvery([0, 1, 2], [true, false]) { earlier, isSession in
      let repetition: ImpressionRepetition = isSession ? .oncePerSession : .oncePerScreenVisit
      var stage = stage(repetition, dwell: .seconds(2))
      func begin(_ stage: inout Stage) {
        if isSession {
          stage.engine.edit(.beginSession)
        } else {
          stage.engine.edit(.beginScreenVisit)
        }
      }
      // Never counted, counted in the last session, or two sessions ago.
      if earlier > 0 {
        _ = stage.pass(at: 0)
        #expect(stage.scroll(to: 500, at: 2500) == ["7 seen at 2000"])
        for _ in 0..<earlier {
          begin(&stage)
          _ = stage.pass(at: 3000)
        }
      }
      #expect(stage.scroll(to: 0, at: 10_000) == [])
      begin(&stage)
      #expect(stage.pass(at: 11_000) == [])
      #expect(stage.engine.nextDeadline == .milliseconds(13_000))
      #expect(stage.pass(at: 20_000) == ["7 seen at 13000"])
      // The exposure continued.
      let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(2), repetition: repetition)
      let exposure = stage.engine.exposure(of: a, for: policy, at: .milliseconds(20_000))
      #expect(exposure?.longest == .seconds(10))
    }
  }

  @Test func `a new session does not affect other repetitions' dwells`() {
    for repetition: ImpressionRepetition in [
      .once, .oncePerScreenVisit, .afterLeaving, .afterCoolDown(.seconds(1)), .perDay(1),
    ] {
      var stage = stage(repetition, dwell: .seconds(2))
      #expect(stage.pass(at: 0) == [])
      stage.engine.edit(.beginSession)
      #expect(stage.pass(at: 1000) == [])
      #expect(stage.pass(at: 3000) == ["7 seen at 2000"])
    }
  }

  @Test func `cumulative progress is limited to its session`() {
    withEvery([true, false], [true, false]) { isOnScreen, isPaused in
      var stage = Stage()
      stage.engine.watch(
        stage.target("A", .square(y: 0)),
        for: ImpressionPolicy(
          rule: .fully, dwell: .seconds(1), accumulation: .cumulative, inactivity: .pauses,
          repetition: .oncePerSession), of: a)
      _ = stage.pass(at: 0)
      if !isOnScreen { _ = stage.scroll(to: 500, at: 600) }
      if isPaused {
        stage.engine.isForeground = false
        _ = stage.pass(at: 600)
      }
      stage.engine.edit(.beginSession)
      _ = stage.pass(at: 700)
      stage.engine.isForeground = true
      #expect(stage.scroll(to: 0, at: 700) == [])
      #expect(stage.pass(at: 5000) == ["7 seen at 1700"])
    }
  }

  @Test(arguments: [ImpressionRepetition.oncePerSession, .oncePerScreenVisit])
  func `a new period's cumulative progress survives an exposure counted in the last`(
    repetition: ImpressionRepetition
  ) {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", .square(y: 0)),
      for: ImpressionPolicy(
        rule: .fully, dwell: .seconds(1), accumulation: .cumulative, repetition: repetition),
      of: a)
    _ = stage.pass(at: 0)
    #expect(stage.pass(at: 1000) == ["7 seen at 1000"])
    if repetition == .oncePerSession {
      stage.engine.edit(.beginSession)
    } else {
      stage.engine.edit(.beginScreenVisit)
    }
    #expect(stage.pass(at: 3000) == [])
    #expect(stage.scroll(to: 500, at: 3900) == [])
    #expect(stage.scroll(to: 0, at: 10_000) == [])
    #expect(stage.pass(at: 12_000) == ["7 seen at 10100"])
  }

  @Test func `an item on screen in two windows counts once for the visit of each`() {
    let policy = ImpressionPolicy(
      rule: .fully, dwell: .seconds(1), repetition: .oncePerScreenVisit)
    var stages = [Stage(), Stage()]
    var reports: [[String]] = [[], []]
    for index in stages.indices {
      stages[index].engine.watch(stages[index].target("A", .square(y: 0)), for: policy, of: a)
    }
    for time in 0..<8 {
      for (index, other) in [(0, 1), (1, 0)] {
        reports[index] += stages[index].pass(at: 1000 * time)
        if let shared = stages[index].engine.record(of: a, for: policy) {
          stages[other].engine.adopt(shared)
        }
      }
    }
    #expect(reports == [["7 seen at 1000"], ["7 seen at 1000"]])
    #expect(stages.map { $0.engine.impressionCount(of: a, for: policy) } == [2, 2])
  }

  @Test func `a shared impression with an equal count changes nothing`() {
    let policy = ImpressionPolicy(rule: .fully, repetition: .afterCoolDown(.seconds(5)))
    var stage = stage(policy.repetition)
    #expect(stage.pass(at: 10_000) == ["7 seen at 10000"])
    stage.engine.adopt(
      ImpressionRecord(
        identity: a, policy: policy, count: 1, lastImpression: .milliseconds(2_000), day: 0,
        countOnDay: 0))
    _ = stage.scroll(to: 500, at: 11_000)
    #expect(stage.scroll(to: 0, at: 12_000) == [])
    #expect(stage.pass(at: 15_000) == ["7 seen at 15000"])
  }

  // MARK: Days

  @Test func `moving the day back and forth does not reset the limit`() {
    var stage = stage(.perDay(1))
    func visit(_ stage: inout Stage, _ time: Int) -> [String] {
      _ = stage.scroll(to: 500, at: time)
      return stage.scroll(to: 0, at: time + 10)
    }
    stage.engine.edit(.beginDay(5))
    #expect(visit(&stage, 100) == ["7 seen at 110"])
    stage.engine.edit(.beginDay(4))
    #expect(visit(&stage, 200) == [])
    stage.engine.edit(.beginDay(6))
    #expect(visit(&stage, 300) == ["7 seen at 310"])
    stage.engine.edit(.beginDay(5))
    #expect(visit(&stage, 400) == [])
    stage.engine.edit(.beginDay(6))
    #expect(visit(&stage, 500) == [])
    stage.engine.edit(.beginDay(7))
    #expect(visit(&stage, 600) == ["7 seen at 610"])
  }

  @Test func `setting the clock back across a restart does not reset the limit`() {
    let policy = ImpressionPolicy(rule: .fully, repetition: .perDay(1))
    for (day, isSeen) in [(39, false), (40, false), (41, true)] {
      var stage = Stage()
      stage.engine.restore([
        ImpressionRecord(
          identity: a, policy: policy, count: 1, lastImpression: nil, day: 40, countOnDay: 1)
      ])
      stage.engine.edit(.beginDay(day))
      stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: a)
      #expect(stage.pass(at: 0).isEmpty != isSeen)
    }
  }

  @Test func `impressions after a clock set back count for the later day`() {
    let policy = ImpressionPolicy(rule: .fully, repetition: .perDay(2))
    var stage = Stage()
    stage.engine.restore([
      ImpressionRecord(
        identity: a, policy: policy, count: 1, lastImpression: nil, day: 40, countOnDay: 1)
    ])
    stage.engine.edit(.beginDay(39))
    stage.engine.watch(stage.target("A", .square(y: 0)), for: policy, of: a)
    #expect(stage.pass(at: 0) == ["7 seen at 0"])
    stage.engine.edit(.beginDay(40))
    _ = stage.scroll(to: 9000, at: 10)
    #expect(stage.scroll(to: 0, at: 20) == [])
    stage.engine.edit(.beginDay(41))
    _ = stage.scroll(to: 9000, at: 30)
    #expect(stage.scroll(to: 0, at: 40) == ["7 seen at 40"])
  }

  // MARK: Progress

  @Test func `progress stays 1 until another impression is possible`() {
    for (repetition, back): (ImpressionRepetition, Double) in [
      (.once, 1), (.oncePerSession, 1), (.perDay(1), 1), (.afterLeaving, 0),
    ] {
      let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1), repetition: repetition)
      var stage = stage(repetition, dwell: .seconds(1))
      func progress(_ stage: Stage, at time: Int) -> Double {
        stage.engine.dwellProgress(of: a, for: policy, at: .milliseconds(time))
      }
      _ = stage.pass(at: 0)
      #expect(stage.pass(at: 1000) == ["7 seen at 1000"])
      #expect(progress(stage, at: 1200) == 1)
      _ = stage.scroll(to: 500, at: 2000)
      #expect(progress(stage, at: 2000) == back)
      _ = stage.scroll(to: 0, at: 3000)
      #expect(progress(stage, at: 3500) == max(back, 0.5))
      stage.engine.edit(.beginSession)
      _ = stage.pass(at: 3600)
      if repetition == .oncePerSession { #expect(progress(stage, at: 3600) == 0) }
    }
  }

  @Test func `touched entries are settled once`() {
    var stage = stage(.oncePerSession)
    _ = stage.pass(at: 0)
    stage.engine.edit(.beginSession)
    #expect(stage.engine.tables.ledger.isTouched == true)
    #expect(stage.pass(at: 100) == ["7 seen at 100"])
    #expect(stage.engine.tables.ledger.isTouched == false)
  }
}
