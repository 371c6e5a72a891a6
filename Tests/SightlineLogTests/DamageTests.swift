#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineLog

@Suite struct DamageTests {
  private func error(
    _ folder: LogFolder, _ change: (inout LogConfiguration) -> Void = { _ in }
  ) -> LogError? {
    #expect(throws: LogError.self) { _ = try folder.open(change) }
  }

  @Test func `a log of a newer version is rejected and left unchanged`() async throws {
    let folder = try LogFolder()
    try await folder.open().close()
    try folder.sql {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('7')")
    }
    let before = try Data(contentsOf: folder.file)
    guard let error = error(folder) else { return }
    #expect(error.kind == .newerVersion(found: 7, supported: 1))
    #expect(error.path == folder.file.path)
    #expect(
      error.description
        == "\(folder.file.path): the log has version 7, this library supports up to 1; "
        + "update the app, or open a log elsewhere; the file was not changed")
    #expect(try Data(contentsOf: folder.file) == before)
  }

  @Test func `another application's database is rejected and left unchanged`() throws {
    let folder = try LogFolder()
    try folder.sql { try $0.execute(sql: "CREATE TABLE notes (text)") }
    #expect(error(folder)?.kind == .notALog)
    #expect(try folder.sql { try $0.tableExists("notes") })
  }

  @Test func `a file that was never a log is refused and left unchanged`() throws {
    let folder = try LogFolder()
    for text in ["a person's notes", String(repeating: "notes ", count: 1_000)] {
      try Data(text.utf8).write(to: folder.file)
      guard let refusal = error(folder) else { continue }
      #expect(refusal.kind == .notALog)
      #expect(
        refusal.description
          == "\(folder.file.path): the file is not an impression log (it is not a database); open "
          + "the log elsewhere; the file was not changed")
      #expect(try Data(contentsOf: folder.file) == Data(text.utf8))
      #expect(try folder.names.filter { !$0.hasSuffix("-lock") } == ["impressions.sqlite"])
    }
  }

  @Test func `a file just begun by a killed process becomes a log`() async throws {
    let folder = try LogFolder()
    #expect(FileManager.default.createFile(atPath: folder.file.path, contents: Data()))
    let log = try folder.open()
    log.record(.seen(1))
    #expect(try await log.counts().undelivered == 1)
    #expect(log.setAside == nil)
  }

  @Test
  func `a log without its first bytes is set aside with its companions and replaced`()
    async throws
  {
    let folder = try LogFolder()
    let garbage = LogFolder.beheadedLog + (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for suffix in ["", "-wal", "-shm"] {
      try garbage.write(to: URL(fileURLWithPath: folder.file.path + suffix))
    }
    let log = try folder.open()
    let aside = try #require(log.setAside)
    #expect(aside.lastPathComponent == "impressions.damaged-20260131T120000Z.sqlite")
    #expect(try Data(contentsOf: aside) == garbage)
    #expect(try folder.names.contains("impressions.damaged-20260131T120000Z.sqlite-wal"))
    guard case .setAside(aside, let error)? = folder.reports.all.first else {
      Issue.record("\(folder.reports.all)")
      return
    }
    #expect(error.kind == .corrupt)
    log.record(.seen(1))
    #expect(try await log.counts().undelivered == 1)
  }

  @Test func `two files set aside within a second have different names`() async throws {
    let folder = try LogFolder()
    for _ in 0..<2 {
      try LogFolder.beheadedLog.write(to: folder.file)
      try await folder.open().close()
    }
    #expect(
      try folder.names.filter {
        $0.contains("damaged") && !$0.contains("-wal") && !$0.contains("-shm")
      }
        == [
          "impressions.damaged-20260131T120000Z-2.sqlite",
          "impressions.damaged-20260131T120000Z.sqlite",
        ])
  }

  @Test
  func `damage found while writing sets the file aside; pending events go to a new one`()
    async throws
  {
    let folder = try LogFolder()
    let first = try folder.open()
    for item in 0..<5_000 { first.record(.seen(.text("item \(item)"))) }
    try await first.close()
    // An index page that opening doesn't read.
    let (size, page) = try folder.sql { db in
      let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_item_1'"
      return (
        try #require(try Int.fetchOne(db, sql: "PRAGMA page_size")),
        try #require(try Int.fetchOne(db, sql: sql))
      )
    }
    let handle = try FileHandle(forUpdating: folder.file)
    try handle.seek(toOffset: UInt64(size * (page - 1)))
    try handle.write(contentsOf: Data(repeating: 0xff, count: size))
    try handle.close()
    let log = try folder.open()
    #expect(log.setAside == nil, "it opens")
    let ids = (0..<3).compactMap { log.record(.seen(.number(Int64($0)))) }
    try await log.flush()
    #expect(try await log.events().map(\.id) == ids)
    let setAside = folder.reports.all.filter { if case .setAside = $0 { true } else { false } }
    #expect(setAside.count == 1)
    #expect(try folder.names.contains("impressions.damaged-20260131T120000Z.sqlite"))
  }

  @Test func `a damaged file's position is not valid in its replacement`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in 0..<5 { log.record(.seen(.number(Int64(item)))) }
    let batch = try await log.nextBatch(limit: 5)
    await log.findDamage()
    for item in 0..<5 { log.record(.seen(.number(Int64(item)))) }
    try await log.flush()
    #expect(try await log.markDelivered(batch.map(\.position)) == 0)
    #expect(try await log.nextBatch(limit: 9).map(\.position.rawValue) == [6, 7, 8, 9, 10])
  }

  @Test(arguments: [false, true])
  func `a file removed or moved while open is replaced`(
    isMoved: Bool
  )
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("before"))
    let batch = try await log.nextBatch(limit: 1)
    if isMoved {
      try FileManager.default.moveItem(
        at: folder.file, to: folder.url.appendingPathComponent("elsewhere.sqlite"))
    } else {
      try FileManager.default.removeItem(at: folder.file)
    }
    let id = log.record(.seen("after"))
    try await log.flush()
    #expect(folder.reports.all.contains { if case .fileWasMoved = $0 { true } else { false } })
    #expect(try await log.markDelivered(batch.map(\.position)) == 0)
    try await log.close()
    let again = try folder.open()
    #expect(try await again.nextBatch(limit: 9).map(\.id) == [id])
  }

  @Test(arguments: [
    ("next_position = 1, undelivered_from = 0, folded_before = 0, generation = 0", false),
    ("next_position = 0, undelivered_from = 0, folded_before = 0", true),
    ("next_position = 9007199254740992", false), ("next_position = 9007199254740993", true),
    ("undelivered_from = 2", true), ("undelivered_from = -1", true),
    ("folded_before = 2", true), ("folded_before = -1", true), ("generation = -1", true),
    ("undelivered = -1", true), ("delivered = -1", true), ("rejected = -1", true),
    ("local = -1", true), ("dropped_undelivered = -1", true), ("pruned = -1", true),
    ("erased = -1", true),
  ])
  func `a counter outside its range is damage`(values: String, isDamage: Bool) async throws {
    let folder = try LogFolder()
    try await folder.open().close()
    try folder.sql { try $0.execute(sql: "UPDATE log SET \(values)") }
    _ = try? await folder.open().counts()
    let isSetAside = try folder.names.contains { $0.contains("damaged") }
    #expect(isSetAside == isDamage)
  }

  @Test(arguments: [(1, true), (2, true), (3, false), (9, false)])
  func `an event beyond the next position is damage`(next: Int, isDamage: Bool) async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in [1, 2] as [ItemKey] { log.record(.seen(item)) }
    try await log.close()
    try folder.sql {
      try $0.execute(
        sql: "UPDATE log SET next_position = ?, undelivered_from = 1, folded_before = 1",
        arguments: [next])
    }
    #expect(try (folder.open().setAside != nil) == isDamage)
  }

  /// Changes of a log's marks, and the kind of file that is left.
  @Test(
    arguments: [
      ("", nil), ("PRAGMA application_id = 7", .corrupt), ("DROP TABLE rejection", .corrupt),
      ("DROP TABLE context", .corrupt), ("DELETE FROM grdb_migrations", .corrupt),
      ("DELETE FROM grdb_migrations; DROP TABLE context", .corrupt),
      ("DROP TABLE grdb_migrations", .corrupt),
      ("INSERT INTO grdb_migrations VALUES ('other')", .corrupt),
      ("UPDATE grdb_migrations SET identifier = '2'", .corrupt),
      ("INSERT INTO grdb_migrations VALUES ('2')", .newerVersion(found: 2, supported: 1)),
      (
        "DROP TABLE context; INSERT INTO grdb_migrations VALUES ('2')",
        .newerVersion(found: 2, supported: 1)
      ),
      ("PRAGMA application_id = 7; DROP TABLE context", .notALog),
      ("PRAGMA application_id = 7; INSERT INTO grdb_migrations VALUES ('2')", .corrupt),
      ("CREATE TABLE more (a)", nil),
    ] as [(String, LogError.Kind?)])
  func `a file with some of a log's marks is a damaged log`(
    sql: String, expected: LogError.Kind?
  )
    async throws
  {
    let folder = try LogFolder()
    try await folder.open().close()
    try folder.sql { try $0.execute(sql: sql) }
    let log: ImpressionLog
    do { log = try folder.open() } catch {
      #expect(error as? LogError != nil && (error as? LogError)?.kind == expected)
      return
    }
    #expect((log.setAside == nil) == (expected == nil))
    if case .setAside(_, let error)? = folder.reports.all.first { #expect(error.kind == expected) }
  }

  @Test func `a missing folder is a specific error`() throws {
    let folder = try LogFolder()
    let error = #expect(throws: LogError.self) {
      _ = try ImpressionLog(at: folder.url.appendingPathComponent("no/log.sqlite"))
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.description.contains("create the folder") == true)
  }
}
#endif
