import SightlineCore
import SightlineHost
import Testing

@Suite struct RestScheduleTests {
  private func at(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func everythingIsReadOnceNothingHasChangedForAWhile() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: true, isSettled: false, of: 10) == at(100))
    #expect(rest.fired(at: at(100)) == nil)
    #expect(rest.isDue)
    #expect(rest.looked(at: at(100), hasChanged: true, isSettled: true, of: 10) == nil)
    #expect(!rest.isDue)
  }

  @Test func oneTimerServesManyLooks() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: true, isSettled: false, of: 10) == at(100))
    for time in [16, 33, 50] {
      #expect(rest.looked(at: at(time), hasChanged: true, isSettled: false, of: 10) == nil)
    }
    #expect(rest.fired(at: at(100)) == at(150), "too early: something has changed since")
    #expect(!rest.isDue)
    #expect(rest.fired(at: at(150)) == nil)
    #expect(rest.isDue)
  }

  @Test func looksThatFindNothingPutNothingOff() {
    var rest = RestSchedule()
    _ = rest.looked(at: at(0), hasChanged: true, isSettled: false, of: 10)
    _ = rest.looked(at: at(90), hasChanged: false, isSettled: false, of: 10)
    #expect(rest.fired(at: at(100)) == nil)
    #expect(rest.isDue)
  }

  @Test func afterTurnsInWhichNothingChangedManyViewsAreReadLater() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: false, isSettled: false, of: 10_000) == at(1_000))
    // A change is as urgent as ever.
    #expect(rest.looked(at: at(16), hasChanged: true, isSettled: false, of: 10_000) == at(116))
    #expect(rest.fired(at: at(116)) == nil)
    #expect(rest.isDue)
  }

  @Test func aWindowThatIsSettledNeedsNoTimer() {
    var rest = RestSchedule()
    #expect(rest.looked(at: at(0), hasChanged: true, isSettled: true, of: 10) == nil)
    #expect(rest.fired(at: at(100)) == nil)
    #expect(!rest.isDue)
  }

  @Test func nothingIsDueAfterItWasCancelled() {
    var rest = RestSchedule()
    _ = rest.looked(at: at(0), hasChanged: true, isSettled: false, of: 10)
    rest.cancel()
    #expect(rest.fired(at: at(100)) == nil)
    #expect(!rest.isDue)
    #expect(rest.looked(at: at(200), hasChanged: true, isSettled: false, of: 10) == at(300))
  }
}
