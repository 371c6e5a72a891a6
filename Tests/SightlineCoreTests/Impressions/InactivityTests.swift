import SightlineCore
import Testing

/// The effect of switching apps on repetition, dwell and events.
@Suite struct InactivityTests {
  private let a = ItemIdentity(7)

  private func switching(
    _ repetition: ImpressionRepetition, _ inactivity: ImpressionPolicy.Inactivity,
    _ accumulation: ImpressionPolicy.Accumulation = .continuous
  ) -> Stage {
    var stage = Stage()
    stage.engine.edit(.beginDay(1))
    stage.engine.watch(
      stage.target("A", .square(y: 0)),
      for: ImpressionPolicy(
        rule: .fully, dwell: .seconds(1), accumulation: accumulation, inactivity: inactivity,
        repetition: repetition), of: a)
    return stage
  }

  /// Sends the app to the background for a period.
  private func switchApps(_ stage: inout Stage, _ from: Int, _ to: Int) -> [String] {
    stage.engine.isForeground = false
    let before = stage.pass(at: from)
    stage.engine.isForeground = true
    return before + stage.pass(at: to)
  }

  static let perExposure: [ImpressionRepetition] = [
    .afterLeaving, .afterCoolDown(.milliseconds(10)), .perDay(9),
  ]

  @Test(arguments: perExposure, [ImpressionPolicy.Accumulation.continuous, .cumulative])
  func `a pause is not a leave: a visible item counts once across app switches`(
    repetition: ImpressionRepetition, accumulation: ImpressionPolicy.Accumulation
  ) {
    var stage = switching(repetition, .pauses, accumulation)
    #expect(stage.pass(at: 0) == [])
    #expect(switchApps(&stage, 5000, 6000) == ["7 seen at 1000"])
    #expect(switchApps(&stage, 9000, 20_000) == [])
    #expect(stage.engine.nextDeadline == nil)
    #expect(stage.pass(at: 60_000) == [])
    // It leaves and returns: a full dwell, without the time gathered before.
    #expect(stage.scroll(to: 500, at: 61_000) == [])
    #expect(stage.scroll(to: 0, at: 62_000) == [])
    #expect(stage.pass(at: 70_000) == ["7 seen at 63000"])
  }

  @Test(arguments: perExposure)
  func `an item out of view after a pause has left`(repetition: ImpressionRepetition) {
    var stage = switching(repetition, .pauses)
    #expect(stage.pass(at: 0) == [])
    stage.engine.isForeground = false
    #expect(stage.pass(at: 5000) == ["7 seen at 1000"])
    stage.engine.isForeground = true
    #expect(stage.scroll(to: 500, at: 6000) == [])
    #expect(stage.scroll(to: 0, at: 7000) == [])
    #expect(stage.pass(at: 9000) == ["7 seen at 8000"])
  }

  @Test(arguments: perExposure)
  func `with dropping, returning counts again after a full dwell`(
    repetition: ImpressionRepetition
  ) {
    var stage = switching(repetition, .drops)
    #expect(stage.pass(at: 0) == [])
    #expect(switchApps(&stage, 5000, 6000) == ["7 seen at 1000"])
    #expect(stage.engine.nextDeadline == .milliseconds(7000))
    #expect(stage.pass(at: 9000) == ["7 seen at 7000"])
  }

  @Test func `events alternate and exposures end across a pause`() {
    var stage = switching(.afterLeaving, .pauses)
    stage.engine.watch(stage.target("B", .square(y: 200)), .fully)
    #expect(stage.pass(at: 0) == ["B enters"])
    #expect(
      switchApps(&stage, 2000, 3000) == ["B leaves (inactive)", "7 seen at 1000", "B enters"])
    let policy = ImpressionPolicy(
      rule: .fully, dwell: .seconds(1), inactivity: .pauses, repetition: .afterLeaving)
    #expect(stage.engine.exposure(of: a, for: policy, at: .milliseconds(4000))?.count == 2)
  }

  @Test func `time gathered after an impression does not count for the next`() {
    var stage = switching(.afterLeaving, .drops, .cumulative)
    #expect(stage.pass(at: 0) == [])
    #expect(stage.scroll(to: 500, at: 9000) == ["7 seen at 1000"])
    #expect(stage.scroll(to: 0, at: 10_000) == [])
    #expect(stage.scroll(to: 500, at: 10_400) == [])
    #expect(stage.scroll(to: 0, at: 11_000) == [])
    #expect(stage.pass(at: 20_000) == ["7 seen at 11600"])
  }

  @Test func `with dropping, time gathered before going off screen is kept`() {
    for (isOnScreen, seen) in [(true, 2000), (false, 1900)] {
      var stage = switching(.once, .drops, .cumulative)
      #expect(stage.pass(at: 0) == [])
      if !isOnScreen { #expect(stage.scroll(to: 500, at: 600) == []) }
      #expect(switchApps(&stage, 600, 1000) == [])
      #expect(stage.scroll(to: 0, at: 1500) == [])
      #expect(stage.pass(at: 9000) == ["7 seen at \(seen)"])
    }
  }

  /// The content stops counting or scrolls too fast, until the first foreground pass or past it.
  @Test(arguments: [false, true], [ImpressionPolicy.Accumulation.continuous, .cumulative])
  func `a paused dwell restarts unless it continues in the first foreground pass`(
    isFast: Bool, accumulation: ImpressionPolicy.Accumulation
  ) {
    var stage = Stage()
    let policy = ImpressionPolicy(
      rule: .fully, dwell: .seconds(2), accumulation: accumulation, inactivity: .pauses,
      scrollSpeedLimit: isFast ? 100 : nil)
    let target = stage.target("A", .square(y: 200))
    stage.engine.watch(target, for: policy, of: a)
    _ = stage.pass(at: 0)
    stage.engine.isForeground = false
    if !isFast { stage.engine.edit(.appearance(SceneAppearance(countsDwell: false), of: target)) }
    _ = stage.pass(at: 1900)
    stage.engine.isForeground = true
    if isFast { stage.scroll(to: 50) }
    _ = stage.pass(at: 60_000)
    let missing = accumulation == .continuous ? 2000 : 100
    if isFast {
      #expect(stage.pass(at: 70_000) == ["7 seen at \(60_100 + missing)"])
    } else {
      stage.engine.edit(.appearance(.plain, of: target))
      #expect(stage.pass(at: 70_000) == [])
      #expect(stage.pass(at: 90_000) == ["7 seen at \(70_000 + missing)"])
    }
  }
}
