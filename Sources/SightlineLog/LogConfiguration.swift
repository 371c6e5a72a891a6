#if Log
internal import Foundation
internal import GRDB

/// Options for writing, retention and reporting.
public struct LogConfiguration: Sendable {
  /// The failures that an acknowledged event survives.
  public enum Durability: Hashable, Sendable {
    /// The end of the process, however sudden. A power cut may lose the last seconds of events but
    /// never the file (SQLite's `synchronous = NORMAL`).
    case process
    /// Power cuts too, as far as the disk honours its guarantees (`synchronous = FULL`). Each batch
    /// waits for the disk.
    case power
  }

  /// Limits on the age and amount of data kept.
  public struct Retention: Hashable, Sendable {
    /// How long a delivered event is kept, for reports. The default is 30 days.
    public var delivered: Duration = .days(30)
    /// How long a rejected event is kept, for inspection. The default is 30 days.
    public var rejected: Duration = .days(30)
    /// How long an undelivered event is kept. The default is 90 days. Events removed by this limit
    /// are counted and reported (``LogReport/droppedUndelivered(_:)``).
    public var undelivered: Duration = .days(90)
    /// The maximum size of the events in bytes. The default is 64 MiB. Over the limit, the oldest
    /// delivered events are removed first, then rejected events, and finally the oldest undelivered
    /// events, which are counted and reported.
    ///
    /// The write-ahead log beside the file is extra: about 4 MB, more during long reads.
    public var bytes = 64 << 20
    /// The maximum number of item and policy pairs remembered for repetition. The default is
    /// 250,000. Over the limit, the pairs seen longest ago are forgotten and may count again.
    public var memories = 250_000

    /// Creates the default limits.
    public init() {}
  }

  /// The failures that an acknowledged event survives.
  public var durability = Durability.process
  /// Limits on the age and amount of data kept.
  public var retention = Retention()
  /// Whether events wait for a receiver. Turn this off if nothing is ever sent: events then expire
  /// by age and size without being reported as lost.
  public var isDelivered = true
  /// How long an event may wait in memory to be written with others. Waiting events are lost if the
  /// process is killed. The default is 50 ms.
  public var batchDelay = Duration.milliseconds(50)
  /// The maximum number of events waiting in memory. The default is 65,536. While nothing can be
  /// written, further events are refused, counted and reported.
  public var queueCapacity = 65_536
  /// How long to wait for another process that is writing. The default is 5 s. Only the log's queue
  /// waits.
  public var busyTimeout = Duration.seconds(5)
  /// The maximum number of repetition answers cached in memory. The default is 32,768.
  public var recollectionCapacity = 32_768
  /// The session of the first events. A random name by default.
  public var session: String?
  /// The clock and calendar.
  public var clock = LogClock.system
  /// Called on the log's queue when events have been written and are durable. Should return
  /// quickly.
  public var didWrite: (@Sendable ([EventID]) -> Void)?
  /// Called on the log's queue with diagnostics: losses, failures, a file set aside.
  public var report: (@Sendable (LogReport) -> Void)?

  /// A hook for tests to adjust every connection.
  var adjust: (@Sendable (Database) throws -> Void)?

  /// Creates the default configuration.
  public init() {}
}

/// A wall clock and time zone.
public struct LogClock: Sendable {
  /// Returns the current time in milliseconds since 1970-01-01 UTC.
  public var milliseconds: @Sendable () -> Int64
  /// Returns how many seconds local time is ahead of UTC at a time in milliseconds since 1970.
  public var secondsFromGMT: @Sendable (Int64) -> Int

  /// Creates a clock.
  public init(
    milliseconds: @escaping @Sendable () -> Int64,
    secondsFromGMT: @escaping @Sendable (Int64) -> Int
  ) {
    self.milliseconds = milliseconds
    self.secondsFromGMT = secondsFromGMT
  }

  /// The system's clock and time zone.
  public static let system = LogClock(
    milliseconds: { Int64(Date().timeIntervalSince1970 * 1000) },
    secondsFromGMT: {
      TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0) / 1000))
    })

  /// The current time, clamped to the years a log supports.
  var now: Int64 { milliseconds().clamped(to: LogRange.milliseconds) }

  /// Returns the calendar day of a time, in days since 1970-01-01.
  func day(of milliseconds: Int64) -> Int {
    LogClock.day(milliseconds, secondsFromGMT: secondsFromGMT(milliseconds))
  }

  static func day(_ milliseconds: Int64, secondsFromGMT: Int) -> Int {
    let local = Double(milliseconds) + Double(secondsFromGMT) * 1000
    return Int((local / 86_400_000).rounded(.down)).clamped(to: LogRange.days)
  }
}

extension Duration {
  /// Returns a duration in 24-hour days.
  static func days(_ days: Int) -> Duration { .seconds(days * 86_400) }

  /// The duration in whole milliseconds, rounded toward zero.
  var milliseconds: Int64 { saturatedNanoseconds / 1_000_000 }
}
#endif
