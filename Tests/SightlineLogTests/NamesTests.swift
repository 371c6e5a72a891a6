#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineLog

@Suite struct NamesTests {
  private static let composed = "caf\u{e9}"
  private static let decomposed = "cafe\u{301}"

  @Test func `canonically equivalent names are one item, even after reopening`() async throws {
    let folder = try LogFolder()
    for name in [Self.composed, Self.decomposed] {
      let log = try folder.open()
      log.record(.seen(.text(name), attributes: ["account": .text(name), name: 1]))
      try await log.close()
    }
    let log = try folder.open()
    #expect(try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 1)
    #expect(
      try await log.loadHistory(of: [.text(Self.decomposed)], under: .feed).map(\.count) == [2])
    for name in [Self.composed, Self.decomposed] {
      #expect(try await log.events(where: .attributes(["account": .text(name)])).count == 2)
      #expect(try await log.events(where: .attributes([name: 1])).count == 2)
    }
    #expect(try await log.erase(where: .items([.text(Self.decomposed)])) == 2)
  }

  @Test func `a name with a null character is read back and erased as such`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    let names = ["a", "a\0b", "\0", "a\0"]
    for name in names {
      log.session = name
      log.screen = name
      log.record(
        .seen(.text(name), LogPolicy(name, .feed), attributes: ["n": .text(name), name: 1]))
    }
    let events = try await log.events()
    #expect(events.map(\.item) == names.map { .text($0) })
    #expect(events.map(\.session) == names)
    #expect(events.map(\.screen) == names)
    #expect(events.map(\.policyName) == names)
    #expect(events.map(\.attributes) == names.map { ["n": .text($0), $0: 1] })
    #expect(try await log.loadHistory(of: ["a\0b"], under: .feed).map(\.item) == ["a\0b"])
    #expect(try await log.erase(where: .attributes(["n": "a\0"])) == 1)
    #expect(try await log.erase(where: .items(["a\0b"])) == 1)
    #expect(try await log.events().map(\.item) == ["a", "\0"])
    var query = ReportQuery()
    query.policy = "\0"
    #expect(try await log.report(query).rows.map(\.key) == [.item("\0")])
  }

  @Test func `a filter finds numbers that are not finite`() async throws {
    let log = try LogFolder().open()
    for number in [Double.infinity, -.infinity, .nan, 1] {
      log.record(.seen("a", attributes: ["n": .number(number)]))
    }
    for (number, position) in [(Double.infinity, 1), (-.infinity, 2), (.nan, 3), (1, 4)] {
      let events = try await log.events(where: .attributes(["n": .number(number)]))
      #expect(events.map(\.position.rawValue) == [Int64(position)])
    }
  }
}
#endif
