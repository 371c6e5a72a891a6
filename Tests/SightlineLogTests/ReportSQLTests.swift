#if Log
import Foundation
import Testing

@testable import SightlineLog

/// `docs/reference/analytics.md` shows the SQL that a report runs.
@Suite struct ReportSQLTests {
  @Test func `the document shows the report's SQL`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/reference/analytics.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let feed = "'feed'"
    let queries = [
      "reach": ReportSQL.reach(policy: feed),
      "persons": ReportSQL.reach(of: "person", policy: feed),
      "people": ReportSQL.reach(of: ReportSQL.person(by: "account"), policy: feed),
      "time": ReportSQL.time(policy: feed),
      "days": ReportSQL.reach(by: "day", policy: feed),
      "heat": ReportSQL.heat(policy: feed),
    ]
    for (name, query) in queries {
      #expect(page.contains("```sql\n-- \(name), SQLite\n\(query);\n```"), "\(name):\n\(query)")
    }
    #expect(page.matches(of: /-- \w+, SQLite\n/).count == queries.count)
  }
}
#endif
