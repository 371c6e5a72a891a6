#if Log
import Foundation
import GRDB
import SightlineCore
import Testing

@testable import SightlineLog

/// The words of policies and events in a log.
@Suite struct NotationTests {
  @Test func `every repetition and measure has its name in a policy's parameters`() {
    var texts: Set<String> = []
    for kind in ImpressionRepetition.Kind.allCases {
      let repetition = ImpressionRepetition(kind, duration: .seconds(30), count: 3)
      let text = ImpressionPolicy.feed.repeating(repetition).parameters
      let name = "\"\(kind.notation.name)\""
      let value = kind.notation.unit == nil ? name : "{\(name):\(repetition.number)}"
      #expect(text.contains("\"repetition\":\(value),"), "\(text)")
      texts.insert(text)
    }
    #expect(texts.count == ImpressionRepetition.Kind.allCases.count)
    for measure in VisibilityRule.Measure.allCases {
      let text = ImpressionPolicy(rule: .share(0.5, of: measure)).parameters
      #expect(text.contains("\"measure\":\"\(measure.word)\""), "\(text)")
    }
  }

  @Test func `every kind and state of an event has its word in the view for SQL`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for _ in DeliveryState.allCases { log.record(.seen("a")) }
    try await log.close()
    for state in DeliveryState.allCases {
      for kind in LogEntry.Kind.allCases {
        let words: (String, String)? = try folder.sql { db in
          try db.execute(sql: "UPDATE event SET state = \(state.rawValue), kind = \(kind.rawValue)")
          return try Row.fetchOne(db, sql: "SELECT kind, state FROM events").map { ($0[0], $0[1]) }
        }
        #expect(words?.0 == kind.name && words?.1 == "\(state)")
      }
    }
  }
}

/// Logs of earlier versions.
@Suite struct EarlierLogTests {
  private static let repetitions: [ImpressionRepetition] = [
    .once, .oncePerSession, .oncePerScreenVisit, .afterLeaving, .afterCoolDown(.seconds(3600)),
    .perDay(2),
  ]

  @Test func `a log of version 0.1.0 keeps its events, counts and policies`() async throws {
    let folder = try LogFolder()
    let dump = try #require(
      Bundle.module.url(forResource: "Fixtures/log-0.1.0", withExtension: "sql"))
    try folder.sql { db in
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try db.execute(sql: try String(contentsOf: dump, encoding: .utf8))
    }
    let log = try folder.open()
    let events = try await log.nextBatch(limit: 100)
    #expect(events.count == 24 && folder.reports.all.isEmpty)
    #expect(events.first?.id.description == "019c13ec-9e00-7003-a92d-d9c9f9c52cf2")
    #expect(events.first?.attributes == ["section": "sport", "rank": 3])
    for (i, repetition) in Self.repetitions.enumerated() {
      let policy = LogPolicy("p\(i)", ImpressionPolicy.mrcDisplay.repeating(repetition))
      let memory = try await log.recollect(["a"], under: policy.policy)
      #expect(memory.map(\.count) == [i + 1], "\(repetition)")
      log.record(.seen("a", policy))
    }
    try await log.close()
    let policies = try folder.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM policy") }
    #expect(policies == Self.repetitions.count)
  }
}
#endif
