#if Log
internal import Dispatch
internal import Foundation
internal import GRDB

/// Writes recorded events to the file in batches on a private queue, and maintains the file:
/// limits, damage, failures.
// Unchecked because only the queue uses the state, except the event queue, which has a lock.
final class LogWriter: @unchecked Sendable {
  /// The maximum number of events in a transaction, which locks the file for some 20 ms at most.
  static let batchLimit = 4_096
  /// The limits of the delay between attempts after a failure.
  private static let firstRetry = Duration.seconds(1)
  private static let lastRetry = Duration.seconds(60)
  /// The interval between age checks, by the wall clock.
  private static let ageInterval = Duration.seconds(3_600)

  let url: URL
  let configuration: LogConfiguration
  let events: EventQueue
  let recollections: Recollections
  private let queue = DispatchQueue(label: "Sightline.ImpressionLog", qos: .utility)
  private var file: LogFile?
  private var appender: Appender
  private var failures = 0
  private var lastAgePruning: Int64?
  /// The next position, greater than any position assigned so far.
  private var nextPosition: Int64 = 1

  init(_ file: LogFile, _ configuration: LogConfiguration, session: String) {
    url = file.url
    self.file = file
    self.configuration = configuration
    events = EventQueue(session: session)
    recollections = Recollections(capacity: configuration.recollectionCapacity)
    appender = Appender(configuration)
    if let aside = file.setAside { report(.setAside(aside.url, aside.error)) }
    nextPosition = file.nextPosition
  }

  // MARK: Scheduling

  /// Schedules a drain of the event queue after a delay. The caller has set `isScheduled`.
  func schedule(after delay: Duration) {
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: delay.saturatedNanoseconds))) {
      [weak self] in
      self?.drainOnTime()
    }
  }

  private func drainOnTime() {
    // The failure has been reported and a retry scheduled.
    try? drain()
  }

  /// Schedules another attempt after a failure, with exponential back-off.
  private func scheduleRetry() {
    let delay = min(
      LogWriter.lastRetry, LogWriter.firstRetry * (1 << min(6, max(0, failures - 1))))
    let waits = events.withState { state in
      if state.isClosed || state.isScheduled { return false }
      state.isScheduled = true
      return true
    }
    if waits { schedule(after: delay) }
  }

  /// Writes the waiting events if possible, without retries, and closes the file. Called when the
  /// log is deallocated.
  func abandon() {
    events.withState { $0.isClosed = true }
    queue.async {
      self.drainOnTime()
      self.file?.close()
      self.file = nil
    }
  }

  /// Runs a closure with the file on the queue, after writing the events recorded before.
  ///
  /// - Parameter needsAll: whether to fail if those events cannot be written. Delivery proceeds
  ///   regardless, because it makes room.
  func perform<Result: Sendable>(
    needsAll: Bool = false,
    _ body: @escaping @Sendable (LogWriter, DatabasePool) throws -> Result
  ) async throws(LogError) -> Result {
    let result: Swift.Result<Result, LogError> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Swift.Result { () throws(LogError) in try self.run(needsAll, body) })
      }
    }
    return try result.get()
  }

  private func run<Result>(
    _ needsAll: Bool, _ body: (LogWriter, DatabasePool) throws -> Result
  ) throws(LogError) -> Result {
    do { try drain() } catch { if needsAll || error.kind == .closed { throw error } }
    return try withPool { try body(self, $0) }
  }

  /// Writes the waiting events, then closes the file. Events that cannot be written are lost with
  /// the process.
  func close() async throws(LogError) {
    let result: Swift.Result<Void, LogError> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Swift.Result { () throws(LogError) in
            self.events.withState { $0.isClosed = true }
            guard self.file != nil else { return }
            try self.drain()
            self.file?.close()
            self.file = nil
          })
      }
    }
    try result.get()
  }

  // MARK: Writing

  /// Writes all waiting events. On failure the unwritten ones go back to the queue.
  private func drain() throws(LogError) {
    let refused = events.withState { state in
      state.isScheduled = false
      defer { state.refusedSinceReport = 0 }
      return state.refusedSinceReport
    }
    if refused > 0 { report(.refused(refused)) }
    do {
      try reopenIfMoved()
      try writeAll()
    } catch {
      failures += 1
      if failures == 1 { report(.writeFailed(error)) }
      scheduleRetry()
      throw error
    }
    if failures > 0 {
      failures = 0
      report(.recovered)
    }
    prune()
  }

  private func writeAll() throws(LogError) {
    while true {
      let batch = events.take(LogWriter.batchLimit)
      if batch.isEmpty { break }
      do {
        try write(batch)
      } catch {
        events.putBack(batch)
        throw error
      }
      events.didWrite()
      configuration.didWrite?(batch.map(\.id))
      recollections.note(batch, clock: configuration.clock)
    }
  }

  private func write(_ batch: [PendingEvent]) throws(LogError) {
    try withPool { pool in
      do {
        nextPosition = try pool.write { db in try appender.append(batch, db) }
      } catch {
        appender.forget()
        throw error
      }
    }
  }

  /// Runs a test's closure on the queue without writing first.
  func onPool(_ body: (DatabasePool) throws -> Void) throws {
    try queue.sync { if let file { try body(file.pool) } }
  }

  /// Runs a closure with the file, and again with a fresh file if this one turns out to be damaged.
  func withPool<Result>(_ body: (DatabasePool) throws -> Result) throws(LogError) -> Result {
    guard let file else { throw LogError(kind: .closed, path: url.path, detail: "") }
    do {
      return try body(file.pool)
    } catch {
      let error = LogError(error, at: url)
      guard error.kind == .corrupt else { throw error }
      let fresh = try replace(file, because: error)
      do { return try body(fresh.pool) } catch { throw LogError(error, at: url) }
    }
  }

  /// Sets the damaged file aside and starts a fresh one.
  private func replace(_ file: LogFile, because error: LogError) throws(LogError) -> LogFile {
    try? file.pool.close()
    appender.forget()
    let aside = try LogFile.setAside(url, at: configuration.clock.now)
    report(.setAside(aside, error))
    let fresh = try LogFile.open(url, configuration, startingAt: nextPosition)
    self.file = fresh
    return fresh
  }

  /// Reopens the log if its file was moved or replaced.
  private func reopenIfMoved() throws(LogError) {
    guard let file, !file.isInPlace else { return }
    try? file.pool.close()
    appender.forget()
    self.file = try LogFile.open(url, configuration, startingAt: nextPosition)
    report(.fileWasMoved(url))
  }

  private func report(_ report: LogReport) { configuration.report?(report) }

  // MARK: Limits

  /// Removes events over the age or size limits. Failures don't affect writing; the next call tries
  /// again.
  private func prune() {
    let now = configuration.clock.now
    let pruning = Pruning(retention: configuration.retention, now: now)
    var dropped = 0
    try? withPool { pool in
      if try pool.writeWithoutTransaction({ try $0.usedBytes() }) > configuration.retention.bytes {
        while try pool.write({ try pruning.bySize(dropped: &dropped, $0) }) {}
      }
      // The absolute difference lets a clock that was set back trigger the check, too.
      if let last = lastAgePruning, abs(now - last) < LogWriter.ageInterval.milliseconds { return }
      try pruneByAge(pruning, pool, &dropped)
      lastAgePruning = now
    }
    if dropped > 0 { report(.droppedUndelivered(dropped)) }
  }

  private func pruneByAge(
    _ pruning: Pruning, _ pool: DatabasePool, _ dropped: inout Int
  ) throws {
    var position: Int64 = 0
    let before = try pool.read { try LogHead($0).events }
    while let next = try pool.write({
      try pruning.byAge(after: position, dropped: &dropped, $0)
    }) {
      position = next
    }
    let limit = configuration.retention.memories
    try pool.write { db in
      // If nothing was removed, every name is still in use.
      let hasRemoved = try Memories.limit(to: limit, db) || LogHead(db).events != before
      if hasRemoved { _ = try Dictionaries.sweep(db) }
    }
  }

  /// Applies all limits now, for tests and maintenance.
  func pruneNow() {
    lastAgePruning = nil
    prune()
  }
}
#endif
