#if Log
internal import Dispatch
internal import Foundation
internal import GRDB

/// Takes what was handed over to the file, in batches, on a queue of its own, and looks after the
/// file: limits, damage, failures.
// Unchecked because everything but the hand-over, which has a lock, is used on the queue alone.
final class LogWriter: @unchecked Sendable {
  /// How many events one transaction takes: it holds the file for some 20 ms at most.
  static let batchLimit = 4_096
  /// The waits between attempts after a failure.
  private static let firstRetry = Duration.seconds(1)
  private static let lastRetry = Duration.seconds(60)
  /// How often ages are looked at, by the clock on the wall.
  private static let ageInterval = Duration.seconds(3_600)

  let url: URL
  let configuration: LogConfiguration
  let handOver: HandOver
  let recollections: Recollections
  private let queue = DispatchQueue(label: "Sightline.ImpressionLog", qos: .utility)
  private var file: LogFile?
  private var appender: Appender
  private var failures = 0
  private var lastAgePruning: Int64?
  /// Past every position that was ever given.
  private var nextPosition: Int64 = 1

  init(_ file: LogFile, _ configuration: LogConfiguration, session: String) {
    url = file.url
    self.file = file
    self.configuration = configuration
    handOver = HandOver(session: session)
    recollections = Recollections(capacity: configuration.recollectionCapacity)
    appender = Appender(configuration)
    if let aside = file.setAside { report(.setAside(aside.url, aside.error)) }
    nextPosition = (try? file.pool.writeWithoutTransaction { try LogHead($0).nextPosition }) ?? 1
  }

  // MARK: Scheduling

  /// Drains the hand-over after a while. The caller has set `isScheduled`.
  func schedule(after delay: Duration) {
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: delay.saturatedNanoseconds))) {
      [weak self] in
      self?.drainOnTime()
    }
  }

  private func drainOnTime() {
    // A failure has been reported, and another attempt is scheduled.
    try? drain()
  }

  /// Has what could not be written tried again; later each time.
  private func scheduleRetry() {
    let delay = min(
      LogWriter.lastRetry, LogWriter.firstRetry * (1 << min(6, max(0, failures - 1))))
    let waits = handOver.withState { state in
      if state.isClosed || state.isScheduled { return false }
      state.isScheduled = true
      return true
    }
    if waits { schedule(after: delay) }
  }

  /// What waits is written, if that can be done at once; nobody is left to wait for another
  /// attempt.
  func abandon() {
    handOver.withState { $0.isClosed = true }
    queue.async {
      self.drainOnTime()
      self.file?.close()
      self.file = nil
    }
  }

  /// Does something with the file on the queue, after all that was handed over before is written.
  ///
  /// - Parameter needsAll: whether it fails where that could not be done. Delivery goes on without:
  ///   it is what makes room.
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

  /// Writes what waits, then closes the file. What cannot be written is lost with the process.
  func close() async throws(LogError) {
    let result: Swift.Result<Void, LogError> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Swift.Result { () throws(LogError) in
            self.handOver.withState { $0.isClosed = true }
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

  /// Writes all that waits. What fails stays where it was.
  private func drain() throws(LogError) {
    let refused = handOver.withState { state in
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
      let batch = handOver.take(LogWriter.batchLimit)
      if batch.isEmpty { break }
      do {
        try write(batch)
      } catch {
        handOver.putBack(batch)
        throw error
      }
      handOver.didWrite()
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

  /// Runs something on the queue with nothing written before, for a test.
  func onPool(_ body: (DatabasePool) throws -> Void) throws {
    try queue.sync { if let file { try body(file.pool) } }
  }

  /// Runs something with the file, and once more with a fresh one if it turns out to be damaged.
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
    let aside = try LogFile.setAside(url, at: configuration.clock.milliseconds())
    report(.setAside(aside, error))
    let fresh = try LogFile.open(url, configuration, startingAt: nextPosition)
    self.file = fresh
    return fresh
  }

  /// Opens what is at the file's place now, if it is another file or none.
  private func reopenIfMoved() throws(LogError) {
    guard let file, !file.isInPlace else { return }
    try? file.pool.close()
    appender.forget()
    self.file = try LogFile.open(url, configuration, startingAt: nextPosition)
    report(.fileWasMoved(url))
  }

  private func report(_ report: LogReport) { configuration.report?(report) }

  // MARK: Limits

  /// Removes what is too old or too much. It never fails a write: what it could not do now, it does
  /// next time.
  private func prune() {
    let now = configuration.clock.milliseconds()
    let pruning = Pruning(retention: configuration.retention, now: now)
    var dropped = 0
    try? withPool { pool in
      if try pool.writeWithoutTransaction({ try $0.usedBytes() }) > configuration.retention.bytes {
        while try pool.write({ try pruning.bySize(dropped: &dropped, $0) }) {}
      }
      // A clock that was set back has the ages looked at, too.
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
      // Where nothing was removed every name is needed.
      let hasRemoved = try Memories.limit(to: limit, db) || LogHead(db).events != before
      if hasRemoved { _ = try Dictionaries.sweep(db) }
    }
  }

  /// Looks at all limits now, for a test or a maintenance task.
  func pruneNow() {
    lastAgePruning = nil
    prune()
  }
}
#endif
