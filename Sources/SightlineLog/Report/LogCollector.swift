#if Log
public import Foundation
internal import GRDB

/// A log file that collects events from other logs, each ID once, for receivers and for reports on
/// several logs.
@_spi(Tools) public final class LogCollector: Sendable {
  private let file: LogFile

  /// Opens or creates a file. A file that is damaged, or not a log, is left untouched.
  public init(at url: URL) throws(LogError) {
    do { try LogFile.check(url, Configuration()) } catch {
      throw LogError(error, at: url)
    }
    file = try LogFile.open(url, LogConfiguration(), setsAside: false)
    try write {
      try $0.execute(sql: "CREATE UNIQUE INDEX IF NOT EXISTS event_id ON event (id)")
    }
  }

  /// Closes the file.
  public func close() { file.close() }

  /// Adds the events with new IDs in one transaction and returns their number. They survive if the
  /// process is killed. Fails if the file is no longer at its path.
  public func add(_ events: some Sequence<LoggedEvent>) throws(LogError) -> Int {
    try write { db in
      var (head, dictionaries) = (try LogHead(db), Dictionaries())
      let (first, items) = (head.nextPosition, try ItemStatements(db))
      let isKnown = try db.cachedStatement(sql: "SELECT 1 FROM event WHERE id = ?")
      let insert = try db.cachedStatement(
        sql: "INSERT INTO event (\(Appender.columns)) VALUES (\(Appender.places))")
      for event in events {
        let id = Data(event.id.bytes)
        if try Row.fetchOne(isKnown, arguments: [id]) != nil { continue }
        try insert.execute(arguments: [
          id, head.nextPosition, event.kind.rawValue, event.state.rawValue,
          try dictionaries.item(event.item, items),
          try Dictionaries.id(
            db, in: "policy",
            ["parameters": event.policyParameters, "name": event.policyName.stored]),
          try dictionaries.session(
            LogSession(
              name: event.session, previous: event.previousSession, person: event.person), db),
          try event.screen.map { try dictionaries.screen($0, db) },
          event.time.milliseconds, event.day, event.sinceFirstSeen.storedNanoseconds,
          event.total.storedNanoseconds, event.longest.storedNanoseconds,
          event.greatestFraction, event.count, event.exposures,
          event.attributes?.stored, nil,
          event.sampleRate, event.secondsFromGMT,
        ])
        if let reason = event.rejection {
          try db.execute(
            sql: "INSERT INTO rejection VALUES (?, ?)", arguments: [head.nextPosition, reason])
        }
        head.nextPosition += 1
        head[event.state] += 1
      }
      try head.write(db)
      return Int(head.nextPosition - first)
    }
  }

  private func write<Result>(_ body: (Database) throws -> Result) throws(LogError) -> Result {
    let result: Result
    do { result = try file.pool.write(body) } catch { throw LogError(error, at: file.url) }
    guard file.isInPlace else {
      let detail = "its file was moved or removed"
      throw LogError(kind: .closed, path: file.url.path, detail: detail)
    }
    return result
  }
}
#endif
