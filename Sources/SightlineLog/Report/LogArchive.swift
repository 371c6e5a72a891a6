#if Log
public import Foundation
internal import GRDB

/// A log's file opened for reading, for reports and exports, even while an app writes to it.
///
/// Unlike ``ImpressionLog``, it never creates or sets aside a file, and leaves the file
/// unchanged. Its folder must be writable, because SQLite needs two files beside it (`-wal`,
/// `-shm`).
public final class LogArchive: Sendable {
  /// The file.
  public let url: URL
  private let queue: DatabaseQueue

  /// Opens a file.
  ///
  /// - Throws: a ``LogError``: ``LogError/Kind-swift.enum/cannotOpen`` if the file is missing or
  ///   not readable, ``LogError/Kind-swift.enum/notALog`` if it isn't a log, or
  ///   ``LogError/Kind-swift.enum/newerVersion(found:supported:)``.
  public init(at url: URL) throws(LogError) {
    self.url = url
    do {
      guard FileManager.default.isReadableFile(atPath: url.path) else {
        throw LogError(kind: .cannotOpen, path: url.path, detail: "no such file, or not readable")
      }
      var options = Configuration()
      options.label = "Sightline.LogArchive"
      options.readonly = true
      options.busyMode = .timeout(5)
      try LogFile.check(url, options)
      queue = try DatabaseQueue(path: url.path, configuration: options)
      if try queue.read({ try Schema.columns($0).isEmpty }) {
        throw LogError(kind: .notALog, path: url.path, detail: "it is empty")
      }
    } catch {
      throw LogError(error, at: url)
    }
  }

  /// Returns the number of events in the file.
  public func count() throws(LogError) -> Int {
    try reading { db in try LogHead(db).events.reduce(0, +) }
  }

  /// Returns a report for a query.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events, in several queries.
  public func report(_ query: ReportQuery = ReportQuery()) throws(LogError) -> ImpressionReport {
    try reading { db in try ImpressionReport(query, db) }
  }

  /// Calls a closure with each event matching a filter, in the order of writing. The events are a
  /// snapshot from the start of the call. The closure must not use this archive.
  ///
  /// - Throws: a ``LogError``, or any error from the closure.
  public func forEachEvent(
    where filter: LogFilter = LogFilter(), _ body: (LoggedEvent) throws -> Void
  ) throws {
    var failure: (any Error)?
    do {
      try reading { db in
        let (condition, arguments) = try filter.condition()
        try LoggedEvent.forEach(db, where: condition, arguments, limit: .max) { event in
          do { try body(event) } catch {
            failure = error
            throw error
          }
        }
      }
    } catch { throw failure ?? error }
  }

  private func reading<Result>(_ body: (Database) throws -> Result) throws(LogError) -> Result {
    do { return try queue.read(body) } catch { throw LogError(error, at: url) }
  }
}

extension ImpressionLog {
  /// Returns a report for a query, including all events recorded before the call. The log writes
  /// nothing in the meantime, for some seconds per million events.
  public func report(
    _ query: ReportQuery = ReportQuery()
  ) async throws(LogError) -> ImpressionReport {
    try await writer.read { try ImpressionReport(query, $0) }
  }
}
#endif
