#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// A log and a model of it in plain arrays under random operations. After each one the log, the
/// counters in its file, its names and its records agree with the model.
@Suite struct LogModelTests {
  @Test(arguments: UInt64(1)...8)
  func `the log and its file agree with an array after every operation`(seed: UInt64) async throws {
    let world = try LogWorld(seed: seed, hasLocalEvents: seed.isMultiple(of: 2))
    for step in 0..<50 {
      let operation = try await world.act()
      try await world.check("seed \(seed), step \(step): \(operation)")
    }
  }
}

/// A log, and its model.
private final class LogWorld {
  private let folder: LogFolder
  private var log: ImpressionLog
  private var model: LogModel
  private var random: SeededGenerator
  private let hasLocalEvents: Bool
  /// Two of them are one policy with two names.
  private static let policies = [
    LogPolicy("feed", .feed), LogPolicy("daily", .feed.repeating(.perDay(2))),
    LogPolicy("every day", .feed.repeating(.perDay(2))),
  ]

  private var names: Set<String> = []
  private var generation = 0
  private var (mustBeSwept, isErasure) = (false, false)
  /// The time at which old events were last removed.
  private var lastExpiry: Int64?

  init(seed: UInt64, hasLocalEvents: Bool) throws {
    random = SeededGenerator(seed: seed)
    self.hasLocalEvents = hasLocalEvents
    folder = try LogFolder()
    log = try Self.open(folder, hasLocalEvents)
    model = LogModel(session: "first") { entry, session in
      if !hasLocalEvents { return (.undelivered, 1) }
      let rate = entry.policy.name == "daily" ? 0.5 : 1
      return (entry.item != 3 && session.place < rate ? .undelivered : .local, rate)
    }
  }

  private static func open(_ folder: LogFolder, _ hasLocalEvents: Bool) throws -> ImpressionLog {
    try folder.open {
      LogModel.configure(&$0.retention)
      $0.clock.secondsFromGMT = { LogModel.secondsFromGMT($0) }
      if !hasLocalEvents { return }
      $0.delivers = { $0.item != 3 }
      $0.sampleRate = { _, policy in policy.name == "daily" ? 0.5 : 1 }
    }
  }

  private var now: Int64 { folder.clock.milliseconds.withLock { $0 } }

  // MARK: Operations

  func act() async throws -> String {
    (mustBeSwept, isErasure) = (false, false)
    switch random.index(10) {
    case 0...3: return try await record()
    case 4: return try await markDelivered()
    case 5: return try await reject()
    case 6: return try await retry()
    case 7: return try await erase()
    case 8: return try await prune()
    default: return try await reopen()
    }
  }

  private func record() async throws -> String {
    let count = 1 + random.index(6)
    let first = model.next
    for _ in 0..<count {
      if random.oneIn(4) {
        log.session = "session \(random.index(4))"
        model.begin(log.session, of: log.person)
      }
      if random.oneIn(6) {
        log.person = [nil, "anna", "bea"][random.index(3)]
        model.begin(log.session, of: log.person)
      }
      if random.oneIn(12) {
        let item = random.oneIn(2) ? item() : nil
        log.forgetRecords(of: item)
        model.forget(item)
      }
      if random.oneIn(4) { log.screen = [nil, "Home", "Search"][random.index(3)] }
      if random.oneIn(4) { log.context = attributes() ?? [:] }
      (model.screen, model.context) = (log.screen, log.context)
      // A user may set the clock back.
      folder.clock.advance(by: .milliseconds(random.index(2_000_000) - 700_000))
      let entry = entry()
      let id = try #require(log.record(entry))
      model.record(entry, as: id, at: now)
    }
    try await log.flush()
    model.batch = first
    return "\(count) recorded, \(expireIfDue()) expired"
  }

  private func attributes() -> [String: LogValue]? {
    if random.oneIn(3) { return nil }
    let values: [LogValue] = ["anna", "caf\u{E9}", "a\0b", 7, 0.5, true, false]
    return Dictionary(
      (0...random.index(2)).map { _ in
        (["account", "rank", "n\u{E9}"][random.index(3)], values[random.index(values.count)])
      }
    ) { $1 }
  }

  private func item() -> ItemKey {
    let number = random.index(7)
    return number < 4 ? .number(Int64(number)) : .text("item \(number)")
  }

  private func entry() -> LogEntry {
    func duration() -> Duration { .nanoseconds(random.oneIn(4) ? 0 : random.index(1 << 40)) }
    return LogEntry(
      kind: random.oneIn(4) ? .exposure : .impression, item: item(),
      policy: Self.policies[random.index(3)],
      age: .milliseconds(random.oneIn(2) ? 0 : random.index(200_000_000)),
      sinceFirstSeen: duration(), total: duration(), longest: duration(),
      greatestFraction: Double(random.index(1_001)) / 1_000, count: random.index(4),
      exposures: random.index(9), screen: random.oneIn(4) ? "Sheet" : nil,
      attributes: attributes())
  }

  /// Some positions, in any order, with repetitions and unknown ones.
  private func somePositions() -> [LogPosition] {
    let count = random.index(8)
    return (0..<count).map { _ in LogPosition(Int64(random.index(Int(model.next) + 4) - 2)) }
  }

  private func markDelivered() async throws -> String {
    let positions = somePositions()
    let count = try await log.markDelivered(positions)
    #expect(count == model.move(positions, from: [.undelivered, .rejected], to: .delivered))
    return "\(count) delivered"
  }

  private func reject() async throws -> String {
    let positions = somePositions()
    let reason = "reason \(random.index(3))"
    let count = try await log.reject(positions, because: reason)
    #expect(count == model.move(positions, from: [.undelivered], to: .rejected, because: reason))
    return "\(count) rejected"
  }

  private func retry() async throws -> String {
    let positions = random.oneIn(2) ? nil : somePositions()
    let count = try await log.retryRejected(positions)
    let all = model.events.map(\.position)
    #expect(count == model.move(positions ?? all, from: [.rejected], to: .undelivered))
    return "\(count) retried"
  }

  /// Returns a filter with some criteria.
  private func filter() -> LogFilter {
    var filter = LogFilter()
    if random.oneIn(2) { filter.items = Set((0...random.index(2)).map { _ in item() }) }
    if random.oneIn(4) { filter.sessions = ["session \(random.index(4))", "first"] }
    if random.oneIn(6) { filter.persons = [["anna"], ["anna", "bea"]][random.index(2)] }
    if random.oneIn(6) { filter.screens = [["Home"], ["Sheet", "Search"]][random.index(2)] }
    if random.oneIn(6) { filter.policies = [Self.policies[random.index(3)].name] }
    if random.oneIn(6) { filter.kind = [.impression, .exposure][random.index(2)] }
    let times = model.events.map(\.time)
    if random.oneIn(6) { filter.since = times.randomElement(using: &random) }
    if random.oneIn(6) { filter.before = times.randomElement(using: &random) }
    if random.oneIn(6) { filter.attributes = attributes() ?? [:] }
    return filter
  }

  private func erase() async throws -> String {
    let filter = random.oneIn(8) ? LogFilter() : filter()
    let count = try await log.erase(where: filter)
    #expect(count == model.erase(filter), "\(filter)")
    (mustBeSwept, isErasure) = (true, true)
    return "\(count) erased"
  }

  private func prune() async throws -> String {
    folder.clock.advance(by: .seconds(random.index(8 * 86_400)))
    try await log.prune()
    return "\(expire()) expired"
  }

  private func reopen() async throws -> String {
    try await log.close()
    log = try Self.open(folder, hasLocalEvents)
    model.reopen("first")
    try await log.flush()
    return "reopened, \(expire()) expired"
  }

  private func expire() -> Int {
    lastExpiry = now
    let count = model.expire(at: now)
    mustBeSwept = count > 0
    return count
  }

  private func expireIfDue() -> Int {
    lastExpiry.map { abs(now - $0) < 3_600_000 } ?? false ? 0 : expire()
  }

  // MARK: Checks

  func check(_ comment: Comment) async throws {
    if lastExpiry == nil {
      try await log.flush()
      _ = expire()
    }
    let events = model.events
    #expect(try await log.events(limit: .max) == events, comment)
    try await checkReading(events, comment)
    if random.oneIn(2) { try await checkRecords(comment) }
    let dropped = folder.reports.all.reduce(0) { sum, report in
      if case .droppedUndelivered(let count) = report { sum + count } else { sum }
    }
    #expect(dropped == model.dropped, comment)
    try folder.sql { db in
      try checkHead(comment, db)
      try checkNames(comment, db)
    }
  }

  /// Reads a part of the events in each way.
  private func checkReading(_ events: [LoggedEvent], _ comment: Comment) async throws {
    let (filter, limit) = (filter(), random.index(6))
    let position = LogPosition(Int64(random.index(Int(model.next))))
    let states = Set(DeliveryState.allCases.filter { _ in random.oneIn(2) })
    let matching = events.filter { filter.matches($0) }
    #expect(try await log.events(where: filter, limit: .max) == matching, comment)
    #expect(
      try await log.events(where: filter, in: states, after: position, limit: limit)
        == Array(
          matching.filter { states.contains($0.state) && $0.position > position }.prefix(limit)),
      comment)
    let archive = try LogArchive(at: folder.file)
    var read: [LoggedEvent] = []
    try archive.forEachEvent(where: filter) { read.append($0) }
    #expect(read == matching, comment)
    #expect(try archive.count() == events.count, comment)
    let waiting = events.filter { $0.state == .undelivered }
    #expect(try await log.nextBatch(limit: limit) == Array(waiting.prefix(limit)), comment)
    #expect(
      try await log.nextBatch(limit: limit, after: position)
        == Array(waiting.filter { $0.position > position }.prefix(limit)), comment)
    #expect(try await log.latestEvents(limit) == events.suffix(limit), comment)
  }

  private func checkRecords(_ comment: Comment) async throws {
    let items = (0..<7).map { $0 < 4 ? ItemKey.number(Int64($0)) : .text("item \($0)") }
    let policies = Set(Self.policies.map(\.policy))
    var all: [LoggedRecord] = []
    for policy in policies {
      let expected = items.compactMap { model.record(of: $0, under: policy) }
      #expect(try await log.loadHistory(of: items, under: policy) == expected, comment)
      all += expected
    }
    all.sort { $0.last < $1.last }
    #expect(try await log.latestRecords(.max, under: Array(policies)) == all, comment)
    let limit = random.index(4)
    #expect(
      try await log.latestRecords(limit, under: Array(policies)).map(\.key)
        == all.suffix(limit).map(\.key), comment)
    let folded = try folder.sql { try Int64.fetchOne($0, sql: "SELECT folded_before FROM log") }
    #expect(folded == model.next, comment)
  }

  /// The only row of the table `log`.
  private func checkHead(_ comment: Comment, _ db: Database) throws {
    let head = try LogHead(db)
    let count = { (state: DeliveryState) in self.model.events.count { $0.state == state } }
    #expect(
      head.counts(bytes: 7)
        == LogCounts(
          undelivered: count(.undelivered), delivered: count(.delivered),
          rejected: count(.rejected), local: count(.local), droppedUndelivered: model.dropped,
          pruned: model.pruned, erased: model.erased, bytes: 7), comment)
    #expect(head.nextPosition == model.next, comment)
    // Local events may lie between.
    let first = model.events.first { $0.state == .undelivered }?.position.rawValue ?? model.next
    #expect(hasLocalEvents ? head.undeliveredFrom <= first : head.undeliveredFrom == first, comment)
    let row = try #require(try Row.fetchOne(db, sql: "SELECT wiping, sends_until FROM log"))
    #expect(Array(row.databaseValues) == [0.databaseValue, 0.databaseValue], comment)
    let reasons = try Row.fetchAll(db, sql: "SELECT position, reason FROM rejection")
    let expected = model.events.compactMap { event in
      event.rejection.map { ["\(event.position.rawValue)", $0] }
    }
    #expect(reasons.map { ["\($0[0] as Int64)", $0[1] as String] } == expected, comment)
  }

  /// The generation grows when names are removed, and an erasure leaves no unused name.
  private func checkNames(_ comment: Comment, _ db: Database) throws {
    var (left, unused): (Set<String>, [String]) = ([], [])
    for table in ["item", "policy", "session", "person", "screen", "context"] {
      let records =
        ["screen", "context"].contains(table) ? "" : "UNION SELECT \(table) FROM memory"
      let user = table == "person" ? "session" : "event"
      let used = try Int64.fetchSet(
        db, sql: "SELECT \(table) FROM \(user) WHERE \(table) IS NOT NULL \(records)")
      for id in try Int64.fetchAll(db, sql: "SELECT id FROM \(table)") {
        left.insert("\(table) \(id)")
        if !used.contains(id) { unused.append("\(table) \(id)") }
      }
    }
    if mustBeSwept { #expect(unused == [], comment) }
    if !names.isSubset(of: left) { generation += 1 }
    names = left
    #expect(try Int.fetchOne(db, sql: "SELECT generation FROM log") == generation, comment)
    let strangers = try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM session WHERE previous NOT IN (SELECT name FROM session)")
    if isErasure { #expect(strangers == 0, comment) }
  }
}
#endif
