#if Log
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A log's file. Opening checks it, and sets it aside if damaged.
struct LogFile: Sendable {
  let url: URL
  let pool: DatabasePool
  /// The damaged file set aside for this one, if any.
  let setAside: (url: URL, error: LogError)?
  /// The next position, greater than any position assigned so far.
  let nextPosition: Int64
  /// The newest session in the file, if any, and the time of its last event.
  let latest: (session: LogSession, time: Int64)?
  /// The files at the log's path and at its companions' when it was opened.
  private let identities: [String: [UInt64]]
  private static let companions = ["-wal", "-shm"]

  /// Opens a file, creating it if needed.
  ///
  /// A lock on a file beside it lets only one process open at a time. Two processes that find the
  /// same damage therefore set aside only one file.
  ///
  /// - Parameter position: the minimum first position of a new file, so positions stay unique when
  ///   it replaces another file.
  /// - Parameter setsAside: whether to replace a damaged file instead of failing.
  static func open(
    _ url: URL, _ configuration: LogConfiguration, startingAt position: Int64 = 1,
    setsAside: Bool = true
  ) throws(LogError) -> LogFile {
    let lock = try OpeningLock(beside: url, timeout: configuration.busyTimeout)
    defer { lock.release() }
    do throws(LogError) {
      if !exists(url), status(of: url, "-wal")?.st_size ?? 0 > 0 {
        // SQLite would delete it.
        throw LogError(kind: .corrupt, path: url.path, detail: "only its write-ahead log is left")
      }
      return try LogFile(url, configuration, setAside: nil, startingAt: position)
    } catch  where error.kind == .corrupt && setsAside {
      let aside = try setAside(url, at: configuration.clock.now)
      return try LogFile(url, configuration, setAside: (aside, error), startingAt: position)
    }
  }

  private init(
    _ url: URL, _ configuration: LogConfiguration, setAside: (URL, LogError)?,
    startingAt position: Int64
  ) throws(LogError) {
    self.url = url
    self.setAside = setAside
    do {
      let options = LogFile.options(configuration)
      // Check before writing, so a foreign database stays untouched.
      try LogFile.check(url, options)
      pool = try DatabasePool(path: url.path, configuration: options)
    } catch {
      throw LogError(error, at: url)
    }
    do {
      try Schema.migrator.migrate(pool)
      // SQLite falls back to read-only access if it may not write, and then starts as a reader.
      let isReadOnly = pool.writeWithoutTransaction {
        sqlite3_db_readonly($0.sqliteConnection, "main") != 0
      }
      if isReadOnly { throw LogError(kind: .readOnly, path: url.path, detail: "") }
      if configuration.durability == .power {
        // Set after opening: the pool sets NORMAL as it opens. On Apple platforms only
        // `fullfsync` reaches the disk.
        try pool.writeWithoutTransaction {
          try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
        }
      }
      (nextPosition, latest) = try pool.write { db in
        let latest = try LogFile.latestSession(db)
        var head = try LogHead(db)
        // An event beyond the next position would share its position with a later one.
        let last = try Int64.fetchOne(db, sql: "SELECT max(position) FROM event") ?? 0
        if last >= head.nextPosition { throw DatabaseError.damage("next_position was given") }
        if head.nextPosition < position && head.events.allSatisfy({ $0 == 0 }) {
          head.nextPosition = position
          (head.undeliveredFrom, head.foldedBefore) = (position, position)
          try head.write(db)
        }
        return (head.nextPosition, latest)
      }
      identities = Dictionary(
        uniqueKeysWithValues: ([""] + LogFile.companions).compactMap { suffix in
          LogFile.identity(of: url, suffix).map { (suffix, $0) }
        })
    } catch {
      // Close before renaming: closing removes the files beside the original path.
      try? pool.close()
      throw LogError(error, at: url)
    }
  }

  private static func latestSession(_ db: Database) throws -> (session: LogSession, time: Int64)? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT session.name, session.previous, person.name, max(
            ifnull((SELECT time FROM event WHERE session = session.id ORDER BY position DESC), 0),
            ifnull((SELECT max(time) FROM open_exposure WHERE session = session.id), 0))
        FROM session LEFT JOIN person ON person.id = session.person ORDER BY session.id DESC
        """)
    guard let row else { return nil }
    var columns = ColumnReader(row)
    let name: String = try columns.next()
    let (previous, person): (String?, String?) = (try columns.nextIfAny(), try columns.nextIfAny())
    let session = LogSession(
      name: String(stored: name), previous: previous.map(String.init(stored:)),
      person: person.map(String.init(stored:)))
    return (session, try columns.next())
  }

  /// Closes the file. The last process to close it leaves no write-ahead log
  /// (`a closed log is a single file`).
  func close() {
    // The last connection checkpoints the write-ahead log if it may write. GRDB closes its readers
    // after the writer, so close them first. An interruption, such as GRDB's at a suspension, lasts
    // until the next statement and would stop the checkpoint.
    pool.invalidateReadOnlyConnections()
    _ = try? pool.writeWithoutTransaction { try $0.execute(sql: "SELECT 1") }
    try? pool.close()
  }

  /// Whether the file is still at its path. Writes to a removed file are lost.
  var isInPlace: Bool { LogFile.identity(of: url) == identities[""] }

  /// If another file has replaced the log at its path, returns a copy of the log, because its
  /// events may exist nowhere else.
  ///
  /// The write-ahead log stayed at the old path, so its events are first written to the file.
  func copyIfReplaced(at milliseconds: Int64) throws -> URL? {
    try pool.writeWithoutTransaction { db in
      _ = try db.checkpoint(.truncate)
      guard LogFile.exists(url) else { return nil }
      let name = LogFile.freeName(for: url, "replaced", at: milliseconds)
      do { try db.execute(sql: "VACUUM INTO ?", arguments: [name.path]) } catch {
        try? FileManager.default.removeItem(at: name)
        throw error
      }
      return name
    }
  }

  /// Closes a file that is no longer at its path, and removes its write-ahead log there. Otherwise
  /// that log could be applied to the next file opened there, or shared between that file and a
  /// process that still has this one open.
  func abandon() {
    close()
    for suffix in LogFile.companions
    where LogFile.identity(of: url, suffix) == identities[suffix] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
  }

  /// Returns the device and inode of the file at a URL, or `nil` if no file is there.
  private static func identity(of url: URL, _ suffix: String = "") -> [UInt64]? {
    status(of: url, suffix).map { [UInt64(truncatingIfNeeded: $0.st_dev), UInt64($0.st_ino)] }
  }

  private static func status(of url: URL, _ suffix: String) -> stat? {
    var status = stat()
    return stat(url.path + suffix, &status) == 0 ? status : nil
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  private static func options(_ configuration: LogConfiguration) -> Configuration {
    var options = Configuration()
    options.label = "Sightline.ImpressionLog"
    options.busyMode = .timeout(Double(configuration.busyTimeout.milliseconds) / 1000)
    options.maximumReaderCount = 2
    options.observesSuspensionNotifications = true
    let adjust = configuration.adjust
    options.prepareDatabase { db in
      // Shrinks the write-ahead log again after a burst or a long read.
      try db.execute(sql: "PRAGMA journal_size_limit = \(4 << 20)")
      // Overwrites removed events, whether erased or expired.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      try adjust?(db)
    }
    return options
  }

  /// Throws if an existing file is not a log or has a newer version. Only reads the file.
  static func check(_ url: URL, _ options: Configuration) throws {
    guard exists(url) else { return }
    try checkHeader(url)
    try DatabaseQueue(path: url.path, configuration: options).read { db in
      // The migrator creates its table before applying the first migration, and a process may be
      // killed in between.
      let columns = try Schema.columns(db)
      let hasMigrations = try db.tableExists("grdb_migrations")
      let applied = hasMigrations ? try Schema.migrator.appliedIdentifiers(db) : []
      if columns.isEmpty && applied.isEmpty { return }
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let isLog = application == Schema.applicationID
      let supported = Set(Schema.migrator.migrations)
      let found = applied.compactMap { Int($0) }.max() ?? 0
      if isLog && applied.isSuperset(of: supported) && found > Schema.version {
        throw LogError(
          kind: .newerVersion(found: found, supported: Schema.version), path: url.path,
          detail: "")
      }
      let hasColumns = columns.isSuperset(of: try Schema.columns.get())
      if isLog && hasColumns && applied == supported { return }
      // Either of the two means that the file used to be a log.
      if isLog || hasColumns { throw DatabaseError.damage("its tables are not those of a log") }
      throw LogError(
        kind: .notALog, path: url.path, detail: "its tables are not those of a log")
    }
  }

  /// Throws if a file is not a database. SQLite must not open such a file, because closing it would
  /// remove the write-ahead log beside it. It used to be a log if it has a log's application ID, at
  /// SQLite's place for it, and is a file of somebody else's otherwise.
  private static func checkHeader(_ url: URL) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    let magic = Data("SQLite format 3\0".utf8)
    let start = try handle.read(upToCount: applicationIDEnd) ?? Data()
    if start.isEmpty || start.starts(with: magic) { return }
    let id = withUnsafeBytes(of: Schema.applicationID.bigEndian) { Data($0) }
    throw LogError(
      kind: start.count == applicationIDEnd && start.suffix(id.count) == id ? .corrupt : .notALog,
      path: url.path, detail: "it is not a database")
  }

  /// The end of the application ID in a database: https://sqlite.org/fileformat2.html.
  private static let applicationIDEnd = 72

  /// Renames a damaged file and its companions: `log.sqlite` becomes
  /// `log.damaged-20260131T235959Z.sqlite`.
  static func setAside(_ url: URL, at milliseconds: Int64) throws(LogError) -> URL {
    let aside = freeName(for: url, "damaged", at: milliseconds)
    do {
      // Move the companions first: a leftover write-ahead log would be applied to the new file.
      for suffix in companions + [""] {
        let source = URL(fileURLWithPath: url.path + suffix)
        guard exists(source) else { continue }
        try FileManager.default.moveItem(
          at: source, to: URL(fileURLWithPath: aside.path + suffix))
      }
    } catch {
      throw LogError(
        kind: .readOnly, path: url.path, detail: "it is damaged and cannot be renamed: \(error)")
    }
    return aside
  }

  private static func freeName(for url: URL, _ fate: String, at milliseconds: Int64) -> URL {
    let time = Date(milliseconds: milliseconds)
      .formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    let stem = url.deletingPathExtension().lastPathComponent
    let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    var (number, name) = (1, url)
    repeat {
      let suffix = (number == 1 ? "" : "-\(number)") + ending
      name = url.deletingLastPathComponent()
        .appendingPathComponent("\(stem).\(fate)-\(time)\(suffix)")
      number += 1
    } while ([""] + companions).contains { status(of: name, $0) != nil }
    return name
  }
}

/// Keeps other processes from opening a log at the same time. If no lock can be created (in a
/// read-only folder), opening proceeds without one and fails with its own error.
private struct OpeningLock {
  private let descriptor: Int32
  /// The interval between attempts, in microseconds. `flock` has no timeout.
  private static let interval: UInt32 = 2_000

  init(beside url: URL, timeout: Duration) throws(LogError) {
    descriptor = Foundation.open(url.path + "-lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    let deadline = ContinuousClock.now + timeout
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard ContinuousClock.now < deadline else {
        release()
        throw LogError(kind: .locked, path: url.path, detail: "it is being opened")
      }
      usleep(OpeningLock.interval)
    }
  }

  func release() { if descriptor >= 0 { _ = Foundation.close(descriptor) } }
}

extension Database {
  /// Whether the last write failed because of a file size limit or a quota. SQLite reports these as
  /// disk I/O errors, and keeps the system's error number with the file.
  fileprivate var isAtLimit: Bool {
    [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER].contains { pointer in
      var (file, error): (UnsafeMutablePointer<sqlite3_file>?, Int32) = (nil, 0)
      sqlite3_file_control(sqliteConnection, "main", pointer, &file)
      _ = file?.pointee.pMethods?.pointee.xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error)
      return [EFBIG, EDQUOT].contains(error)
    }
  }
}

extension LogError {
  /// Translates an error of the log at a URL, using its open file if there is one.
  init(_ error: any Error, at url: URL, in pool: DatabasePool? = nil) {
    if let error = error as? LogError {
      self = error
      return
    }
    if error is RowDecodingError || error is DecodingError {
      self.init(kind: .corrupt, path: url.path, detail: "a value has the wrong type")
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(kind: .cannotOpen, path: url.path, detail: "\(error)")
      return
    }
    let kind: Kind =
      switch error.resultCode {
      // A log never violates its own constraints, so another writer has changed the file.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: .corrupt
      // SQLite's messages for damaged attributes and for a damaged file header.
      case .SQLITE_ERROR
      where ["malformed JSON", "unsupported file format"].contains(error.message): .corrupt
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
      case .SQLITE_FULL: .diskFull
      case .SQLITE_IOERR
      where error.extendedResultCode == .SQLITE_IOERR_WRITE
        && pool?.writeWithoutTransaction(\.isAtLimit) == true:
        .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
      case .SQLITE_CANTOPEN: .cannotOpen
      default: .database(code: Int(error.extendedResultCode.rawValue))
      }
    self.init(kind: kind, path: url.path, detail: error.message ?? "")
  }
}
#endif
