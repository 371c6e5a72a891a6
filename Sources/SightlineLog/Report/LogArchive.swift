#if Log
public import Foundation
internal import GRDB

/// A log's file, opened to be read: for a report or an export, also while an app writes to it.
///
/// Unlike an ``ImpressionLog`` it makes no log, migrates none and sets none aside, and the file
/// stays as it is. SQLite needs two files beside it (`-wal`, `-shm`), so its folder has to be
/// writable.
public final class LogArchive: Sendable {
  /// The file.
  public let url: URL
  private let queue: DatabaseQueue

  /// Opens a file.
  ///
  /// - Throws: a ``LogError``: ``LogError/Kind-swift.enum/cannotOpen`` if there is no file or it
  ///   may not be read, ``LogError/Kind-swift.enum/notALog`` if it is something else, or
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
      let isLog = try queue.read { try $0.tableExists("log") && $0.tableExists("event") }
      if !isLog { throw LogError(kind: .notALog, path: url.path, detail: "it is empty") }
    } catch let error as LogError where error.kind == .corrupt {
      throw LogError(kind: .notALog, path: url.path, detail: error.detail)
    } catch {
      throw LogError(error, at: url)
    }
  }

  /// How many events it holds.
  public func count() throws(LogError) -> Int {
    try reading { db in try LogHead(db).events.reduce(0, +) }
  }

  /// Counts what a query wants to know.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events, in one pass over them, or two with charts; 8
  ///   bytes of memory for each exposure.
  public func report(_ query: ReportQuery = ReportQuery()) throws(LogError) -> ImpressionReport {
    try reading { db in try ImpressionReport(query, db) }
  }

  /// Passes the events that a filter chooses to a function, in the order of writing, as they were
  /// when it began.
  public func forEachEvent(
    where filter: LogFilter = LogFilter(), _ body: (LoggedEvent) throws -> Void
  ) throws {
    try queue.read { db in
      let (condition, arguments) = try filter.condition()
      try LoggedEvent.forEach(db, where: condition, arguments, limit: .max, body)
    }
  }

  private func reading<Result>(_ body: (Database) throws -> Result) throws(LogError) -> Result {
    do { return try queue.read(body) } catch { throw LogError(error, at: url) }
  }
}

extension ImpressionLog {
  /// Counts what a query wants to know, with all that was recorded before. The log writes nothing
  /// meanwhile, and takes up to a second for a million events.
  public func report(
    _ query: ReportQuery = ReportQuery()
  ) async throws(LogError) -> ImpressionReport {
    try await writer.perform { _, pool in try pool.read { try ImpressionReport(query, $0) } }
  }
}
#endif
