#if Log
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The file of a log: opened, checked, brought to the newest version, and set aside if damaged.
struct LogFile: Sendable {
  let url: URL
  let pool: DatabasePool
  /// What was set aside to make room for it.
  let setAside: (url: URL, error: LogError)?
  private let identity: [UInt64]?

  /// Opens a file, or makes it.
  ///
  /// Only one process opens at a time (a lock on a file beside it), so that two that find the same
  /// damage set one file aside.
  ///
  /// - Parameter position: the first position of a new file, at least: where it takes the place of
  ///   another, a position means one event only.
  static func open(
    _ url: URL, _ configuration: LogConfiguration, startingAt position: Int64 = 1
  ) throws(LogError) -> LogFile {
    let lock = OpeningLock(beside: url)
    defer { lock.release() }
    do {
      return try LogFile(url, configuration, setAside: nil, startingAt: position)
    } catch let error where error.kind == .corrupt {
      let aside = try setAside(url, at: configuration.clock.milliseconds())
      return try LogFile(url, configuration, setAside: (aside, error), startingAt: position)
    }
  }

  private init(
    _ url: URL, _ configuration: LogConfiguration, setAside: (URL, LogError)?,
    startingAt position: Int64
  ) throws(LogError) {
    self.url = url
    self.setAside = setAside
    pool = try LogFile.pool(at: url, configuration)
    identity = LogFile.identity(of: url)
    if position == 1 { return }
    do {
      try pool.write { db in
        var head = try LogHead(db)
        guard head.nextPosition < position && head.events.allSatisfy({ $0 == 0 }) else { return }
        (head.nextPosition, head.undeliveredFrom, head.foldedBefore) = (
          position, position, position
        )
        try head.write(db)
      }
    } catch {
      throw LogError(error, at: url)
    }
  }

  /// Closes the file. Who closes it last of all processes leaves no write-ahead log
  /// (`a log that is closed is one file, with nothing beside it`).
  func close() {
    // SQLite takes the write-ahead log over with the last connection, if that may write, and GRDB
    // closes its readers after the writer.
    pool.invalidateReadOnlyConnections()
    try? pool.close()
  }

  /// Whether the file is still where it was opened: what is written to one that was removed is
  /// lost.
  var isInPlace: Bool { LogFile.identity(of: url) == identity }

  /// What tells one file from another at the same place; `nil` if there is none.
  private static func identity(of url: URL) -> [UInt64]? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
  }

  private static func pool(
    at url: URL, _ configuration: LogConfiguration
  ) throws(LogError) -> DatabasePool {
    var options = Configuration()
    options.label = "Sightline.ImpressionLog"
    options.busyMode = .timeout(Double(configuration.busyTimeout.milliseconds) / 1000)
    options.maximumReaderCount = 2
    let durability = configuration.durability
    let adjust = configuration.adjust
    options.prepareDatabase { db in
      if durability == .power {
        // On Apple's systems only the second reaches the disk.
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
      }
      // After a burst or a long read the write-ahead log becomes small again.
      try db.execute(sql: "PRAGMA journal_size_limit = \(4 << 20)")
      try adjust?(db)
    }
    do {
      // Before anything is written: a database of somebody else is left as it is.
      try check(url, options)
      let pool = try DatabasePool(path: url.path, configuration: options)
      try Schema.migrator.migrate(pool)
      // SQLite opens for reading what it may not write, and begins as a reader then.
      let isReadOnly = pool.writeWithoutTransaction {
        sqlite3_db_readonly($0.sqliteConnection, "main") != 0
      }
      if isReadOnly { throw LogError(kind: .readOnly, path: url.path, detail: "") }
      return pool
    } catch {
      throw LogError(error, at: url)
    }
  }

  /// Throws if a file is there that is no log, or that of a newer version. It is only read.
  static func check(_ url: URL, _ options: Configuration) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    try checkHeader(url)
    let queue = try DatabaseQueue(path: url.path, configuration: options)
    defer { try? queue.close() }
    try queue.read { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      guard try db.tableExists("grdb_migrations") else {
        // An empty file is what is left of a process that was killed while it made one.
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if tables == 0 { return }
        throw LogError(kind: .notALog, path: url.path, detail: "it has tables, but none of a log")
      }
      let applied = try Schema.migrator.appliedIdentifiers(db)
      if application != Schema.applicationID {
        // The migrator makes its own table before the first migration is applied.
        if applied.isEmpty { return }
        throw LogError(
          kind: .notALog, path: url.path, detail: "its application_id is \(application)")
      }
      if try Schema.migrator.hasBeenSuperseded(db) {
        let found = applied.compactMap { Int($0) }.max() ?? Schema.version + 1
        throw LogError(
          kind: .newerVersion(found: found, supported: Schema.version), path: url.path,
          detail: "")
      }
    }
  }

  /// What is no database at all must not be opened as one: closing it, SQLite would remove the
  /// write-ahead log beside it.
  private static func checkHeader(_ url: URL) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    let header = Data("SQLite format 3\0".utf8)
    let start = try handle.read(upToCount: header.count) ?? Data()
    if start.isEmpty || start == header { return }
    throw LogError(kind: .corrupt, path: url.path, detail: "it is no database")
  }

  /// Renames a damaged file and its companions: `log.sqlite` becomes
  /// `log.damaged-20260131T235959Z.sqlite`.
  static func setAside(_ url: URL, at milliseconds: Int64) throws(LogError) -> URL {
    let aside = freeName(for: url, at: milliseconds)
    do {
      // The companions first: a write-ahead log without its file would be taken for the new one's.
      for suffix in ["-wal", "-shm", ""] {
        let source = URL(fileURLWithPath: url.path + suffix)
        guard FileManager.default.fileExists(atPath: source.path) else { continue }
        try FileManager.default.moveItem(
          at: source, to: URL(fileURLWithPath: aside.path + suffix))
      }
    } catch {
      throw LogError(
        kind: .readOnly, path: url.path, detail: "it is damaged and cannot be renamed: \(error)")
    }
    return aside
  }

  private static func freeName(for url: URL, at milliseconds: Int64) -> URL {
    let time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(
        .iso8601.year().month().day().dateSeparator(.omitted).time(
          includingFractionalSeconds: false
        ).timeSeparator(.omitted))
    let stem = url.deletingPathExtension().lastPathComponent
    let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    for number in 1... {
      let name = "\(stem).damaged-\(time)Z" + (number == 1 ? "" : "-\(number)") + ending
      let candidate = url.deletingLastPathComponent().appendingPathComponent(name)
      if !FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    preconditionFailure("there is a free name after every taken one")
  }
}

/// Keeps other processes from opening a log at the same time. Where no lock can be had (a folder
/// that cannot be written) opening goes on without, and fails for its own reason.
private struct OpeningLock {
  private let descriptor: Int32

  init(beside url: URL) {
    descriptor = Foundation.open(url.path + "-lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { flock(descriptor, LOCK_EX) }
  }

  func release() { if descriptor >= 0 { _ = Foundation.close(descriptor) } }
}

extension LogError {
  /// What an error means for the log at a place.
  init(_ error: any Error, at url: URL) {
    if let error = error as? LogError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(kind: .cannotOpen, path: url.path, detail: "\(error)")
      return
    }
    let kind: Kind =
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
      case .SQLITE_CANTOPEN: .cannotOpen
      default: .database(code: Int(error.extendedResultCode.rawValue))
      }
    self.init(kind: kind, path: url.path, detail: error.message ?? "")
  }
}
#endif
