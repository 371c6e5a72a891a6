import SightlineCore
import SightlineHost
import Testing

@Suite struct RestScheduleTests {
  private func at(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func `everything is read once no change occurs for a while`() {
    var rest = RestSchedule()
    #expect(rest.passed(at: at(0), hasChanged: true, isSettled: false) == at(100))
    #expect(rest.fired(at: at(100)) == nil)
    #expect(rest.isDue)
    #expect(rest.passed(at: at(100), hasChanged: true, isSettled: true) == nil)
    #expect(!rest.isDue)
  }

  @Test func `one timer serves many passes`() {
    var rest = RestSchedule()
    #expect(rest.passed(at: at(0), hasChanged: true, isSettled: false) == at(100))
    for time in [16, 33, 50] {
      #expect(rest.passed(at: at(time), hasChanged: true, isSettled: false) == nil)
    }
    #expect(rest.fired(at: at(100)) == at(150), "too early: something has changed since")
    #expect(!rest.isDue)
    #expect(rest.fired(at: at(150)) == nil)
    #expect(rest.isDue)
  }

  @Test func `passes without findings do not delay the rest`() {
    var rest = RestSchedule()
    _ = rest.passed(at: at(0), hasChanged: true, isSettled: false)
    _ = rest.passed(at: at(90), hasChanged: false, isSettled: false)
    #expect(rest.fired(at: at(100)) == nil)
    #expect(rest.isDue)
  }

  /// Runs a turn without changes every 10 ms; returns the number of full readings.
  private func readings(_ rest: inout RestSchedule, from start: Int, to end: Int) -> Int {
    var (readings, timer) = (0, MonotonicTime?.none)
    for time in stride(from: start, through: end, by: 10) {
      if let due = timer, due <= at(time) { timer = rest.fired(at: at(time)) }
      if rest.isDue { readings += 1 }
      let isSettled = rest.isDue
      timer = rest.passed(at: at(time), hasChanged: false, isSettled: isSettled) ?? timer
    }
    return readings
  }

  @Test func `turns without findings read everything once`() {
    var rest = RestSchedule()
    #expect(readings(&rest, from: 0, to: 20_000) == 1)
    // A change is as urgent as before, and so is a turn after a while without turns.
    var changed = rest
    #expect(changed.passed(at: at(20_010), hasChanged: true, isSettled: false) == at(20_110))
    #expect(changed.fired(at: at(20_110)) == nil)
    #expect(changed.isDue)
    while !rest.isDue { _ = rest.fired(at: at(21_100)) }
    #expect(rest.passed(at: at(21_100), hasChanged: false, isSettled: true) == nil)
    #expect(rest.passed(at: at(23_000), hasChanged: false, isSettled: false) == at(23_100))
  }

  @Test func `everything is read once turns without findings end`() throws {
    var (rest, timer, fired) = (RestSchedule(), MonotonicTime?.none, 0)
    for time in stride(from: 0, through: 5_000, by: 10) {
      if let due = timer, due <= at(time) {
        timer = rest.fired(at: at(time))
        fired += 1
      }
      let isSettled = rest.isDue
      timer = rest.passed(at: at(time), hasChanged: false, isSettled: isSettled) ?? timer
    }
    #expect(fired <= 10, "the timer itself is hardly a reason for turns")
    let last = try #require(timer)
    #expect(last <= at(5_000) + RestSchedule.longestPause)
    if let next = rest.fired(at: last) { #expect(rest.fired(at: next) == nil) }
    #expect(rest.isDue)
  }

  @Test func `a settled window needs no timer`() {
    var rest = RestSchedule()
    #expect(rest.passed(at: at(0), hasChanged: true, isSettled: true) == nil)
    #expect(rest.fired(at: at(100)) == nil)
    #expect(!rest.isDue)
  }

  @Test func `nothing is due after cancellation`() {
    var rest = RestSchedule()
    _ = rest.passed(at: at(0), hasChanged: true, isSettled: false)
    rest.cancel()
    #expect(rest.fired(at: at(100)) == nil)
    #expect(!rest.isDue)
    #expect(rest.passed(at: at(200), hasChanged: true, isSettled: false) == at(300))
  }
}
