#if Log
import Foundation
import GRDB
import Testing

@testable import SightlineLog

/// Single steps of removing data over the size limit.
@Suite struct SizeLimitTests {
  /// The states in the order in which their events are removed.
  private static let order = [DeliveryState.delivered, .local, .rejected, .undelivered]

  /// Runs a closure on the file of a log with exposures, which have no records. Their states
  /// alternate, starting with the last to be removed.
  private func withFile(events: Int, _ body: (Database) throws -> Void) async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for _ in 0..<events {
      log.record(.exposure(of: 1, under: .feed, lasting: .seconds(1), greatestFraction: 1))
    }
    try await log.close()
    try folder.sql { db in
      var head = try LogHead(db)
      head[.undelivered] = 0
      for (place, state) in Self.order.reversed().enumerated() {
        try db.execute(
          sql: "UPDATE event SET state = ? WHERE position % 4 = ?",
          arguments: [state.rawValue, place])
        head[state] = db.changesCount
      }
      head.undeliveredFrom = 0
      try head.write(db)
      try body(db)
    }
  }

  private func positions(_ state: DeliveryState, _ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db, sql: "SELECT position FROM event WHERE state = ? ORDER BY position",
      arguments: [state.rawValue])
  }

  @Test func `a step removes the oldest events of one state, in proportion to the excess`()
    async throws
  {
    try await withFile(events: 6_000) { db in
      var retention = LogConfiguration.Retention()
      var (lost, none) = (0, 0)
      retention.bytes = try db.usedBytes()
      #expect(
        try !Pruning(retention: retention, now: 0).bySize(before: .max, dropped: &none, db),
        "within the limit")
      #expect(try LogHead(db).events.reduce(0, +) == 6_000 && none == 0)
      for state in Self.order {
        for share in [1, 0.8] {
          let before = try positions(state, db)
          let (used, head) = (try db.usedBytes(), try LogHead(db))
          retention.bytes = Int(Double(used) * share) - 1
          let pruning = Pruning(retention: retention, now: 0)
          var dropped = 0
          #expect(try pruning.bySize(before: .max, dropped: &dropped, db))
          // Five percent of the limit more than the excess.
          let share = (Double(used) - 0.95 * Double(retention.bytes)) / Double(used)
          let events = Double(Self.order.reduce(0) { $0 + head[$1] })
          let removed = min(before.count, Int((events * share).rounded(.up)))
          #expect(try positions(state, db) == Array(before.dropFirst(removed)))
          #expect(dropped == (state == .undelivered ? removed : 0))
          lost += dropped
          let after = try LogHead(db)
          #expect(after[state] == before.count - removed)
          #expect(after.droppedUndelivered == lost)
          #expect(after.pruned == head.pruned + removed - dropped)
        }
        retention.bytes = 1
        let pruning = Pruning(retention: retention, now: 0)
        var dropped = 0
        while try !positions(state, db).isEmpty {
          #expect(try pruning.bySize(before: .max, dropped: &dropped, db))
        }
        lost += dropped
      }
      // The names are left, and then nothing.
      let pruning = Pruning(retention: retention, now: 0)
      var dropped = 0
      #expect(try pruning.bySize(before: .max, dropped: &dropped, db))
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM item") == 0)
      #expect(try !pruning.bySize(before: .max, dropped: &dropped, db) && dropped == 0)
    }
  }
}
#endif
