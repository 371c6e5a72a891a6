#if Log
internal import Dispatch
internal import Foundation
internal import GRDB

/// Writes recorded events to the file in batches on a private queue, and maintains the file:
/// applies its limits, replaces it if damaged, retries after failures.
// Unchecked because only the queue uses the state, except the event queue, which has a lock.
final class LogWriter: @unchecked Sendable {
  /// The maximum number of events in a transaction, which locks the file for at most about 20 ms.
  static let batchLimit = 4_096
  /// The delays between attempts after failures.
  static let backOff = BackOff(first: .seconds(1), longest: .seconds(60))
  /// The interval between age checks, by the wall clock.
  private static let ageInterval = Duration.seconds(3_600)

  let url: URL
  let configuration: LogConfiguration
  let events: EventQueue
  let recordCache: RecordCache
  private let queue = DispatchQueue(label: "Sightline.ImpressionLog", qos: .utility)
  /// The open file; opened on demand.
  private var file: LogFile?
  /// Whether the file has not been opened yet, because it could not be used.
  var isAwaited: Bool { events.withState(\.isFileAwaited) }
  /// Called when it has been opened.
  private var afterOpening: [@Sendable () -> Void] = []
  private var isClosed = false
  private var isSuspended = false
  private var observers: [any NSObjectProtocol] = []
  private var appender: Appender
  private var failures = 0
  private var lastAgePruning: Int64?
  /// The next position, greater than any position assigned so far.
  private var nextPosition: Int64 = 1
  /// The first position of the latest batch.
  private var latestBatch: Int64 = .max
  /// The value of `latestBatch` when the log last read the clock.
  private var lookedBatch: Int64 = .max

  init(_ url: URL, _ file: LogFile?, _ configuration: LogConfiguration) {
    self.url = url
    self.file = file
    self.configuration = configuration
    events = EventQueue(session: configuration.session)
    recordCache = RecordCache(capacity: configuration.historyCapacity)
    appender = Appender(configuration)
    if let file { note(file, isFirst: true) }
    observe(Database.suspendNotification) { $0.suspend() }
    observe(Database.resumeNotification) { $0.resume() }
    // Posted by UIKit when the device has been unlocked.
    observe(Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")) { writer in
      if writer.isAwaited { writer.queue.async { writer.drainOnTime() } }
    }
  }

  /// Tries again to open a file that cannot be used yet.
  func retryOpening(after error: LogError) {
    events.withState { $0.isFileAwaited = true }
    queue.async {
      self.failures = 1
      self.report(.writeFailed(error))
      self.scheduleRetry()
    }
  }

  /// Calls a closure on the queue once the file has been opened.
  func whenOpen(_ body: @escaping @Sendable () -> Void) {
    queue.async { if self.isAwaited { self.afterOpening.append(body) } else { body() } }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping @Sendable (LogWriter) -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [weak self] _ in
        if let self { body(self) }
      })
  }

  deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

  private func note(_ file: LogFile, isFirst: Bool) {
    if isFirst, let latest = file.latest {
      let age = abs(configuration.clock.now - latest.time)
      let isRecent = configuration.sessionTimeout.map { age <= $0.milliseconds } ?? false
      events.withState { $0.follow(latest.session, isRecent: isRecent) }
    }
    if let aside = file.setAside { report(.setAside(aside.url, aside.error)) }
    nextPosition = max(nextPosition, file.nextPosition)
  }

  // MARK: Opening and closing

  /// Returns the file, opening it if needed.
  private func openFile() throws(LogError) -> LogFile {
    if let file { return file }
    if isClosed { throw LogError(kind: .closed, path: url.path, detail: "") }
    if isSuspended { throw LogError(kind: .suspended, path: url.path, detail: "") }
    let file = try LogFile.open(url, configuration, startingAt: nextPosition)
    note(file, isFirst: isAwaited)
    self.file = file
    events.withState { $0.isFileAwaited = false }
    for body in afterOpening { body() }
    afterOpening = []
    return file
  }

  /// Closes the file until it is needed again, so that the process holds no lock on it.
  private func closeFile() {
    file?.close()
    file = nil
    appender.forget()
  }

  /// Closes the file if no event waits to be written.
  func release() async {
    await onQueue { if $0.events.withState({ $0.pending.count == 0 }) { $0.closeFile() } }
  }

  /// Closes the file, optionally only if the app is still in the background, and leaves it alone
  /// until ``resume()``. Events wait in memory. Returns whether it did so.
  @discardableResult
  func suspend(onlyInBackground: Bool = false) -> Bool {
    queue.sync {
      // The app is marked as in the foreground before it resumes the log on this queue.
      if onlyInBackground && !events.withState({ $0.isInBackground }) { return false }
      isSuspended = true
      closeFile()
      return true
    }
  }

  func resume() {
    queue.async {
      self.isSuspended = false
      self.drainOnTime()
    }
  }

  // MARK: Scheduling

  /// Schedules a drain of the event queue after a delay. The caller has set `isScheduled`.
  func schedule(after delay: Duration) { run(after: delay) { $0.drainOnTime() } }

  private func run(after delay: Duration, _ body: @escaping @Sendable (LogWriter) -> Void) {
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: delay.saturatedNanoseconds))) {
      [weak self] in
      if let self { body(self) }
    }
  }

  private func drainOnTime() {
    events.withState { $0.isScheduled = false }
    // The failure has been reported and a retry scheduled.
    try? drain()
  }

  /// Schedules another attempt after a failure, with exponential back-off.
  private func scheduleRetry() {
    if events.withState({ $0.schedules() }) {
      schedule(after: LogWriter.backOff.limit(after: failures))
    }
  }

  /// Writes the waiting events if possible, without retries, and closes the file. Called when the
  /// log is deallocated.
  func abandon() {
    events.withState { $0.isClosed = true }
    queue.async {
      self.drainOnTime()
      self.closeFile()
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
    try await onQueue { writer in
      Swift.Result { () throws(LogError) in
        do throws(LogError) { try writer.drain() } catch {
          if needsAll || writer.isClosed || writer.isSuspended { throw error }
        }
        return try writer.withPool { try body(writer, $0) }
      }
    }.get()
  }

  /// Reads the file, after writing the events recorded before.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(LogError) -> Result {
    try await perform { _, pool in try pool.read(body) }
  }

  /// Changes the file in a transaction, after writing the events recorded before.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(LogError) -> Result {
    try await perform { _, pool in try pool.write(body) }
  }

  private func onQueue<Result: Sendable>(
    _ body: @escaping @Sendable (LogWriter) -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body(self)) }
    }
  }

  /// Writes the waiting events, then closes the file. If they cannot be written, it stays open and
  /// tries again.
  func close() async throws(LogError) {
    try await onQueue { writer in
      Swift.Result { () throws(LogError) in
        writer.events.withState { $0.isClosed = true }
        if writer.isClosed { return }
        do throws(LogError) { try writer.drain() } catch {
          writer.events.withState { $0.isClosed = false }
          writer.scheduleRetry()
          throw error
        }
        writer.closeFile()
        writer.isClosed = true
      }
    }.get()
  }

  // MARK: Writing

  /// Writes all waiting events. On failure the unwritten ones go back to the queue.
  private func drain() throws(LogError) {
    let refused = events.withState { state in
      defer { state.refusedSinceReport = 0 }
      return state.refusedSinceReport
    }
    if refused > 0 { report(.refused(refused)) }
    if file == nil && !isClosed && events.withState(\.isIdle) { return }
    if isSuspended { throw LogError(kind: .suspended, path: url.path, detail: "") }
    events.withState { $0.isDraining = true }
    do throws(LogError) {
      try reopenIfMoved()
      try writeAll()
      if isAwaited { _ = try openFile() }
    } catch {
      events.withState { $0.isDraining = false }
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
      let chunks = events.take(LogWriter.batchLimit)
      // Records forgotten after the last event.
      let forgotten = chunks.isEmpty ? events.takeForgotten() : []
      if chunks.isEmpty && forgotten.isEmpty { break }
      // Not an array: the memory traffic of copying a large batch would also slow the recording
      // thread.
      let batch = chunks.joined()
      do {
        try write(batch, forgotten)
      } catch {
        events.putBack(chunks, forgotten)
        throw error
      }
      events.didWrite()
      if chunks.isEmpty { break }
      configuration.didWrite?(batch.map(\.id))
      recordCache.note(batch, clock: configuration.clock)
    }
  }

  private func write(
    _ batch: some Collection<PendingEvent>, _ forgotten: Set<ForgottenRecords>
  ) throws(LogError) {
    nextPosition = try append { appender, db in try appender.append(batch, forgotten, db) }
    latestBatch = nextPosition - Int64(batch.count)
  }

  /// Changes the file with the appender in a transaction.
  private func append<Result>(
    _ body: (inout Appender, Database) throws -> Result
  ) throws(LogError) -> Result {
    try withPool { pool in
      do { return try pool.write { try body(&appender, $0) } } catch {
        appender.forget()
        throw error
      }
    }
  }

  /// Runs a test's closure on the queue without writing first.
  func onPool(_ body: (DatabasePool) throws -> Void) throws {
    try queue.sync { try body(openFile().pool) }
  }

  /// Runs a closure with the file, and again with a fresh file if this one turns out to be damaged.
  func withPool<Result>(_ body: (DatabasePool) throws -> Result) throws(LogError) -> Result {
    let file = try openFile()
    do {
      return try body(file.pool)
    } catch {
      let error = LogError(error, at: url, in: file.pool)
      guard error.kind == .corrupt else { throw error }
      let fresh = try replace(because: error)
      do { return try body(fresh.pool) } catch { throw LogError(error, at: url) }
    }
  }

  /// Sets the damaged file aside, unless another one is in its place, and opens a file there.
  private func replace(because error: LogError) throws(LogError) -> LogFile {
    if let file, !file.isInPlace { return try reopen(after: file, .fileWasMoved(url)) }
    closeFile()
    let aside = try LogFile.setAside(url, at: configuration.clock.now)
    report(.setAside(aside, error))
    return try openFile()
  }

  /// Reopens the log if its file was moved or replaced.
  private func reopenIfMoved() throws(LogError) {
    guard let file, !file.isInPlace else { return }
    var news = LogReport.fileWasMoved(url)
    do {
      if let copy = try file.copyIfReplaced(at: configuration.clock.now) {
        news = .wasReplaced(copy)
      }
    } catch {
      let error = LogError(error, at: url)
      // A damaged file cannot be copied.
      if error.kind != .corrupt { throw error }
    }
    _ = try reopen(after: file, news)
  }

  /// Opens the file at the path in place of one that is no longer there.
  private func reopen(after file: LogFile, _ news: LogReport) throws(LogError) -> LogFile {
    file.abandon()
    self.file = nil
    appender.forget()
    report(news)
    return try openFile()
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
        while try pool.write({
          try pruning.bySize(before: latestBatch, dropped: &dropped, $0)
        }) {}
      }
      // With the absolute difference, a clock that was set back also triggers the check.
      if lastAgePruning.map({ abs(now - $0) >= LogWriter.ageInterval.milliseconds }) ?? true {
        try pruneByAge(pruning, pool, &dropped)
        lastAgePruning = now
      }
      try wipe(pool)
    }
    if dropped > 0 { report(.droppedUndelivered(dropped)) }
  }

  private func pruneByAge(_ pruning: Pruning, _ pool: DatabasePool, _ dropped: inout Int) throws {
    let before = try pool.read { try LogHead($0).events }
    let first = latestBatch == lookedBatch ? nextPosition : latestBatch
    lookedBatch = latestBatch
    nextPosition = try pool.write { db in
      try pruning.look(from: min(first, nextPosition), db)
      return try appender.adopt(db)
    }
    var pass = try pool.read { try Pruning.Pass(pruning, $0) }
    while try pool.write({ try pruning.byAge(&pass, dropped: &dropped, $0) }) {}
    let limit = configuration.retention.records
    try pool.write { db in
      // If nothing was removed, every name is still in use.
      let hasRemoved = try RecordStore.limit(to: limit, db) || LogHead(db).events != before
      if hasRemoved { _ = try Dictionaries.sweep(db) }
    }
  }

  /// Wipes the file if needed and if no other process is in the way.
  private func wipe(_ pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      defer {
        try? db.execute(sql: "PRAGMA busy_timeout = \(configuration.busyTimeout.milliseconds)")
      }
      try db.wipe()
    }
  }

  // MARK: Heartbeat

  /// Schedules the next heartbeat. The caller has set `isBeating`.
  func scheduleBeat() { run(after: configuration.heartbeat) { $0.beatOnTime() } }

  private func beatOnTime() {
    let isOver = events.withState { state in
      state.exposures.isBeating = !state.exposures.isEmpty
      return state.exposures.isEmpty
    }
    if isOver { return }
    scheduleBeat()
    // If this fails, the next heartbeat writes the exposures.
    try? beat()
  }

  /// Writes the exposures in progress.
  private func beat() throws(LogError) {
    let clock = configuration.clock
    let open = events.withState { state in
      state.exposures.beat(at: clock.uptime()).map { number, entry in
        state.event(entry, at: clock.now, exposure: number)
      }
    }
    nextPosition = try append { appender, db in
      try appender.beat(open, db)
      return try appender.adopt(db)
    }
  }

  /// Writes the exposures in progress now, for tests.
  func beatNow() throws { try queue.sync { try beat() } }

  /// Applies all limits now, for tests and maintenance.
  func pruneNow() {
    lastAgePruning = nil
    prune()
  }
}
#endif
