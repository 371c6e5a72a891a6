import SightlineCore
import SightlineHost
import Testing

@Suite struct RestScheduleTests {
  private func at(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func everythingIsReadOnceNothingHasChangedForAWhile() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: true, isSettled: false) == at(100))
    #expect(rest.fired(at: at(100)) == nil)
    #expect(rest.isDue)
    #expect(rest.looked(at: at(100), hasChanged: true, isSettled: true) == nil)
    #expect(!rest.isDue)
  }

  @Test func oneTimerServesManyLooks() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: true, isSettled: false) == at(100))
    for time in [16, 33, 50] {
      #expect(rest.looked(at: at(time), hasChanged: true, isSettled: false) == nil)
    }
    #expect(rest.fired(at: at(100)) == at(150), "too early: something has changed since")
    #expect(!rest.isDue)
    #expect(rest.fired(at: at(150)) == nil)
    #expect(rest.isDue)
  }

  @Test func looksThatFindNothingPutNothingOff() {
    var rest = RestSchedule()
    _ = rest.looked(at: at(0), hasChanged: true, isSettled: false)
    _ = rest.looked(at: at(90), hasChanged: false, isSettled: false)
    #expect(rest.fired(at: at(100)) == nil)
    #expect(rest.isDue)
  }

  /// Turns every 10 ms until everything is read, and how long that takes.
  private func quietTurns(_ rest: inout RestSchedule, from start: Int) -> Int {
    var timer: MonotonicTime?
    var time = start
    while !rest.isDue, time < start + 10_000 {
      time += 10
      if let due = timer, due <= at(time) { timer = rest.fired(at: at(time)) }
      if rest.isDue { break }
      timer = rest.looked(at: at(time), hasChanged: false, isSettled: false) ?? timer
    }
    return time - start
  }

  @Test func turnsThatFindNothingHaveEverythingReadLessAndLess() {
    var rest = RestSchedule()
    var (now, pauses) = (0, [Int]())
    for _ in 0..<6 {
      pauses.append(quietTurns(&rest, from: now))
      now += pauses.last ?? 0
      #expect(rest.looked(at: at(now), hasChanged: false, isSettled: true) == nil)
    }
    #expect(pauses == [110, 210, 410, 810, 1_010, 1_010])
    // A change is as urgent as ever, and so is a turn after a while without one.
    var changed = rest
    #expect(
      changed.looked(at: at(now + 10), hasChanged: true, isSettled: false) == at(now + 110))
    #expect(
      rest.looked(at: at(now + 2_000), hasChanged: false, isSettled: false) == at(now + 2_100))
  }

  @Test func aWindowThatIsSettledNeedsNoTimer() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: true, isSettled: true) == nil)
    #expect(rest.fired(at: at(100)) == nil)
    #expect(!rest.isDue)
  }

  @Test func nothingIsDueAfterItWasCancelled() {
    var rest = RestSchedule()
    _ = rest.looked(at: at(0), hasChanged: true, isSettled: false)
    rest.cancel()
    #expect(rest.fired(at: at(100)) == nil)
    #expect(!rest.isDue)
    #expect(rest.looked(at: at(200), hasChanged: true, isSettled: false) == at(300))
  }
}
