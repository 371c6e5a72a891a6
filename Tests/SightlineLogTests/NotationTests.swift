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
      #expect(text.contains("\"measure\":\"\(measure.notation.name)\""), "\(text)")
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
#endif
