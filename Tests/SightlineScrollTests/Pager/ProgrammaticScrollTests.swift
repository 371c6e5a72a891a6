import SightlineCore
import Testing

@testable import SightlineScroll

@Suite struct ProgrammaticScrollTests {
  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  private let scroll = ProgrammaticScroll(to: 100, guardTime: .milliseconds(80), at: .zero)

  @Test(arguments: [(99.4, false), (99.5, true), (100, true), (100.5, true), (100.6, false)])
  func `the target is reached within half a point`(offset: Double, isReached: Bool) {
    var scroll = scroll
    #expect(scroll.isReached(by: offset) == isReached)
    #expect(scroll.report(offset, at: time(80)) == (isReached ? .arrived : .underway))
  }

  @Test func `during the guard time every offset belongs to it`() {
    var scroll = scroll
    for (offset, milliseconds) in [(0.0, 0), (100, 40), (-50, 79)] {
      #expect(scroll.report(offset, at: time(milliseconds)) == .underway)
    }
  }

  @Test(arguments: [-1.0, 1])
  func `a report more than half a point farther than the closest one takes over`(side: Double) {
    for (distance, report) in [(40.5, ProgrammaticScroll.Report.underway), (40.6, .taken)] {
      var scroll = scroll
      #expect(scroll.report(100 + side * 60, at: time(10)) == .underway)
      #expect(scroll.report(100 + side * 40, at: time(20)) == .underway)
      #expect(scroll.report(100 + side * distance, at: time(80)) == report)
    }
  }

  @Test func `a scroll is over after the guard time and 100 ms at rest`() {
    var scroll = scroll
    #expect(scroll.deadline == time(100))
    #expect(scroll.report(40, at: time(90)) == .underway)
    #expect(scroll.report(40, at: time(189)) == .underway)
    #expect(scroll.deadline == time(190))
    #expect(scroll.report(40, at: time(190)) == .taken)
    let slow = ProgrammaticScroll(to: 100, guardTime: .milliseconds(350), at: .zero)
    #expect(slow.deadline == time(350))
  }

  @Test func `a second request is over on arrival`() {
    var scroll = ProgrammaticScroll(
      to: 100, guardTime: .milliseconds(80), isRetry: true, at: .zero)
    #expect(scroll.report(40, at: time(10)) == .underway)
    #expect(scroll.report(100, at: time(10)) == .arrived)
  }

  @Test func `a clock set back restarts the guard time`() {
    var scroll = ProgrammaticScroll(to: 100, guardTime: .milliseconds(80), at: time(1_000))
    #expect(scroll.report(50, at: time(500)) == .underway)
    #expect(scroll.report(0, at: time(579)) == .underway)
    #expect(scroll.report(0, at: time(580)) == .taken)
  }
}
