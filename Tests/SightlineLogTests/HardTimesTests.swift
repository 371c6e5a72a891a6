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

/// Adverse conditions that an app must survive.
@Suite struct HardTimesTests {
  @Test func `a full disk loses nothing, and everything is written later`() async throws {
    let folder = try LogFolder()
    // SQLite's page limit causes the same SQLITE_FULL as a full disk.
    let pages = Locked(40)
    let log = try folder.open {
      $0.adjust = { try $0.execute(sql: "PRAGMA max_page_count = \(pages.withLock { $0 })") }
    }
    log.record(.seen("before"))
    try await log.flush()
    let ids = (0..<20_000).compactMap { log.record(.seen(.number(Int64($0)))) }
    let error = await #expect(throws: LogError.self) { try await log.flush() }
    #expect(error?.kind == .diskFull)
    let waiting = log.progress.waiting
    #expect(waiting > 0)
    #expect(log.record(.seen("meanwhile")) != nil, "the app continues")
    let delivered = try await log.nextBatch(limit: 5)
    #expect(delivered.first?.item == "before", "so does delivery")
    // All acknowledged events are in the file, now and after a restart.
    let acknowledged = folder.written.all.flatMap { $0 }
    let stored = try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") }
    #expect(stored == acknowledged.count)
    try log.writer.onPool { pool in
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    }
    try await log.flush()
    #expect(log.progress.waiting == 0)
    #expect(folder.written.all.flatMap { $0 }.count == 20_002)
    #expect(try await log.events(limit: 30_000).dropFirst().dropLast().map(\.id) == ids)
    let kinds = folder.reports.all.map { report -> String in
      switch report {
      case .writeFailed(let error): "failed: \(error.kind)"
      case .recovered: "recovered"
      default: "\(report)"
      }
    }
    #expect(kinds == ["failed: diskFull", "recovered"], "reported once, not with every attempt")
  }

  @Test func `a log that could not be closed continues`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.adjust = { try $0.execute(sql: "PRAGMA max_page_count = 40") } }
    for item in Int64(0)..<20_000 { log.record(.seen(.number(item))) }
    await #expect(throws: LogError.self) { try await log.close() }
    #expect(log.record(.seen("later")) != nil)
    #expect(log.writer.events.withState { $0.isScheduled }, "it tries again by itself")
    try log.writer.onPool { pool in
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    }
    try await log.close()
    #expect(try await folder.open().counts().events == 20_001)
  }

  #if os(Linux)
  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a file system"))
  func `on a truly full disk the app continues and no acknowledged event is lost`() async throws {
    let disk = try SmallDisk(bytes: 3 << 20)
    let folder = try LogFolder(disk.url)
    let log = try folder.open()
    var ids: [EventID] = []
    var failure: LogError?
    while failure == nil && ids.count < 200_000 {
      ids += (0..<2_000).compactMap { log.record(.seen(.number(Int64($0)))) }
      do { try await log.flush() } catch { failure = error }
    }
    #expect(
      failure?.kind == .diskFull, "\(failure.map(String.init(describing:)) ?? "it never filled")")
    let acknowledged = folder.written.all.flatMap { $0 }
    #expect(Array(ids.prefix(acknowledged.count)) == acknowledged)
    let positions = (1...Int64(acknowledged.count)).map { LogPosition($0) }
    try disk.grow(to: 30 << 20)
    try await log.flush()
    #expect(try await log.markDelivered(positions) == acknowledged.count)
    #expect(try await log.counts().events == ids.count)
    try await log.close()
    let again = try folder.open()
    #expect(try await again.events(limit: .max).map(\.id) == ids)
    #expect(try folder.sql { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    try await again.close()
  }
  #endif

  @Test func `a file that may not grow is a full disk`() async {
    // The limit is process-wide.
    await #expect(processExitsWith: .success) {
      let folder = try LogFolder()
      let log = try folder.open()
      signal(SIGXFSZ, SIG_IGN)
      func limitFiles(to bytes: rlim_t) {
        var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t(Int64.max))
        #if os(Linux)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        #else
        #expect(setrlimit(RLIMIT_FSIZE, &limit) == 0)
        #endif
      }
      limitFiles(to: 1 << 20)
      for item in 0..<50_000 { log.record(.seen(.number(Int64(item)))) }
      let error = await #expect(throws: LogError.self) { try await log.flush() }
      #expect(error?.kind == .diskFull)
      limitFiles(to: rlim_t(Int64.max))
      try await log.flush()
      #expect(try await log.counts().events == 50_000)
    }
  }

  @Test func `GRDB's notifications suspend a log and resume it`() async {
    // The notifications are process-wide.
    await #expect(processExitsWith: .success) {
      let folder = try LogFolder()
      let log = try folder.open()
      func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
      }
      log.record(.seen(1))
      try await log.flush()
      post(Database.suspendNotification)
      #expect(try folder.size(of: "-wal") == nil, "it is closed")
      #if os(Linux)
      #expect(try folder.locks == [])
      #endif
      log.record(.seen(2))
      let error = await #expect(throws: LogError.self) { try await log.flush() }
      #expect(error?.kind == .suspended)
      post(Database.resumeNotification)
      #expect(try await log.events().map(\.item) == [1, 2])
    }
  }

  @Test func `a file that may not be used yet is opened later, and has everything then`() async {
    // The root user can write everywhere, so run as another user, in a separate process.
    await #expect(processExitsWith: .success) {
      let folder = try LogFolder()
      try await folder.open().close()
      // SQLite lets anyone read a file that another process has open.
      let inUse = try LogFolder()
      let writer = try inUse.open()
      for folder in [folder, inUse] {
        #expect(chmod(folder.url.path, 0o555) == 0 && chmod(folder.file.path, 0o444) == 0)
      }
      if geteuid() == 0 { #expect(seteuid(65_534) == 0) }
      let other = folder.url.appendingPathComponent("other.sqlite")
      let logs = [try folder.open(), try inUse.open(), try ImpressionLog(at: other)]
      for log in logs {
        #expect(log.record(.seen("early")) != nil)
        let error = await #expect(throws: LogError.self) { try await log.flush() }
        #expect(error.map { [.readOnly, .cannotOpen].contains($0.kind) } == true)
        #expect(log.progress.waiting == 1)
      }
      #expect(folder.reports.all.count == 1, "reported once")
      _ = seteuid(getuid())
      for folder in [folder, inUse] {
        #expect(chmod(folder.url.path, 0o755) == 0 && chmod(folder.file.path, 0o644) == 0)
      }
      for log in logs {
        log.record(.seen("late"))
        #expect(try await log.events().map(\.item) == ["early", "late"])
      }
      withExtendedLifetime(writer) {}
      let nowhere = folder.url.appendingPathComponent("none/log.sqlite")
      let missing = #expect(throws: LogError.self) { _ = try ImpressionLog(at: nowhere) }
      #expect(missing?.kind == .cannotOpen, "its folder is never created")
    }
  }

  @Test
  func `while another connection locks the file the app continues and writes later`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.busyTimeout = .milliseconds(20) }
    var options = Configuration()
    options.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: folder.file.path, configuration: options)
    try holder.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let id = log.record(.seen(1))
    let error = await #expect(throws: LogError.self) { try await log.flush() }
    #expect(error?.kind == .locked)
    #expect(log.progress.waiting == 1)
    try holder.inDatabase { try $0.execute(sql: "COMMIT") }
    try await log.flush()
    #expect(folder.written.all == [[id!]])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a log writes again by itself after a failure`() async throws {
    let folder = try LogFolder()
    let (written, continuation) = AsyncStream<[EventID]>.makeStream()
    let (failures, failure) = AsyncStream<Void>.makeStream()
    let log = try folder.open {
      $0.batchDelay = .zero
      $0.busyTimeout = .milliseconds(1)
      $0.didWrite = { continuation.yield($0) }
      $0.report = {
        folder.reports.add($0)
        failure.yield()
      }
    }
    var options = Configuration()
    options.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: folder.file.path, configuration: options)
    try holder.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let start = ContinuousClock.now
    let id = try #require(log.record(.seen(1)))
    _ = await failures.first { true }
    try holder.inDatabase { try $0.execute(sql: "COMMIT") }
    #expect(await written.first { _ in true } == [id])
    #expect(ContinuousClock.now - start >= .seconds(1))
    try await log.flush()
    let kinds = folder.reports.all.map { "\($0)".prefix(9) }
    #expect(kinds == ["writeFail", "recovered"])
  }

  @Test(arguments: [true, false])
  func `a closed log is a single file`(explicitly: Bool) async throws {
    let folder = try LogFolder()
    let other = try folder.open()
    var log: ImpressionLog? = try folder.open()
    for item in 0..<20_000 { log?.record(.seen(.number(Int64(item)))) }
    // Also opens readers.
    #expect(try await log?.counts().events == 20_000)
    #expect(try await other.events(limit: 1).count == 1)
    // While the file stays open elsewhere, the write-ahead log remains.
    try await other.close()
    #expect(try folder.size(of: "-wal") ?? 0 > 0)
    if explicitly {
      try await log?.close()
    } else {
      let writer = log?.writer
      log = nil
      // Waits for the queue.
      writer?.suspend()
    }
    #expect(try folder.size(of: "-wal") == nil && folder.size(of: "-shm") == nil)
    #expect(try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") } == 20_000)
  }

  @Test func `a log interrupted before it is closed is a single file`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen(1))
    try await log.flush()
    // GRDB interrupts its connections at a suspension, before or after the log closes them.
    try log.writer.onPool { $0.interrupt() }
    log.writer.suspend()
    #expect(try folder.names == ["impressions.sqlite", "impressions.sqlite-lock"])
  }

  @Test func `two logs on one file share names, positions and records`() async throws {
    let folder = try LogFolder()
    let a = try folder.open { $0.session = "a" }
    let b = try folder.open { $0.session = "b" }
    for item in 0..<2_000 {
      a.record(.seen(.number(Int64(item))))
      b.record(.seen(.number(Int64(item))))
      if item.isMultiple(of: 100) {
        async let first: Void = a.flush()
        async let second: Void = b.flush()
        _ = try await (first, second)
      }
    }
    try await a.flush()
    try await b.flush()
    let events = try await a.events(limit: 9_999)
    #expect(events.map(\.position.rawValue) == Array(1...4_000))
    #expect(events.filter { $0.session == "b" }.map(\.item) == (0..<2_000).map { .number($0) })
    #expect(try await b.loadHistory(of: [7], under: .feed).first?.count == 2)
    // One process removes names whose IDs the other has cached.
    #expect(try await a.erase(where: LogFilter()) == 4_000)
    b.record(.seen(7))
    #expect(try await b.events().map(\.item) == [7])
  }
}

#if os(Linux)
/// A separate file system of a few megabytes.
final class SmallDisk {
  let url: URL

  static let isPossible: Bool = {
    guard let disk = try? SmallDisk(bytes: 1 << 20) else { return false }
    return FileManager.default.fileExists(atPath: disk.url.path)
  }()

  init(bytes: Int) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(bytes)") == 0 else {
      try? FileManager.default.removeItem(at: url)
      throw CocoaError(.fileWriteNoPermission)
    }
  }

  func grow(to bytes: Int) throws {
    guard mount("tmpfs", url.path, "tmpfs", UInt(MS_REMOUNT), "size=\(bytes)") == 0 else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }

  deinit {
    _ = umount2(url.path, Int32(MNT_DETACH))
    try? FileManager.default.removeItem(at: url)
  }
}
#endif
#endif
