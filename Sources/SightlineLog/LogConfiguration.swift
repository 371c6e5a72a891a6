#if Log
internal import Foundation
internal import GRDB

/// How a log writes, how much it keeps, and whom it tells.
public struct LogConfiguration: Sendable {
  /// What an acknowledged event survives.
  public enum Durability: Hashable, Sendable {
    /// The end of the process, however sudden. A power cut may take the last seconds, never the
    /// file (SQLite's `synchronous = NORMAL`).
    case process
    /// A power cut too, as far as the disk keeps its word (`synchronous = FULL`): each batch waits
    /// for the disk.
    case power
  }

  /// How long and how much is kept.
  public struct Retention: Hashable, Sendable {
    /// How long a delivered event is kept, for reports; 30 days unless set.
    public var delivered: Duration = .days(30)
    /// How long an event that was set apart is kept, for inspection; 30 days unless set.
    public var rejected: Duration = .days(30)
    /// How long an event is kept that no receiver has: 90 days unless set. Those that go are
    /// counted and reported (``LogReport/droppedUndelivered(_:)``).
    public var undelivered: Duration = .days(90)
    /// How many bytes the events may take, 64 MiB unless set. Past that the oldest delivered events
    /// go first, then those set apart, and only then the oldest undelivered ones, counted and
    /// reported.
    ///
    /// The write-ahead log beside the file comes on top: about 4 MB, more while somebody reads.
    public var bytes = 64 << 20
    /// How many pairs of item and policy are remembered for repetition, 250,000 unless set. Past
    /// that, those seen longest ago are forgotten and may count again.
    public var memories = 250_000

    /// The defaults.
    public init() {}
  }

  /// What an acknowledged event survives.
  public var durability = Durability.process
  /// How long and how much is kept.
  public var retention = Retention()
  /// Whether events wait for a receiver. Where nothing is ever sent, turn it off: events go by age
  /// and size then without being reported as lost.
  public var isDelivered = true
  /// How long an event may wait in memory for others to be written with: what a killed process can
  /// lose. 50 ms unless set.
  public var batchDelay = Duration.milliseconds(50)
  /// How many events wait in memory at most, 65,536 unless set. Past that, while nothing can be
  /// written, further ones are refused, counted and reported.
  public var handOverCapacity = 65_536
  /// How long to wait for another process that is writing; 5 s unless set. Nobody but the log's own
  /// queue waits.
  public var busyTimeout = Duration.seconds(5)
  /// How many answers about repetition are held in memory, 32,768 unless set.
  public var recollectionCapacity = 32_768
  /// The session of the first events; a random one unless set.
  public var session: String?
  /// The clock and the calendar.
  public var clock = LogClock.system
  /// Told when events have been written: they are durable now. On the log's queue; it should be
  /// quick.
  public var didWrite: (@Sendable ([EventID]) -> Void)?
  /// Told what somebody should know: losses, failures, a file set aside. On the log's queue.
  public var report: (@Sendable (LogReport) -> Void)?

  /// What a test does to every connection.
  var adjust: (@Sendable (Database) throws -> Void)?

  /// The defaults.
  public init() {}
}

/// The time for people: what a log asks a clock for.
public struct LogClock: Sendable {
  /// The present time, milliseconds since 1970-01-01 UTC.
  public var milliseconds: @Sendable () -> Int64
  /// How many seconds local time is ahead of UTC at such a time.
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

  /// The calendar day of a time, in days since 1970-01-01.
  func day(of milliseconds: Int64) -> Int {
    let local = milliseconds + Int64(secondsFromGMT(milliseconds)) * 1000
    return Int((Double(local) / 86_400_000).rounded(.down))
  }
}

extension Duration {
  /// So many days of 24 hours.
  static func days(_ days: Int) -> Duration { .seconds(days * 86_400) }

  /// Whole milliseconds, rounded toward zero.
  var milliseconds: Int64 { saturatedNanoseconds / 1_000_000 }
}
#endif
