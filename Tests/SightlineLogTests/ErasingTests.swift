#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

@Suite struct ErasingTests {
  private func folderHolds(_ text: String, _ folder: LogFolder) throws -> [String] {
    try folder.names.filter { name in
      let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  @Test func `a person's events are erased, including from the file's bytes`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for index in 0..<500 {
      log.record(
        .seen(
          .text("secret-item-\(index % 20)"),
          attributes: ["account": .text("anna-\(index % 2)"), "n": 1]))
    }
    log.record(.seen("shared-item", attributes: ["account": "anna-0"]))
    log.record(.seen("shared-item", attributes: ["account": "anna-1"]))
    try await log.markDelivered((1...100).map { LogPosition($0) })
    try await log.reject([LogPosition(101)], because: "anna-0 is unknown")
    #expect(try folderHolds("anna-0", folder) != [])
    #expect(try await log.erase(where: .attributes(["account": "anna-0"])) == 251)
    #expect(try folderHolds("anna-0", folder) == [])
    #expect(try folderHolds("anna-1", folder) != [])
    let left = try await log.events(limit: 999)
    #expect(left.count == 251)
    #expect(left.allSatisfy { $0.attributes?["account"] == "anna-1" })
    let counts = try await log.counts()
    #expect((counts.erased, counts.events, counts.delivered) == (251, 251, 50))
    #expect(try await log.nextBatch(limit: 1).first?.position == LogPosition(102))
    // Her impressions are forgotten, so the item may count again.
    #expect(try await log.loadHistory(of: ["shared-item", "secret-item-0"], under: .feed) == [])
    #expect(try await log.loadHistory(of: ["secret-item-1"], under: .feed).first?.count == 25)
    #expect(try folderHolds("secret-item-0\0", folder) == [])
  }

  /// Returns the names with a prefix, followed by 16 characters, anywhere in the folder's files.
  private func names(after prefix: String, in folder: LogFolder) throws -> Set<String> {
    var names: Set<String> = []
    for file in try folder.names {
      let data = try Data(contentsOf: folder.url.appendingPathComponent(file))
      var rest = data.startIndex..<data.endIndex
      while let found = data.range(of: Data(prefix.utf8), in: rest) {
        rest = found.upperBound..<data.endIndex
        names.insert(String(decoding: data[rest].prefix(16), as: UTF8.self))
      }
    }
    return names
  }

  @Test func `of 20,000 random names no erased one is left in the file`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    var random = SeededGenerator(seed: 25)
    let names = (0..<20_000).map { _ in
      String(format: "%016lx", UInt.random(in: 0 ... .max, using: &random))
    }
    for name in names { log.record(.seen(.text("item-" + name))) }
    try await log.flush()
    for half in [names.prefix(10_000), names.suffix(10_000)] {
      #expect(try await log.erase(where: .items(Set(half.map { .text("item-" + $0) }))) == 10_000)
      #expect(try self.names(after: "item-", in: folder).intersection(half) == [])
    }
  }

  @Test func `text of events that expire after an erasure is overwritten`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.undelivered = .days(1) }
    for index in 0..<2_000 {
      log.record(
        .seen("item", attributes: ["text": .text("text-\(1_000_000_000_000_000 + index)")]))
    }
    log.record(.seen("other"))
    try await log.erase(where: .items(["other"]))
    try await folder.age(log, by: 2)
    try await log.close()
    #expect(try names(after: "text-", in: folder) == [])
  }

  @Test func `a reader in another process delays only the overwriting`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.busyTimeout = .milliseconds(10) }
    for index in 0..<100 { log.record(.seen(.text("item-\(1_000_000_000_000_000 + index)"))) }
    try await log.flush()
    var options = Configuration()
    options.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: folder.file.path, configuration: options)
    try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT * FROM event") }
    #expect(try await log.erase(where: LogFilter()) == 100)
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    log.record(.seen("next"))
    try await log.flush()
    #expect(try names(after: "item-", in: folder) == [])
    try reader.close()
  }

  @Test func `a reader in another process does not delay writing, whatever is left to overwrite`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open { $0.busyTimeout = .seconds(600) }
    log.record(.seen(1))
    try await log.flush()
    try folder.sql { try $0.execute(sql: "UPDATE log SET wiping = 2") }
    var options = Configuration()
    options.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: folder.file.path, configuration: options)
    try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT * FROM event") }
    let start = ContinuousClock.now
    log.record(.seen(2))
    try await log.flush()
    #expect(ContinuousClock.now - start < .seconds(600))
    func steps() throws -> Int? {
      try folder.sql { try Int.fetchOne($0, sql: "SELECT wiping FROM log") }
    }
    #expect(try steps() != 0)
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    try await log.flush()
    #expect(try steps() == 0)
    try reader.close()
  }

  @Test func `an item remembered without events is also forgotten`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.undelivered = .days(1) }
    log.record(.seen("zebra"))
    log.record(.seen("other"))
    try await log.flush()
    try await folder.age(log, by: 2)
    #expect(try await log.loadHistory(of: ["zebra", "other"], under: .feed).count == 2)
    #expect(try await log.erase(where: .items(["zebra"])) == 0)
    #expect(log.history(of: "zebra", under: .feed) == .unknown)
    #expect(
      try await log.loadHistory(of: ["zebra", "other"], under: .feed).map(\.item) == ["other"])
    #expect(try folderHolds("zebra", folder) == [])
    try await log.erase(where: LogFilter())
    #expect(try await log.loadHistory(of: ["other"], under: .feed) == [])
    #expect(try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM session") } == 0)
  }

  @Test func `an erased session is not named by later events`() async throws {
    let folder = try LogFolder()
    var log = try folder.open { $0.session = "secret" }
    for item in 1...2 { log.record(.seen(.number(Int64(item)))) }
    try await log.close()
    log = try folder.open { $0.session = "next" }
    try await log.erase(where: .items([1]))
    log.record(.seen(3))
    #expect(try await log.events().map(\.previousSession) == [nil, "secret"])
    try await log.erase(where: LogFilter())
    log.record(.seen(4))
    #expect(try await log.events().map(\.previousSession) == [nil])
    #expect(try folderHolds("secret", folder) == [])
  }

  @Test func `a filter matches exactly its events`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.screen = "Home"
    log.record(.seen(1, attributes: ["flag": true, "rank": 1]))
    log.screen = "Search"
    log.session = "second"
    folder.clock.advance(by: .seconds(60))
    log.record(.seen(2, .mrcVideo, attributes: ["flag": false, "rank": 1.0]))
    log.record(.exposure(of: 1, under: .feed, lasting: .seconds(1), greatestFraction: 1))
    func chosen(_ change: (inout LogFilter) -> Void) async throws -> [Int64] {
      var filter = LogFilter()
      change(&filter)
      return try await log.events(where: filter).map(\.position.rawValue)
    }
    #expect(try await chosen { _ in } == [1, 2, 3])
    #expect(try await chosen { $0.items = [1] } == [1, 3])
    #expect(try await chosen { $0.items = ["1"] } == [])
    #expect(try await chosen { $0.items = [] } == [])
    #expect(try await chosen { $0.screens = ["Home"] } == [1])
    #expect(try await chosen { $0.sessions = ["second", "third"] } == [2, 3])
    #expect(try await chosen { $0.policies = ["mrcVideo"] } == [2])
    #expect(try await chosen { $0.kind = .exposure } == [3])
    #expect(try await chosen { $0.since = folder.clock.date } == [2, 3])
    #expect(try await chosen { $0.before = folder.clock.date } == [1])
    #expect(try await chosen { $0.attributes = ["flag": true] } == [1])
    #expect(try await chosen { $0.attributes = ["flag": 1] } == [])
    #expect(try await chosen { $0.attributes = ["rank": 1] } == [1, 2])
    #expect(try await chosen { $0.attributes = ["rank": 1, "flag": false] } == [2])
    #expect(try await chosen { $0.attributes = ["rank": "1"] } == [])
    #expect(
      try await chosen {
        $0.items = [1]
        $0.screens = ["Search"]
      } == [3])
  }
}
#endif
