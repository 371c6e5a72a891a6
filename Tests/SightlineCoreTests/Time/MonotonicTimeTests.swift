import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct TimestampTests {
  @Test func `seconds round to the nearest nanosecond`() {
    #expect(MonotonicTime(seconds: 1.5) == MonotonicTime(nanoseconds: 1_500_000_000))
    #expect(MonotonicTime(seconds: 1.6e-9) == MonotonicTime(nanoseconds: 2))
    #expect(MonotonicTime(seconds: -2) == MonotonicTime(nanoseconds: -2_000_000_000))
    #expect(MonotonicTime(nanoseconds: 2_500_000_000).seconds == 2.5)
  }

  @Test func `values beyond the range saturate`() {
    #expect(MonotonicTime(seconds: .infinity) == .never)
    #expect(MonotonicTime(seconds: -1e300) == MonotonicTime(nanoseconds: .min))
    #expect(MonotonicTime.never + .seconds(5) == .never)
    #expect(MonotonicTime(nanoseconds: .min) + .seconds(-5) == MonotonicTime(nanoseconds: .min))
    #expect(MonotonicTime.never - MonotonicTime(nanoseconds: .min) == .nanoseconds(Int64.max))
    #expect(MonotonicTime(nanoseconds: .min) - .never == .nanoseconds(Int64.min))
    #expect(MonotonicTime.zero + .seconds(Int64.max) == .never)
  }

  @Test func `times are ordered, and their differences add up`() {
    withEvery([-5, 0, 3, 1_000_000_007], [-7, 0, 2]) { start, length in
      let moment = MonotonicTime(nanoseconds: Int64(start))
      let later = moment + .nanoseconds(length)
      #expect(later - moment == .nanoseconds(length))
      #expect((moment < later) == (length > 0))
    }
  }

  @Test func `durations round toward zero to whole nanoseconds`() {
    #expect(
      Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)
        .saturatedNanoseconds == 1)
    #expect(
      Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999)
        .saturatedNanoseconds == -1)
    // The last whole second in range, and nanoseconds beyond it.
    let last = Duration.seconds(Int64.max / 1_000_000_000)
    #expect((last + .nanoseconds(854_775_807)).saturatedNanoseconds == .max)
    #expect((last + .nanoseconds(854_775_806)).saturatedNanoseconds == .max - 1)
    #expect((last + .nanoseconds(900_000_000)).saturatedNanoseconds == .max)
    #expect((.zero - last - .nanoseconds(900_000_000)).saturatedNanoseconds == .min)
    #expect(Duration.seconds(Int64.max).saturatedNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).saturatedNanoseconds == .min)
  }

  @Test func `NaN seconds trap`() async {
    await #expect(processExitsWith: .failure) { _ = MonotonicTime(seconds: .nan) }
  }
}
