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

  @Test func `a log of a newer version is refused and left as it is`() async throws {
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
        == "\(folder.file.path): the log has version 7, this library knows up to 1; "
        + "update the app, or open a log at another place; the file was not touched")
    #expect(try Data(contentsOf: folder.file) == before)
  }

  @Test func `a database of something else is refused and left as it is`() throws {
    let folder = try LogFolder()
    try folder.sql { try $0.execute(sql: "CREATE TABLE notes (text)") }
    #expect(error(folder)?.kind == .notALog)
    #expect(try folder.sql { try $0.tableExists("notes") })
  }

  @Test func `a file that a killed process has just begun becomes a log`() async throws {
    let folder = try LogFolder()
    #expect(FileManager.default.createFile(atPath: folder.file.path, contents: Data()))
    let log = try folder.open()
    log.record(.seen(1))
    #expect(try await log.counts().undelivered == 1)
    #expect(log.setAside == nil)
  }

  @Test
  func `a file that is no database is set aside with its companions, and a fresh one started`()
    async throws
  {
    let folder = try LogFolder()
    let garbage = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
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

  @Test func `two files that are set aside in one second have two names`() async throws {
    let folder = try LogFolder()
    for _ in 0..<2 {
      try Data("no database, and long enough to be looked at".utf8).write(to: folder.file)
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
  func `damage that shows while writing sets the file aside, and what waits goes to a fresh one`()
    async throws
  {
    let folder = try LogFolder()
    let first = try folder.open()
    for item in 0..<5_000 { first.record(.seen(.text("item \(item)"))) }
    try await first.close()
    // All but the first pages, which opening reads.
    let pages = try folder.sql { try Int.fetchOne($0, sql: "PRAGMA page_size")! }
    let handle = try FileHandle(forUpdating: folder.file)
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: UInt64(pages * 20))
    try handle.write(contentsOf: Data(repeating: 0xff, count: Int(size) - pages * 20))
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

  @Test func `a position of a damaged file is none of the fresh one`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in 0..<5 { log.record(.seen(.number(Int64(item)))) }
    let batch = try await log.nextBatch(limit: 5)
    // What a read finds damaged, as it would a page.
    await #expect(throws: LogError.self) {
      try await log.writer.perform { (_, _) -> Void in
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "as if")
      }
    }
    for item in 0..<5 { log.record(.seen(.number(Int64(item)))) }
    try await log.flush()
    #expect(try await log.markDelivered(batch.map(\.position)) == 0)
    #expect(try await log.nextBatch(limit: 9).map(\.position.rawValue) == [6, 7, 8, 9, 10])
  }

  @Test(arguments: [false, true])
  func `a file that is removed or moved while it is open is followed by another`(
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

  @Test func `a folder that is not there is an error that says so`() throws {
    let folder = try LogFolder()
    let error = #expect(throws: LogError.self) {
      _ = try ImpressionLog(at: folder.url.appendingPathComponent("no/log.sqlite"))
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.description.contains("create the folder") == true)
  }
}
#endif
