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
    /// How long an undelivered event is kept. The default is 90 days. Because a clock may be wrong,
    /// that much time must also have passed across at least three readings of the clock, an hour or
    /// more apart, while the log is in use. Events removed by this limit are counted and reported
    /// (``LogReport/droppedUndelivered(_:)``).
    public var undelivered: Duration = .days(90)
    /// The maximum size of the data in bytes. The default is 64 MiB. Over the limit, impression
    /// records are reduced to half of it; then the oldest delivered events are removed, then
    /// rejected events, and finally the oldest undelivered events, which are counted and reported.
    /// The latest batch stays.
    ///
    /// The write-ahead log beside the file is extra: about 4 MB, more during long reads.
    public var bytes = 64 << 20
    /// The maximum number of impression records, one for each item and policy. The default is
    /// 250,000. Over the limit, the pairs seen longest ago are forgotten and may count again.
    public var records = 250_000

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
  /// Returns the fraction of sessions, from 0 to 1, whose events of a kind under a policy are
  /// delivered. The default is 1. It is part of the events (``LoggedEvent/sampleRate``).
  ///
  /// A session's sample depends only on its name, so a session in a smaller sample is in every
  /// larger one. The other sessions' events stay on this device, for repetition and reports.
  public var sampleRate: @Sendable (LogEntry.Kind, LogPolicy) -> Double = { _, _ in 1 }
  /// Returns whether an event is delivered; called on the log's queue. The default delivers all.
  /// The others stay on this device.
  public var delivers: @Sendable (LogEntry) -> Bool = { _ in true }
  /// The interval at which exposures in progress are written. The default is 10 s. A killed process
  /// loses at most this much time in view. Processes that share a log need the same interval: one
  /// that misses three heartbeats of another takes over its exposures.
  public var heartbeat = Duration.seconds(10)
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
  public var historyCapacity = 32_768
  /// The session of the first events. A random name by default, or that of the latest session in
  /// the file (``sessionTimeout``).
  public var session: String?
  /// How long after its last event a session continues in a new process; `nil` for never. The
  /// default is 30 minutes, as for `VisibilitySession.backgroundTimeout`.
  public var sessionTimeout: Duration? = .seconds(1_800)
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

  /// Returns the delivery state of a new event and its sample rate.
  func selection(of event: PendingEvent) -> (DeliveryState, rate: Double) {
    let rate = max(0, min(1, sampleRate(event.entry.kind, event.entry.policy)))
    let isSampled = rate == 1 || event.session.place < rate
    return (isDelivered && isSampled && delivers(event.entry) ? .undelivered : .local, rate)
  }
}

extension LogSession {
  /// The session's position in a sample, from 0 to 1: a hash of its name (FNV-1a, mixed by the
  /// finalizer of SplitMix64).
  var place: Double {
    var hash = name.stored.utf8.fnv1a
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((hash ^ (hash >> 31)) >> 11) / Double(1 << 53)
  }
}

/// A wall clock and time zone.
public struct LogClock: Sendable {
  /// Returns the current time in milliseconds since 1970-01-01 UTC.
  public var milliseconds: @Sendable () -> Int64
  /// Returns how many seconds local time is ahead of UTC at a time in milliseconds since 1970.
  public var secondsFromGMT: @Sendable (Int64) -> Int

  /// Returns the time since some fixed moment, unaffected by changes to the wall clock. Like the
  /// hosts' clocks, it stops while the device sleeps: nobody sees an item then.
  var uptime: @Sendable () -> Duration = { LogClock.origin.duration(to: .now) }
  private static let origin = SuspendingClock.now

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
