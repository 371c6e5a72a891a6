#if Log
import Foundation

@testable import SightlineLog

/// The content of a log in plain arrays, with each operation in its plain definition.
struct LogModel {
  struct Pair: Hashable {
    var item: ItemKey
    var policy: LogPolicy
    var person: String?
  }

  /// The session, screen and context of subsequent events.
  var session: LogSession
  var screen: String?
  var context: [String: LogValue] = [:]

  /// Returns the state and the sample rate of a new event.
  let selection: (LogEntry, LogSession) -> (DeliveryState, rate: Double)
  private static let days: [DeliveryState: Int64] = [
    .undelivered: 30, .delivered: 10, .rejected: 20, .local: 10,
  ]

  private var stored: [LoggedEvent] = []
  private(set) var records: [Pair: LoggedRecord] = [:]
  /// The sessions in the file, oldest first.
  private var sessions: [LogSession] = []
  /// The latest session with an event.
  private var latest: String?
  private(set) var next: Int64 = 1
  /// The file's age, as measured by reading the clock; the time of the last reading; and the age
  /// when each event was written.
  private var (lived, looked) = (Int64(0), Int64?.none)
  private var written: [EventID: Int64] = [:]
  /// The first position of the latest batch, now and at the last clock reading.
  var batch = Int64.max
  private var lookedBatch = Int64.max
  private(set) var (dropped, pruned, erased) = (0, 0, 0)

  init(
    session: String, selection: @escaping (LogEntry, LogSession) -> (DeliveryState, rate: Double)
  ) {
    self.session = LogSession(name: session)
    self.selection = selection
  }

  static func configure(_ retention: inout LogConfiguration.Retention) {
    retention.undelivered = .days(30)
    retention.delivered = .days(10)
    retention.rejected = .days(20)
  }

  /// The local time's offset from UTC, which changes with every quarter-hour.
  static func secondsFromGMT(_ milliseconds: Int64) -> Int {
    Int(milliseconds / 900_000 % 5) * 3_600 - 7_200
  }

  static func day(_ milliseconds: Int64) -> Int {
    let local = milliseconds + Int64(secondsFromGMT(milliseconds)) * 1_000
    return Int((Double(local) / 86_400_000).rounded(.down))
  }

  /// The events, oldest first.
  var events: [LoggedEvent] {
    stored.map { event in
      var event = event
      event.previousSession =
        sessions.first { $0.name == event.session && $0.person == event.person }?.previous
      return event
    }
  }

  // MARK: Operations

  mutating func begin(_ name: String, of person: String?) {
    if name == session.name && person == session.person { return }
    session = LogSession(name: name, previous: latest == name ? nil : latest, person: person)
  }

  /// Forgets an item, or all items, that the person has seen.
  mutating func forget(_ item: ItemKey?) {
    let person = session.person
    records = records.filter { pair, _ in
      pair.person != person || item.map { $0 != pair.item } ?? false
    }
  }

  mutating func reopen(_ name: String) {
    (batch, lookedBatch) = (.max, .max)
    latest = sessions.last?.name
    session = LogSession(name: name, previous: latest == name ? nil : latest)
    (screen, context) = (nil, [:])
  }

  mutating func record(_ entry: LogEntry, as id: EventID, at now: Int64) {
    let time = max(0, now - max(0, entry.age.milliseconds))
    let (state, rate) = selection(entry, session)
    let attributes = context.merging(entry.attributes ?? [:]) { $1 }
    stored.append(
      LoggedEvent(
        id: id, position: LogPosition(next), state: state, time: Date(milliseconds: time),
        day: Self.day(time), session: session.name, screen: entry.screen ?? screen,
        policyName: entry.policy.name, policyParameters: entry.policy.policy.parameters,
        kind: entry.kind, item: entry.item, sinceFirstSeen: entry.sinceFirstSeen,
        total: entry.total, longest: entry.longest, greatestFraction: entry.greatestFraction,
        count: entry.count, exposures: entry.exposures,
        attributes: attributes.isEmpty ? nil : attributes, sampleRate: rate,
        secondsFromGMT: Self.secondsFromGMT(time), person: session.person))
    next += 1
    latest = session.name
    if !sessions.contains(where: { $0.name == session.name && $0.person == session.person }) {
      sessions.append(session)
    }
    if entry.kind == .impression { remember(entry, at: time) }
  }

  private mutating func remember(_ entry: LogEntry, at time: Int64) {
    let pair = Pair(item: entry.item, policy: entry.policy, person: session.person)
    let day = Self.day(time)
    var record =
      records[pair]
      ?? LoggedRecord(
        item: pair.item, policy: pair.policy.policy, count: 0, last: .distantPast, day: .min,
        countOnDay: 0, session: "", person: pair.person)
    record.count += 1
    (record.last, record.session) = (Date(milliseconds: time), session.name)
    if day > record.day {
      (record.day, record.countOnDay) = (day, 1)
    } else if day == record.day {
      record.countOnDay += 1
    }
    records[pair] = record
  }

  /// Returns the record of an item under a policy, with all its names.
  func record(of item: ItemKey, under policy: ImpressionPolicy) -> LoggedRecord? {
    let parts = records.values.filter {
      $0.item == item && $0.policy == policy && $0.person == session.person
    }
    guard var record = parts.max(by: { $0.last < $1.last }) else { return nil }
    record.count = parts.reduce(0) { $0 + $1.count }
    record.day = parts.reduce(record.day) { max($0, $1.day) }
    record.countOnDay = parts.reduce(0) { $0 + ($1.day == record.day ? $1.countOnDay : 0) }
    return record
  }

  /// Moves events to a state. Returns the number of events that were in another state.
  mutating func move(
    _ positions: [LogPosition], from old: Set<DeliveryState>, to new: DeliveryState,
    because reason: String? = nil
  ) -> Int {
    var count = 0
    for position in positions {
      guard let place = stored.firstIndex(where: { $0.position == position }),
        old.contains(stored[place].state)
      else { continue }
      (stored[place].state, stored[place].rejection) = (new, reason)
      count += 1
    }
    return count
  }

  /// Erases the events that match a filter. Returns their number.
  mutating func erase(_ filter: LogFilter) -> Int {
    let gone = events.filter { filter.matches($0) }
    for event in gone {
      records = records.filter { pair, _ in
        pair.item != event.item || pair.person != event.person
          || pair.policy.name != event.policyName
          || pair.policy.policy.parameters != event.policyParameters
      }
    }
    var remembered = LogFilter()
    (remembered.items, remembered.persons) = (filter.items, filter.persons)
    if filter == remembered {
      records = records.filter { pair, _ in
        let isItem = filter.items?.contains(pair.item) ?? true
        return !isItem || !(filter.persons.map { $0.contains(pair.person ?? "") } ?? true)
      }
    }
    remove(gone)
    erased += gone.count
    sweep()
    let names = sessions.map(\.name)
    for place in sessions.indices where !names.contains(sessions[place].previous ?? "") {
      sessions[place].previous = nil
    }
    if !names.contains(session.previous ?? "") { session.previous = nil }
    if !names.contains(latest ?? "") { latest = nil }
    return gone.count
  }

  /// Removes the events that are too old. Returns their number.
  mutating func expire(at now: Int64) -> Int {
    // The events of a new latest batch were written now, all others by then.
    let isNew = batch != lookedBatch
    for event in stored where written[event.id] == nil {
      if !isNew || event.position.rawValue < batch { written[event.id] = lived }
    }
    lived += looked.map { max(0, min(now - $0, 10 * 86_400_000)) } ?? 0
    (looked, lookedBatch) = (now, batch)
    let earliest: Int64 = 1_767_225_600_000
    let times = stored.map(\.time.milliseconds)
    // An event is at most as old as one before it.
    var latest = times.first { $0 >= earliest && $0 <= now } ?? now
    var gone: [LoggedEvent] = []
    for (event, time) in zip(stored, times) {
      if time <= now { latest = max(latest, time) }
      let age = now - max(time, latest)
      let limit = (Self.days[event.state] ?? 0) * 86_400_000
      // At least three clock readings must show the age of an undelivered event.
      let isEvident = event.state != .undelivered || lived - (written[event.id] ?? lived) >= limit
      if age > limit && isEvident { gone.append(event) }
    }
    let lost = gone.count { $0.state == .undelivered }
    dropped += lost
    pruned += gone.count - lost
    remove(gone)
    if !gone.isEmpty { sweep() }
    return gone.count
  }

  private mutating func remove(_ gone: [LoggedEvent]) {
    let positions = Set(gone.map(\.position))
    stored.removeAll { positions.contains($0.position) }
  }

  /// Removes unreferenced sessions.
  private mutating func sweep() {
    let used = Set(
      stored.map { LogSession(name: $0.session, person: $0.person) }
        + records.values.map { LogSession(name: $0.session, person: $0.person) })
    sessions.removeAll { !used.contains(LogSession(name: $0.name, person: $0.person)) }
  }
}

extension LogFilter {
  /// Whether an event satisfies all given criteria.
  func matches(_ event: LoggedEvent) -> Bool {
    if let items, !items.contains(event.item) { return false }
    if let sessions, !sessions.contains(event.session) { return false }
    if let persons, !persons.contains(event.person ?? "") { return false }
    if let screens, !(event.screen.map { screens.contains($0) } ?? false) { return false }
    if let policies, !policies.contains(event.policyName) { return false }
    if let kind, kind != event.kind { return false }
    if let since, event.time < since { return false }
    if let before, event.time >= before { return false }
    return attributes.allSatisfy { event.attributes?[$0.key] == $0.value }
  }
}
#endif
