#if Log
public import Foundation
internal import GRDB

/// A durable log of impressions and exposures: an app hands events over, the log writes them to a
/// file in batches, and keeps them until they are delivered.
///
/// ```swift
/// let log = try ImpressionLog(at: folder.appendingPathComponent("impressions.sqlite"))
/// log.screen = "Home"
/// log.record(LogEntry(impression, of: 42, under: .feed))
/// ```
///
/// Handing over takes about a microsecond and never waits for the file, so it may be done on the
/// main actor, in the callback of an impression. An event is *acknowledged* when its transaction is
/// committed (``LogConfiguration/didWrite``, ``flush()``, ``LogProgress/written``). What is
/// acknowledged survives the end of the process; see ``LogConfiguration/Durability`` for power
/// cuts.
///
/// Every method may be called on any thread. Two processes may use one log; only one of them should
/// deliver.
public final class ImpressionLog: Sendable {
  let writer: LogWriter

  /// Opens the log in a file, or makes it. A damaged file is set aside and a fresh one started,
  /// which is reported (``LogConfiguration/report``, ``setAside``).
  ///
  /// It reads and may migrate the file: some milliseconds, off the main actor if there is a choice.
  ///
  /// - Parameters:
  ///   - url: the file; its folder must be there. The files beside it that begin with its name
  ///     belong to it.
  ///   - configuration: how it writes, how much it keeps, whom it tells.
  /// - Throws: a ``LogError`` if the file cannot be used. It was not touched then.
  public init(
    at url: URL, configuration: LogConfiguration = LogConfiguration()
  ) throws(LogError) {
    let file = try LogFile.open(url, configuration)
    setAside = file.setAside?.url
    writer = LogWriter(
      file, configuration, session: configuration.session ?? UUID().uuidString.lowercased())
  }

  deinit {
    // The writer lives until then.
    writer.abandon()
  }

  /// The file.
  public var url: URL { writer.url }

  /// Where the damaged file is that was set aside when this log was opened; `nil` if there was
  /// none.
  public let setAside: URL?

  // MARK: Recording

  /// Hands an event over. Returns its id; `nil` if it was refused, because too many wait already
  /// (``LogConfiguration/handOverCapacity``) or the log was closed.
  ///
  /// - Complexity: O(1), about a microsecond; no I/O.
  @discardableResult
  public func record(_ entry: LogEntry) -> EventID? {
    let (id, schedules) = writer.handOver.add(
      entry, at: writer.configuration.clock.milliseconds(),
      capacity: writer.configuration.handOverCapacity)
    if schedules { writer.schedule(after: writer.configuration.batchDelay) }
    return id
  }

  /// The session that events belong to from now on. A session may outlive a launch: set the same
  /// name again, and what counts once a session goes on counting.
  public var session: String {
    get { writer.handOver.withState { $0.session } }
    set { writer.handOver.withState { $0.session = newValue } }
  }

  /// The present calendar day where the device is, in days since 1970-01-01, as events have it: what
  /// `VisibilitySession.beginDay(_:)` and `VisibilityEngine.beginDay(_:)` are given for what counts
  /// so many times a day.
  public var today: Int {
    writer.configuration.clock.day(of: writer.configuration.clock.milliseconds())
  }

  /// The screen of events that name none; `nil` for none.
  public var screen: String? {
    get { writer.handOver.withState { $0.screen } }
    set { writer.handOver.withState { $0.screen = newValue } }
  }

  /// Waits until all that was handed over is written.
  ///
  /// - Throws: why it could not be; it waits in memory and is tried again.
  public func flush() async throws(LogError) {
    try await writer.perform(needsAll: true) { _, _ in }
  }

  /// Writes what was handed over and closes the file. What is recorded later is refused.
  public func close() async throws(LogError) {
    try await writer.close()
  }

  // MARK: Looking after it

  /// What this process has recorded and how much of it is durable; takes no time.
  public var progress: LogProgress {
    writer.handOver.withState {
      LogProgress(
        recorded: $0.recorded, written: $0.written, refused: $0.refused)
    }
  }

  /// What the file holds, and what it has lost so far.
  public func counts() async throws(LogError) -> LogCounts {
    try await writer.perform { _, pool in
      try pool.read { db in try LogHead(db).counts(bytes: db.usedBytes()) }
    }
  }

  /// Removes now what the limits of age and size say, as the log does by itself: size after every
  /// batch, age once an hour.
  public func prune() async throws(LogError) {
    try await writer.perform { writer, _ in writer.pruneNow() }
  }
}
#endif
