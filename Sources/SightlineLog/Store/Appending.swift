#if Log
internal import Foundation
internal import GRDB

/// Writes batches of events, one transaction each.
struct Appender {
  private var dictionaries = Dictionaries()
  private let encoder = {
    let encoder = JSONEncoder()
    // Sort keys so equal attributes encode to equal text.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON cannot represent these, and one such number must not block a batch.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()
  private let clock: LogClock
  private let state: DeliveryState
  /// The UTC offset at the last event's quarter-hour. Time zones change their offset only at whole
  /// quarter-hours.
  private var offset: (quarter: Int64, seconds: Int)?
  private static let quarter: Int64 = 15 * 60 * 1000

  init(_ configuration: LogConfiguration) {
    clock = configuration.clock
    state = configuration.isDelivered ? .undelivered : .local
  }

  /// Discards IDs that a failed transaction may have added.
  mutating func forget() { dictionaries.forget() }

  private static let insert = """
    INSERT INTO event (id, position, kind, state, item, policy, session, screen, time, day,
      since_first, total, longest, fraction, count, exposures, attributes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Writes a batch. Returns the next free position.
  mutating func append(_ batch: [PendingEvent], _ db: Database) throws -> Int64 {
    var head = try LogHead(db)
    dictionaries.begin(generation: head.generation)
    let items = try ItemStatements(db)
    let row = try RawStatement(Appender.insert, db)
    for event in batch {
      let entry = event.entry
      let item = try dictionaries.item(entry.item, items)
      let policy = try dictionaries.policy(entry.policy, db)
      let session = try dictionaries.session(event.session, db)
      let screen = try event.screen.map { try dictionaries.screen($0, db) }
      let attributes = try entry.attributes.map {
        String(decoding: try encoder.encode($0), as: UTF8.self)
      }
      row.bind(event.id)
      row.bind(head.nextPosition)
      row.bind(Int64(entry.kind.rawValue))
      row.bind(Int64(state.rawValue))
      row.bind(item)
      row.bind(policy)
      row.bind(session)
      row.bind(screen)
      row.bind(event.milliseconds)
      row.bind(Int64(day(of: event.milliseconds)))
      row.bind(max(0, entry.sinceFirstSeen.saturatedNanoseconds))
      row.bind(max(0, entry.total.saturatedNanoseconds))
      row.bind(max(0, entry.longest.saturatedNanoseconds))
      row.bind(entry.greatestFraction.isFinite ? entry.greatestFraction : 0)
      row.bind(Int64(entry.count))
      row.bind(Int64(entry.exposures))
      row.bind(attributes)
      try row.execute()
      head.nextPosition += 1
    }
    head[state] += batch.count
    if head[.undelivered] == 0 { head.undeliveredFrom = head.nextPosition }
    if head.nextPosition - head.foldedBefore >= Memories.foldInterval {
      try Memories.fold(&head, db)
    }
    try head.write(db)
    return head.nextPosition
  }

  private mutating func day(of milliseconds: Int64) -> Int {
    let quarter = milliseconds / Appender.quarter
    if offset?.quarter != quarter { offset = (quarter, clock.secondsFromGMT(milliseconds)) }
    return LogClock.day(milliseconds, secondsFromGMT: offset?.seconds ?? 0)
  }
}
#endif
