#if Log
import Foundation
import GRDB
import Testing

@_spi(Tools) @testable import SightlineLog

/// Times, days and offsets from UTC, at the ends of their ranges.
@Suite struct LogTimeTests {
  private static let dayLength: Int64 = 86_400_000

  @Test func `a log's times are in the years 1 to 9999, its days one more at each end`() {
    // In the Gregorian calendar, even before its introduction.
    func days(before year: Int64) -> Int64 {
      let years = year - 1
      return years * 365 + years / 4 - years / 100 + years / 400
    }
    let times = LogRange.milliseconds
    #expect(times.lowerBound == (days(before: 1) - days(before: 1970)) * Self.dayLength)
    #expect(times.upperBound + 1 == (days(before: 10_000) - days(before: 1970)) * Self.dayLength)
    let range = LogRange.days
    #expect(Int64(range.lowerBound + 1) * Self.dayLength == times.lowerBound)
    #expect(Int64(range.upperBound) * Self.dayLength == times.upperBound + 1)
    #expect(LogRange.offsets == -86_400...86_400)
    #expect(LogRange.counts == 0...9_007_199_254_740_992)
  }

  @Test func `a date is rounded to milliseconds and clamped to a log's range`() {
    let range = LogRange.milliseconds
    for number in [0, 1, -1, 1_769_860_800_123, range.lowerBound, range.upperBound] {
      #expect(Date(milliseconds: number).milliseconds == number)
    }
    func milliseconds(_ seconds: Double) -> Int64 {
      Date(timeIntervalSince1970: seconds).milliseconds
    }
    #expect([0.0004, 0.0006, -0.0004, -0.0006].map(milliseconds) == [0, 1, 0, -1])
    #expect(
      [-.infinity, -1e300, -1e11, .nan].map(milliseconds).allSatisfy { $0 == range.lowerBound })
    #expect([.infinity, 1e300, 1e12].map(milliseconds).allSatisfy { $0 == range.upperBound })
    var clock = HandMovedClock().clock
    for (now, expected) in [(Int64.min, range.lowerBound), (.max, range.upperBound), (7, 7)] {
      clock.milliseconds = { now }
      #expect(clock.now == expected)
    }
  }

  @Test func `the system's clock has its time, and the offset of its time zone at any time`()
    async
  {
    let now = Date().timeIntervalSince1970 * 1_000
    let milliseconds = LogClock.system.now
    #expect((Int64(now)...Int64(now) + 60_000).contains(milliseconds))
    let uptime = LogClock.system.uptime()
    #expect(LogClock.system.uptime() >= uptime && abs(uptime.milliseconds) < 86_400_000)
    // The time zone is process-wide.
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      // The last second of winter, and the first of summer, 2026.
      let change: Int64 = 1_774_746_000_000
      for (time, offset) in [(change - 1_000, 3_600), (change, 7_200)] {
        #expect(LogClock.system.secondsFromGMT(time) == offset)
      }
      #expect(LogClock.system.day(of: 1_769_900_399_000) == 20_484)
      #expect(LogClock.system.day(of: 1_769_900_400_000) == 20_485)
    }
  }

  @Test func `a change of the time zone takes effect with the next batch`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for offset in [0, 43_200] {
      folder.clock.secondsFromGMT.withLock { $0 = offset }
      log.record(.seen(1))
      try await log.flush()
    }
    let events = try await log.events()
    #expect(events.map(\.secondsFromGMT) == [0, 43_200] && events[1].day == log.today)
  }

  @Test func `a day begins at local midnight`() {
    for day in [-20_000, -1, 0, 1, 20_484] {
      for offset in [-86_400, -43_200, -1, 0, 1, 20_700, 86_400] {
        let midnight = Int64(day) * Self.dayLength - Int64(offset) * 1_000
        for (time, expected) in [
          (midnight - 1, day - 1), (midnight, day), (midnight + Self.dayLength - 1, day),
          (midnight + Self.dayLength, day + 1),
        ] {
          #expect(LogClock.day(time, secondsFromGMT: offset) == expected)
          let clock = LogClock(milliseconds: { 0 }, secondsFromGMT: { _ in offset })
          #expect(clock.day(of: time) == expected)
        }
      }
    }
    #expect(LogClock.day(.max, secondsFromGMT: 0) == LogRange.days.upperBound)
    #expect(LogClock.day(.min, secondsFromGMT: 0) == LogRange.days.lowerBound)
  }

  @Test func `each day of four centuries has the date of the calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    // Every week, and the days around the ends of centuries.
    let ends = [-25_567, 0, 10_957, 47_482, 84_006, 120_530].flatMap { ($0 - 62)..<($0 + 62) }
    for day in Array(stride(from: -40_000, to: 106_097, by: 7)) + ends {
      let written = date(ofDay: day).split(separator: "-").map { Int($0) }
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      #expect(written == [parts.year, parts.month, parts.day], "day \(day)")
    }
  }

  @Test func `durations are cut to whole milliseconds`() {
    #expect(Duration.days(2) == .seconds(172_800))
    #expect(Duration.nanoseconds(1_999_999).milliseconds == 1)
    #expect(Duration.nanoseconds(-1_999_999).milliseconds == -1)
    #expect(Duration.seconds(Int64.max).milliseconds == .max / 1_000_000)
  }

  @Test func `an event has the offset and day of its quarter-hour`() async throws {
    let folder = try LogFolder()
    let quarter: Int64 = 900_000
    let change = 3 * quarter + HandMovedClock.start / quarter * quarter
    let asked = Collected<Int64>()
    let log = try folder.open {
      $0.clock.secondsFromGMT = { time in
        asked.add(time)
        return time < change ? -200_000 : time < change + quarter ? 3_600 : 200_000
      }
    }
    let times = [change - 2, change - 1, change, change + quarter - 1, change + quarter]
    for time in times {
      folder.clock.milliseconds.withLock { $0 = time }
      log.record(.seen(1))
    }
    let events = try await log.events()
    #expect(events.map(\.time.milliseconds) == times)
    #expect(events.map(\.secondsFromGMT) == [-86_400, -86_400, 3_600, 3_600, 86_400])
    #expect(events.map(\.day) == [20_483, 20_483, 20_484, 20_484, 20_485])
    #expect(asked.all.count == 3, "the time zone is read once a quarter-hour")
  }

  @Test func `an event happened by its age before it was recorded, but not before 1970`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    for age in [Duration.zero, .milliseconds(1_500), .seconds(-9), .seconds(1 << 40)] {
      log.record(.exposure(of: 1, under: .feed, lasting: .zero, greatestFraction: 1, age: age))
    }
    let start = HandMovedClock.start
    #expect(
      try await log.events().map(\.time.milliseconds) == [start, start - 1_500, start, 0])
  }

  @Test func `a session's place in a sample follows from its name`() {
    // FNV-1a and the finalizer of SplitMix64, computed in Python.
    for (name, place) in [
      ("first", 2_963_569_938_351_359), ("", 8_625_955_362_125_501),
      ("session 2", 8_055_661_435_149_299), ("caf\u{E9}", 7_907_859_417_694_574),
      ("cafe\u{301}", 7_907_859_417_694_574),
    ] {
      #expect(LogSession(name: name).place == Double(place) / 9_007_199_254_740_992)
    }
  }

  @Test func `an event is delivered if it is chosen and its session is in the sample`() {
    func selection(
      _ rate: Double, isDelivered: Bool = true, delivers: Bool = true
    ) -> (DeliveryState, Double) {
      var configuration = LogConfiguration()
      configuration.isDelivered = isDelivered
      configuration.sampleRate = { _, _ in rate }
      configuration.delivers = { _ in delivers }
      let event = PendingEvent(
        id: EventID(high: 1, low: 2), milliseconds: 0, session: LogSession(name: "first"),
        screen: nil, context: [:], entry: .seen(1))
      let (state, rate) = configuration.selection(of: event)
      return (state, rate)
    }
    let place = LogSession(name: "first").place
    #expect(selection(1) == (.undelivered, 1) && selection(2) == (.undelivered, 1))
    #expect(selection(place) == (.local, place))
    #expect(selection(place.nextUp) == (.undelivered, place.nextUp))
    #expect(selection(0) == (.local, 0) && selection(-1) == (.local, 0))
    #expect(selection(1, isDelivered: false) == (.local, 1))
    #expect(selection(1, delivers: false) == (.local, 1))
  }
}
#endif
