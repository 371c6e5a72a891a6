#if Log
internal import Foundation
internal import GRDB

/// Writes batches of events and the exposures in progress.
struct Appender {
  private var dictionaries = Dictionaries()
  private let configuration: LogConfiguration
  /// Distinguishes the open exposures of logs that share a file.
  private let writer = Int64.random(in: 1 ... .max)
  /// The UTC offset at the last event's quarter-hour. Time zones change their offset only at whole
  /// quarter-hours.
  private var offset: (quarter: Int64, seconds: Int)?
  private static let quarter: Int64 = 15 * 60 * 1000
  /// The latest heartbeat of each other writer, and the uptime at which it was first seen; `nil`
  /// before the first check.
  private var beats: [Int64: (time: Int64, seen: Duration)]?
  /// A process that misses this many heartbeats has ended.
  private static let missedBeats = 3

  init(_ configuration: LogConfiguration) { self.configuration = configuration }

  /// Discards IDs that a failed transaction may have added.
  mutating func forget() { dictionaries.forget() }

  static let columns = """
    id, position, kind, state, item, policy, session, screen, time, day, since_first, total, longest,
    fraction, count, exposures, attributes, context, rate, utc_offset
    """
  static let places = columns.split(separator: ",").map { _ in "?" }.joined(separator: ",")

  /// Writes a batch in a transaction, then forgets records. Returns the next free position.
  mutating func append(
    _ batch: some Sequence<PendingEvent>, _ forgotten: Set<ForgottenRecords>, _ db: Database
  ) throws -> Int64 {
    var head = try LogHead(db)
    begin(head)
    let items = try ItemStatements(db)
    let row = try RawStatement(
      "INSERT INTO event (\(Appender.columns)) VALUES (\(Appender.places))", db)
    for event in batch {
      for records in event.forgotten { try RecordStore.forget(records, &head, db) }
      let state = try write(event, at: head.nextPosition, row, items, db)
      head[state] += 1
      head.nextPosition += 1
      guard let exposure = event.exposure else { continue }
      try db.cachedStatement(sql: "DELETE FROM open_exposure WHERE writer = ? AND position = ?")
        .execute(arguments: [writer, exposure])
    }
    for records in forgotten { try RecordStore.forget(records, &head, db) }
    if head.nextPosition - head.foldedBefore >= RecordStore.foldInterval {
      try RecordStore.fold(&head, db)
    }
    try head.write(db)
    return head.nextPosition
  }

  /// Writes the exposures in progress, replacing the previous heartbeat's.
  mutating func beat(_ open: [PendingEvent], _ db: Database) throws {
    begin(try LogHead(db))
    let items = try ItemStatements(db)
    let row = try RawStatement(
      """
      INSERT OR REPLACE INTO open_exposure (\(Appender.columns), writer)
      VALUES (\(Appender.places), \(writer))
      """, db)
    for event in open { _ = try write(event, at: event.exposure ?? 0, row, items, db) }
  }

  /// Turns the open exposures of killed processes into events. Returns the next free position.
  mutating func adopt(_ db: Database) throws -> Int64 {
    var head = try LogHead(db)
    let condition = "writer IN (\(try stoppedWriters(db).map(String.init).joined(separator: ",")))"
    let counts = try LogHead.states(in: "open_exposure", where: condition, [], db)
    if counts.isEmpty { return head.nextPosition }
    let columns = Appender.columns.replacing(
      "position", with: "\(head.nextPosition - 1) + row_number() OVER (ORDER BY time)")
    try db.execute(
      sql: """
        INSERT INTO event (\(Appender.columns)) SELECT \(columns)
        FROM open_exposure WHERE \(condition);
        DELETE FROM open_exposure WHERE \(condition);
        """)
    for (state, count) in counts {
      head[state] += count
      head.nextPosition += Int64(count)
    }
    try head.write(db)
    return head.nextPosition
  }

  /// Returns the writers of open exposures whose processes have ended: at the first check by the
  /// wall clock, because they may have ended long ago; later by missed heartbeats while this
  /// process ran, because clocks get changed and devices sleep.
  private mutating func stoppedWriters(_ db: Database) throws -> [Int64] {
    let (now, uptime) = (configuration.clock.now, configuration.clock.uptime())
    let wait = configuration.heartbeat * Self.missedBeats
    let rows = try Row.fetchAll(
      db, sql: "SELECT writer, max(time) FROM open_exposure WHERE writer <> ? GROUP BY writer",
      arguments: [writer])
    var latest: [Int64: (time: Int64, seen: Duration)] = [:]
    var stopped: [Int64] = []
    for row in rows {
      var columns = ColumnReader(row)
      let other: Int64 = try columns.next()
      let time = try columns.next(in: LogRange.milliseconds)
      let seen = beats?[other].flatMap { $0.time == time ? $0.seen : nil }
      latest[other] = (time, seen ?? uptime)
      let isLate = beats == nil && abs(now - time) > wait.milliseconds
      if isLate || uptime - (seen ?? uptime) > wait { stopped.append(other) }
    }
    beats = latest
    return stopped
  }

  private mutating func begin(_ head: LogHead) {
    dictionaries.begin(generation: head.generation)
    // The device may have moved to another time zone.
    offset = nil
  }

  /// Writes an event with a statement that takes ``columns``. Returns its delivery state.
  private mutating func write(
    _ event: PendingEvent, at position: Int64, _ row: RawStatement, _ items: ItemStatements,
    _ db: Database
  ) throws -> DeliveryState {
    let entry = event.entry
    let item = try dictionaries.item(entry.item, items)
    let policy = try dictionaries.policy(entry.policy, db)
    let session = try dictionaries.session(event.session, db)
    let screen = try event.screen.map { try dictionaries.screen($0, db) }
    let attributes = entry.attributes?.stored
    let context = event.context.isEmpty ? nil : try dictionaries.context(event.context, db)
    let (state, rate) = configuration.selection(of: event)
    let offset = secondsFromGMT(at: event.milliseconds)
    row.bind(event.id)
    row.bind(position)
    row.bind(Int64(entry.kind.rawValue))
    row.bind(Int64(state.rawValue))
    row.bind(item)
    row.bind(policy)
    row.bind(session)
    row.bind(screen)
    row.bind(event.milliseconds)
    row.bind(Int64(LogClock.day(event.milliseconds, secondsFromGMT: offset)))
    row.bind(entry.sinceFirstSeen.storedNanoseconds)
    row.bind(entry.total.storedNanoseconds)
    row.bind(entry.longest.storedNanoseconds)
    row.bind(entry.greatestFraction.isFinite ? entry.greatestFraction : 0)
    row.bind(Int64(entry.count))
    row.bind(Int64(entry.exposures))
    row.bind(attributes)
    row.bind(context)
    row.bind(rate)
    row.bind(Int64(offset))
    try row.execute()
    return state
  }

  private mutating func secondsFromGMT(at milliseconds: Int64) -> Int {
    let quarter = milliseconds / Appender.quarter
    if let offset, offset.quarter == quarter { return offset.seconds }
    let seconds = configuration.clock.secondsFromGMT(milliseconds).clamped(to: LogRange.offsets)
    offset = (quarter, seconds)
    return seconds
  }
}
#endif
