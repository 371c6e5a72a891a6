#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineLog

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct LogFileTests {
  @Test func `opening waits for another process no longer than the busy timeout`() throws {
    let folder = try LogFolder()
    let holder = open(folder.file.path + "-lock", O_CREAT | O_RDWR, 0o600)
    #expect(flock(holder, LOCK_EX) == 0)
    defer { close(holder) }
    let error = #expect(throws: LogError.self) {
      try folder.open { $0.busyTimeout = .milliseconds(20) }
    }
    #expect(error?.kind == .locked)
    #if os(Linux)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let files = descriptors.map {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(files.filter { $0 == folder.file.path + "-lock" }.count == 1, "the holder's")
    #endif
  }

  @Test func `opening succeeds once the other process has opened its log`() throws {
    let folder = try LogFolder()
    let holder = open(folder.file.path + "-lock", O_CREAT | O_RDWR, 0o600)
    #expect(flock(holder, LOCK_EX) == 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { close(holder) }
    _ = try folder.open { $0.busyTimeout = .seconds(60) }
  }

  @Test func `a connection overwrites what it removes, and waits as long as configured`()
    async throws
  {
    let log = try LogFolder().open { $0.busyTimeout = .milliseconds(1_234) }
    func settings() async throws -> [Int?] {
      try await log.writer.perform { _, pool in
        try pool.writeWithoutTransaction { db in
          try ["busy_timeout", "secure_delete", "journal_size_limit"].map {
            try Int.fetchOne(db, sql: "PRAGMA \($0)")
          }
        }
      }
    }
    #expect(try await settings() == [1_234, 1, 4_194_304])
    log.record(.seen(1))
    try await log.flush()
    #expect(try await settings() == [1_234, 1, 4_194_304], "after the limits were applied")
  }

  @Test(arguments: ["log", "log.sqlite", "my.log.db"])
  func `a damaged file keeps its ending, and gets a name that is free`(name: String) async throws {
    let folder = try LogFolder()
    let file = folder.url.appendingPathComponent(name)
    let (stem, ending) =
      ["log": ("log", ""), "log.sqlite": ("log", ".sqlite")][name] ?? ("my.log", ".db")
    let aside = "\(stem).damaged-20260131T120000Z"
    // A companion also takes a name.
    try Data("x".utf8).write(to: folder.url.appendingPathComponent("\(aside)\(ending)-shm"))
    for number in 2...3 {
      try LogFolder.beheadedLog.write(to: file)
      var configuration = LogConfiguration()
      configuration.clock = folder.clock.clock
      let log = try ImpressionLog(at: file, configuration: configuration)
      #expect(log.setAside?.lastPathComponent == "\(aside)-\(number)\(ending)")
      // Otherwise the next log would find its companions.
      try await log.close()
      try FileManager.default.removeItem(at: file)
    }
  }

  private static func ids(_ file: URL) throws -> [EventID] {
    var ids: [EventID] = []
    try LogArchive(at: file).forEachEvent { ids.append($0.id) }
    return ids
  }

  @Test func `reading a log leaves its files as they are`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    let ids = [log.record(.seen("a"))]
    try await log.flush()
    let copies = ["", "-wal"].map { ending in
      (folder.file.path + ending, folder.url.appendingPathComponent("copy.sqlite\(ending)"))
    }
    for (path, copy) in copies { try FileManager.default.copyItem(atPath: path, toPath: copy.path) }
    let before = try copies.map { try Data(contentsOf: $0.1) }
    #expect(try Self.ids(copies[0].1) == ids)
    #expect(try copies.map { try Data(contentsOf: $0.1) } == before)
    try await log.close()
  }

  @Test func `a file moved without its companions keeps every acknowledged event`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    let ids = (0..<500).compactMap { log.record(.seen(.number($0))) }
    try await log.flush()
    let elsewhere = folder.url.appendingPathComponent("elsewhere.sqlite")
    try FileManager.default.moveItem(at: folder.file, to: elsewhere)
    let later = log.record(.seen("later"))
    try await log.flush()
    #expect(try Self.ids(elsewhere) == ids)
    #expect(try await log.events().map(\.id) == [later])
  }

  @Test func `a backup renamed over the open file loses no acknowledged event`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    let early = log.record(.seen("early"))
    try await log.flush()
    let backup = folder.url.appendingPathComponent("backup.sqlite")
    try folder.sql { try $0.execute(sql: "VACUUM INTO ?", arguments: [backup.path]) }
    let other = try folder.open()
    let ids = (0..<500).compactMap { log.record(.seen(.number($0))) }
    try await log.flush()
    #expect(rename(backup.path, folder.file.path) == 0)
    let late = log.record(.seen("late"))
    try await log.flush()
    #expect(try await log.events().map(\.id) == [early, late])
    #expect(try folder.sql { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    let copies = folder.reports.all.compactMap { report -> URL? in
      if case .wasReplaced(let copy) = report { copy } else { nil }
    }
    let copy = try #require(copies.first)
    #expect(try Self.ids(copy) == [early].compactMap { $0 } + ids)
    // Another process notices later; it doesn't touch the new file's write-ahead log.
    let last = other.record(.seen("last"))
    try await other.flush()
    #expect(try await log.events().map(\.id) == [early, late, last])
    #expect(try await log.nextBatch(limit: 9).map(\.id) == [early, late, last])
  }

  /// Damage found before a write, and by a read of the file that was open.
  @Test(arguments: [false, true])
  func `a backup renamed over a damaged log is used`(isRead: Bool) async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in Int64(0)..<3_000 { log.record(.seen(.number(item))) }
    let early = try #require(try await log.events().first?.id)
    let backup = folder.url.appendingPathComponent("backup.sqlite")
    try folder.sql { db in
      try db.execute(sql: "VACUUM INTO ?", arguments: [backup.path])
      // The log has cached no page of this version.
      try db.execute(sql: "UPDATE event SET count = 2; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let handle = try FileHandle(forUpdating: folder.file)
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: size / 2)
    try handle.write(contentsOf: Data(repeating: 0xff, count: Int(size / 2)))
    try handle.close()
    let file = folder.file.path
    if isRead {
      await #expect(throws: Never.self) {
        try await log.writer.read { db in
          if rename(backup.path, file) == 0 {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "as if")
          }
        }
      }
    } else {
      #expect(rename(backup.path, file) == 0)
    }
    let late = log.record(.seen("late"))
    try await log.flush()
    let ids = try await log.events(limit: .max).map(\.id)
    #expect(ids.count == 3_001 && ids.first == early && ids.last == late)
    #expect(try folder.names.allSatisfy { !$0.contains("damaged") && !$0.contains("replaced") })
    #expect(folder.reports.all.contains { if case .fileWasMoved = $0 { true } else { false } })
  }

  @Test func `a write-ahead log without its file is set aside`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("a"))
    try await log.flush()
    let copy = try LogFolder()
    let wal = "impressions.sqlite-wal"
    try FileManager.default.copyItem(
      at: folder.url.appendingPathComponent(wal), to: copy.url.appendingPathComponent(wal))
    let again = try copy.open()
    #expect(again.setAside != nil)
    #expect(try copy.names.contains("impressions.damaged-20260131T120000Z.sqlite-wal"))
    #expect(try await again.counts().events == 0)
  }

  @Test func `even one byte of a write-ahead log is kept`() throws {
    let folder = try LogFolder()
    try Data([0]).write(to: folder.url.appendingPathComponent("impressions.sqlite-wal"))
    #expect(try folder.open().setAside != nil)
    #expect(try folder.names.contains("impressions.damaged-20260131T120000Z.sqlite-wal"))
  }
}
#endif
