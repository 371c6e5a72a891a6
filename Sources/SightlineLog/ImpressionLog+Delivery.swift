#if Log
internal import Foundation
internal import GRDB

// Reading undelivered events and recording their delivery state.
extension ImpressionLog {
  /// Returns the oldest undelivered events, oldest first.
  ///
  /// Fetching doesn't mark events: until ``markDelivered(_:)`` or ``reject(_:because:)`` is called,
  /// the same events are returned again, even after a restart. A receiver may therefore get an
  /// event more than once and should deduplicate by ``LoggedEvent/id``.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of events.
  ///   - position: the position to start after, for fetching a second batch while the first is in
  ///     flight.
  /// - Complexity: O(limit), plus the delivered events between the undelivered ones.
  public func nextBatch(
    limit: Int, after position: LogPosition? = nil
  ) async throws(LogError) -> [LoggedEvent] {
    try await nextBatch(limit: limit, bytes: .max, after: position)
  }

  /// Returns the oldest undelivered events, limited to roughly `bytes` bytes of request (but at
  /// least one event) and to positions up to `end`.
  func nextBatch(
    limit: Int, bytes: Int, after position: LogPosition? = nil, through end: LogPosition? = nil
  ) async throws(LogError) -> [LoggedEvent] {
    try await writer.read { db in
      let head = try LogHead(db)
      let last = max(head.undeliveredFrom - 1, position?.rawValue ?? 0)
      return try LoggedEvent.fetch(
        db, where: "event.position > ? AND event.position <= ? AND event.state = 0",
        [last.databaseValue, (end?.rawValue ?? .max).databaseValue], limit: limit, bytes: bytes)
    }
  }

  /// Marks events as delivered. Returns the number of events that were undelivered or rejected
  /// before; other and missing events are left alone.
  @discardableResult
  public func markDelivered(_ positions: [LogPosition]) async throws(LogError) -> Int {
    try await change(positions, to: .delivered, from: [.undelivered, .rejected], because: nil)
  }

  /// Sets apart events refused by a receiver. They are kept for
  /// ``LogConfiguration/Retention/rejected`` and not delivered again unless retried with
  /// ``retryRejected(_:)``.
  @discardableResult
  public func reject(
    _ positions: [LogPosition], because reason: String
  ) async throws(LogError) -> Int {
    try await change(positions, to: .rejected, from: [.undelivered], because: reason)
  }

  /// Returns rejected events to the delivery queue. Passing `nil` retries all of them.
  @discardableResult
  public func retryRejected(_ positions: [LogPosition]? = nil) async throws(LogError) -> Int {
    let count = try await change(positions, to: .undelivered, from: [.rejected], because: nil)
    if count > 0 { writer.events.noteReturned() }
    return count
  }

  /// Changes the state of some events, or of all rejected ones.
  private func change(
    _ positions: [LogPosition]?, to new: DeliveryState, from old: [DeliveryState],
    because reason: String?
  ) async throws(LogError) -> Int {
    try await writer.write { db in
      let places =
        try positions?.map(\.rawValue) ?? Int64.fetchAll(db, sql: "SELECT position FROM rejection")
      let list = try json(places)
      let condition = """
        position IN (SELECT value FROM json_each(?))
        AND state IN (\(old.map { "\($0.rawValue)" }.joined(separator: ",")))
        """
      var head = try LogHead(db)
      let counts = try LogHead.states(in: "event", where: condition, [list], db)
      if let reason {
        try db.execute(
          sql: "INSERT INTO rejection SELECT position, ? FROM event WHERE \(condition)",
          arguments: [reason, list])
      } else {
        try db.execute(
          sql: """
            DELETE FROM rejection WHERE position IN (SELECT position FROM event WHERE \(condition))
            """, arguments: [list])
      }
      try db.execute(
        sql: "UPDATE event SET state = \(new.rawValue) WHERE \(condition)", arguments: [list])
      for (state, count) in counts {
        head[state] -= count
        head[new] += count
      }
      if new == .undelivered, let first = places.min(), !counts.isEmpty {
        head.undeliveredFrom = max(0, min(head.undeliveredFrom, first))
      }
      try head.advanceUndelivered(db)
      try head.write(db)
      return counts.reduce(0) { $0 + $1.count }
    }
  }

  // MARK: Lease

  /// The time after a batch's timeout for writing its outcome.
  private static let notingTime = Duration.seconds(2)

  /// Leases the right to send a batch to a delivery, unless another one holds it. Returns whether
  /// it succeeded.
  ///
  /// The lease expires, because the process may be killed. Only after a kill or a clock change can
  /// two deliveries send at once, and the events have the same IDs.
  func lease(to sender: Int64, for timeout: Duration) async throws(LogError) -> Bool {
    let (now, length) = (writer.configuration.clock.now, timeout + Self.notingTime)
    return try await writer.write { db in
      try db.execute(
        sql: """
          UPDATE log SET sender = ?, sends_until = ? WHERE sender = ? OR sends_until <= ?
            OR sends_until > ?
          """,
        arguments: [
          sender, now + length.milliseconds, sender, now, now + Duration.days(1).milliseconds,
        ])
      return db.changesCount > 0
    }
  }

  func endLease(of sender: Int64) async throws(LogError) {
    try await writer.write {
      try $0.execute(sql: "UPDATE log SET sends_until = 0 WHERE sender = ?", arguments: [sender])
    }
  }
}
#endif
