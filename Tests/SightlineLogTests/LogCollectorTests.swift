#if Log
import Foundation
import GRDB
import Testing

@_spi(Tools) @testable import SightlineLog

@Suite struct LogCollectorTests {
  private func log(_ folder: LogFolder, session: String) async throws -> [LoggedEvent] {
    let log = try folder.open { $0.session = session }
    log.record(.seen("one", attributes: ["account": "ann", "n": 1]))
    log.screen = "Home"
    log.record(.seen(1, .mrcVideo))
    log.record(.seen("1"))
    let batch = try await log.nextBatch(limit: 2).map(\.position)
    try await log.markDelivered([batch[0]])
    try await log.reject([batch[1]], because: "late")
    try await log.close()
    var events: [LoggedEvent] = []
    try LogArchive(at: folder.file).forEachEvent { events.append($0) }
    return events
  }

  @Test func `a collector keeps each event once, even after reopening`() async throws {
    let (first, second) = (try LogFolder(), try LogFolder())
    let events = try await log(first, session: "a") + log(second, session: "b")
    let folder = try LogFolder()
    let collector = try LogCollector(at: folder.file)
    #expect(try collector.add(events[..<4]) == 4)
    #expect(try collector.add(events[2...]) == 2)
    collector.close()
    let again = try LogCollector(at: folder.file)
    #expect(try again.add(events + events) == 0)
    again.close()
    let archive = try LogArchive(at: folder.file)
    var kept: [LoggedEvent] = []
    try archive.forEachEvent { kept.append($0) }
    var expected = events
    for index in expected.indices { expected[index].position = LogPosition(Int64(index) + 1) }
    #expect(kept == expected)
    #expect(try archive.count() == 6)
    #expect(try archive.report().total.reach == 2)
    // An app's log can open it as well.
    let counts = try await folder.open().counts()
    #expect(counts.delivered == 2 && counts.rejected == 2 && counts.undelivered == 2)
  }

  @Test func `a collector whose file was removed accepts no events`() async throws {
    let (source, folder) = (try LogFolder(), try LogFolder())
    let events = try await log(source, session: "a")
    let collector = try LogCollector(at: folder.file)
    #expect(try collector.add(events[..<1]) == 1)
    for name in try folder.names {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    let error = #expect(throws: LogError.self) { try collector.add(events) }
    #expect(error?.kind == .closed && error?.detail == "its file was moved or removed")
    collector.close()
    let again = try LogCollector(at: folder.file)
    #expect(try again.add(events) == 3)
    again.close()
  }

  @Test func `a collector leaves a damaged log as it is`() async throws {
    let folder = try LogFolder()
    _ = try await log(folder, session: "a")
    try folder.sql { try $0.execute(sql: "UPDATE log SET next_position = 1") }
    let error = #expect(throws: LogError.self) { try LogCollector(at: folder.file) }
    #expect(error?.kind == .corrupt)
    #expect(try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") } == 3)
    #expect(try !folder.names.contains { $0.contains("damaged") })
  }

  @Test func `a collector leaves a file that is not a log as it is`() throws {
    let folder = try LogFolder()
    let text = Data("not a database, but a person's text".utf8)
    try text.write(to: folder.file)
    #expect(throws: LogError.self) { try LogCollector(at: folder.file) }
    #expect(try Data(contentsOf: folder.file) == text)
    #expect(try folder.names == ["impressions.sqlite"])
  }
}
#endif
