#if Log
public import Foundation
internal import GRDB

/// A durable log of impressions and exposures. Events are written to a file in batches and kept
/// until they are delivered.
///
/// ```swift
/// let log = try ImpressionLog(at: folder.appendingPathComponent("impressions.sqlite"))
/// log.screen = "Home"
/// log.record(LogEntry(impression, of: 42, under: .feed))
/// ```
///
/// Recording takes about a microsecond and never waits for the file, so it is safe on the main
/// actor, in an impression callback. An event is *acknowledged* when its transaction commits
/// (``LogConfiguration/didWrite``, ``flush()``, ``LogProgress/written``). Acknowledged events
/// survive the end of the process; see ``LogConfiguration/Durability`` for power cuts.
///
/// All methods are thread-safe. Two processes may share a log, but only one of them should deliver.
public final class ImpressionLog: Sendable {
  let writer: LogWriter

  /// Opens the log in a file, creating it if needed. A damaged file is set aside and replaced by a
  /// fresh one, which is reported (``LogConfiguration/report``, ``setAside``).
  ///
  /// A file that cannot be used yet, such as a protected one before the device is first unlocked,
  /// is reported (``LogReport/writeFailed(_:)``) and opened as soon as possible. Until then events
  /// wait in memory, up to ``LogConfiguration/queueCapacity``.
  ///
  /// Opening reads the file, which takes a few milliseconds; prefer to do it off the main actor.
  ///
  /// - Parameters:
  ///   - url: the file; its folder must exist. Files beside it whose names begin with its name
  ///     belong to the log.
  ///   - configuration: the log's writing, retention and reporting options.
  /// - Throws: a ``LogError`` if the file can never be used: its folder is missing, or it has a
  ///   newer version or is not a log. The file is left untouched.
  public init(at url: URL, configuration: LogConfiguration = LogConfiguration()) throws(LogError) {
    do throws(LogError) {
      let file = try LogFile.open(url, configuration)
      setAside = file.setAside?.url
      writer = LogWriter(url, file, configuration)
    } catch {
      let folder = url.deletingLastPathComponent().path
      guard error.isTemporary, FileManager.default.fileExists(atPath: folder) else { throw error }
      setAside = nil
      writer = LogWriter(url, nil, configuration)
      writer.retryOpening(after: error)
    }
  }

  deinit {
    // Keep the writer alive until here.
    writer.abandon()
  }

  /// The log's file.
  public var url: URL { writer.url }

  /// The location of the damaged file set aside when this log was opened; `nil` if the file was
  /// intact.
  public let setAside: URL?

  // MARK: Recording

  /// Records an event. Returns its ID, or `nil` if the event was refused because too many are
  /// waiting (``LogConfiguration/queueCapacity``) or the log is closed.
  ///
  /// - Complexity: O(1), about a microsecond; no I/O.
  @discardableResult
  public func record(_ entry: LogEntry) -> EventID? { record(entry, exposure: nil) }

  @discardableResult
  func record(_ entry: LogEntry, exposure: Int64?) -> EventID? {
    let (id, schedules) = writer.events.add(
      entry, at: writer.configuration.clock.now,
      capacity: writer.configuration.queueCapacity, exposure: exposure)
    if schedules { writer.schedule(after: writer.configuration.batchDelay) }
    return id
  }

  /// The session of subsequent events. A session may span launches: set the same name again to
  /// continue its once-per-session counts.
  ///
  /// In an app with windows, call `VisibilitySession.beginSession(_:)` instead, which begins it in
  /// both (``follow(_:)``).
  ///
  /// A new process continues the latest session in the file if its last event is not older than
  /// ``LogConfiguration/sessionTimeout``, its person is the same, and the app names no session.
  public var session: String {
    get { writer.events.withState { $0.session.name } }
    set { writer.events.withState { $0.begin(newValue, of: $0.session.person) } }
  }

  /// The person of subsequent events and of loaded records, such as an account's id; `nil` or
  /// an empty text for none. A change begins a session.
  ///
  /// In an app with windows, set `VisibilitySession.person` instead (``follow(_:)``).
  public var person: String? {
    get { writer.events.withState { $0.session.person } }
    set {
      let person = newValue?.isEmpty == true ? nil : newValue
      writer.events.withState { if person != $0.session.person { $0.begin(nil, of: person) } }
    }
  }

  /// The attributes of all subsequent events, such as the app's version or an experiment. An
  /// event's own attributes override these.
  ///
  /// The file stores equal contexts once. Events recorded before a change keep the earlier context.
  public var context: [String: LogValue] {
    get { writer.events.withState { $0.context } }
    set { writer.events.withState { $0.context = newValue } }
  }

  /// The current calendar day at the device's location, in days since 1970-01-01, as recorded in
  /// events. Pass it to `VisibilitySession.beginDay(_:)` or `VisibilityEngine.Edit.beginDay(_:)`
  /// for policies with a per-day limit.
  public var today: Int {
    writer.configuration.clock.day(of: writer.configuration.clock.now)
  }

  /// The default screen of events that don't specify one, or `nil`.
  public var screen: String? {
    get { writer.events.withState { $0.screen } }
    set { writer.events.withState { $0.screen = newValue } }
  }

  /// Waits until all recorded events are written.
  ///
  /// - Throws: the error that prevented the write. The events stay in memory and are tried again.
  public func flush() async throws(LogError) {
    try await writer.perform(needsAll: true) { _, _ in }
  }

  /// Writes all recorded events and closes the file. Later events are refused.
  ///
  /// - Throws: the error that prevented the write. The log stays open and tries again.
  public func close() async throws(LogError) {
    try await writer.close()
  }

  // MARK: Maintenance

  /// The numbers of events this process has recorded, written and refused. Doesn't block.
  public var progress: LogProgress {
    writer.events.withState {
      LogProgress(recorded: $0.recorded, written: $0.written, refused: $0.refused)
    }
  }

  /// Returns the numbers of events in the file and of events lost so far.
  public func counts() async throws(LogError) -> LogCounts {
    try await writer.read { try LogHead($0).counts(bytes: $0.usedBytes()) }
  }

  /// Applies the age and size limits now. The log does so by itself: size after every batch, age
  /// once an hour.
  public func prune() async throws(LogError) {
    try await writer.perform { writer, _ in writer.pruneNow() }
  }
}
#endif
