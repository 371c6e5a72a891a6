#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// A log and plain arrays under random operations. After each one the log, the counters in its
/// file, its names and its memories agree with the arrays.
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

/// A log, and the same events in an array.
private final class LogWorld {
  private struct Event: Equatable {
    var position: Int64
    var item: ItemKey
    var policy: Int
    var session: String
    var time: Int64
    var isImpression: Bool
    var state: DeliveryState
  }

  private struct Pair: Hashable {
    var item: ItemKey
    var policy: Int
  }

  private struct Memory: Equatable {
    var count = 0
    var last: Int64 = 0
    var day = 0
    var countOnDay = 0
    var session = ""
  }

  private let folder: LogFolder
  private var log: ImpressionLog
  private var random: SeededGenerator
  private let hasLocalEvents: Bool
  private let policies = [
    LogPolicy("feed", .feed), LogPolicy("daily", .feed.repeating(.perDay(2))),
  ]

  private var events: [Event] = []
  private var memories: [Pair: Memory] = [:]
  private var rejections: [Int64: String] = [:]
  private var next: Int64 = 1
  private var (dropped, pruned, erased) = (0, 0, 0)
  private var names: Set<String> = []
  private var generation = 0
  private var (mustBeSwept, isErasure) = (false, false)

  init(seed: UInt64, hasLocalEvents: Bool) throws {
    random = SeededGenerator(seed: seed)
    self.hasLocalEvents = hasLocalEvents
    folder = try LogFolder()
    folder.clock.secondsFromGMT.withLock { $0 = 7_200 }
    log = try Self.open(folder, hasLocalEvents)
  }

  private static func open(_ folder: LogFolder, _ hasLocalEvents: Bool) throws -> ImpressionLog {
    try folder.open {
      $0.retention.delivered = .days(10)
      $0.retention.rejected = .days(20)
      $0.retention.undelivered = .days(30)
      if hasLocalEvents { $0.delivers = { $0.item != 3 } }
    }
  }

  private var now: Int64 { folder.clock.milliseconds.withLock { $0 } }

  private func day(_ time: Int64) -> Int { Int((time + 7_200_000) / 86_400_000) }

  // MARK: Operations

  func act() async throws -> String {
    (mustBeSwept, isErasure) = (false, false)
    switch random.index(10) {
    case 0...3: return record()
    case 4: return try await markDelivered()
    case 5: return try await reject()
    case 6: return try await retry()
    case 7: return try await erase()
    case 8: return try await prune()
    default: return try await reopen()
    }
  }

  private func record() -> String {
    if random.oneIn(3) { log.session = "session \(random.index(4))" }
    let count = 1 + random.index(6)
    for _ in 0..<count {
      let (item, policy) = (ItemKey.number(Int64(random.index(7))), random.index(2))
      let isImpression = !random.oneIn(4)
      log.record(
        isImpression
          ? .seen(item, policies[policy])
          : .exposure(
            of: item, under: policies[policy], lasting: .seconds(1), greatestFraction: 1))
      let isLocal = hasLocalEvents && item == 3
      events.append(
        Event(
          position: next, item: item, policy: policy, session: log.session, time: now,
          isImpression: isImpression, state: isLocal ? .local : .undelivered))
      next += 1
      if isImpression { remember(Pair(item: item, policy: policy)) }
    }
    return "\(count) recorded"
  }

  private func remember(_ pair: Pair) {
    var memory = memories[pair] ?? Memory()
    memory.countOnDay = memory.count > 0 && memory.day == day(now) ? memory.countOnDay + 1 : 1
    memory.count += 1
    (memory.last, memory.day, memory.session) = (now, day(now), log.session)
    memories[pair] = memory
  }

  /// Some positions, in any order, with repetitions and unknown ones.
  private func somePositions() -> [LogPosition] {
    let count = random.index(8)
    return (0..<count).map { _ in LogPosition(Int64(random.index(Int(next) + 2))) }
  }

  /// Moves events to a state. Returns the number of those that were in one of the others.
  private func move(
    _ positions: [LogPosition], from old: Set<DeliveryState>, to new: DeliveryState,
    because reason: String? = nil
  ) -> Int {
    var count = 0
    for position in positions {
      guard
        let place = events.firstIndex(where: { $0.position == position.rawValue }),
        old.contains(events[place].state)
      else { continue }
      events[place].state = new
      rejections[position.rawValue] = reason
      count += 1
    }
    return count
  }

  private func markDelivered() async throws -> String {
    let positions = somePositions()
    let count = try await log.markDelivered(positions)
    #expect(count == move(positions, from: [.undelivered, .rejected], to: .delivered))
    return "\(count) delivered"
  }

  private func reject() async throws -> String {
    let positions = somePositions()
    let reason = "reason \(random.index(3))"
    let count = try await log.reject(positions, because: reason)
    #expect(count == move(positions, from: [.undelivered], to: .rejected, because: reason))
    return "\(count) rejected"
  }

  private func retry() async throws -> String {
    let positions = random.oneIn(2) ? nil : somePositions()
    let count = try await log.retryRejected(positions)
    let all = rejections.keys.map { LogPosition($0) }
    #expect(count == move(positions ?? all, from: [.rejected], to: .undelivered))
    return "\(count) retried"
  }

  private func erase() async throws -> String {
    var filter = LogFilter()
    let item = ItemKey.number(Int64(random.index(7)))
    let session = "session \(random.index(4))"
    let choice = random.index(8)
    if choice < 5 { filter.items = [item] }
    if choice > 2 && choice < 7 { filter.sessions = [session] }
    let matches = { (event: Event) in
      (filter.items?.contains(event.item) ?? true)
        && (filter.sessions?.contains(event.session) ?? true)
    }
    let gone = events.filter(matches)
    let count = try await log.erase(where: filter)
    #expect(count == gone.count)
    for event in gone { memories[Pair(item: event.item, policy: event.policy)] = nil }
    if filter.sessions == nil {
      memories = memories.filter { pair, _ in !(filter.items?.contains(pair.item) ?? true) }
    }
    remove(gone)
    erased += gone.count
    (mustBeSwept, isErasure) = (true, true)
    return "\(count) erased"
  }

  private func prune() async throws -> String {
    folder.clock.advance(by: .seconds(3_600 + random.index(8 * 86_400)))
    try await log.prune()
    return "\(expire()) expired"
  }

  private func reopen() async throws -> String {
    try await log.close()
    log = try Self.open(folder, hasLocalEvents)
    try await log.flush()
    return "reopened, \(expire()) expired"
  }

  private func expire() -> Int {
    let days: [DeliveryState: Int64] = [
      .undelivered: 30, .delivered: 10, .rejected: 20, .local: 10,
    ]
    let gone = events.filter { now - $0.time > (days[$0.state] ?? 0) * 86_400_000 }
    let lost = gone.count { $0.state == .undelivered }
    dropped += lost
    pruned += gone.count - lost
    remove(gone)
    mustBeSwept = !gone.isEmpty
    return gone.count
  }

  private func remove(_ gone: [Event]) {
    let positions = Set(gone.map(\.position))
    events.removeAll { positions.contains($0.position) }
    for position in positions { rejections[position] = nil }
  }

  // MARK: Checks

  func check(_ comment: Comment) async throws {
    try await log.flush()
    let read = try await log.events(limit: .max)
    #expect(
      read.map { event in
        Event(
          position: event.position.rawValue, item: event.item,
          policy: policies.firstIndex { $0.name == event.policyName } ?? -1,
          session: event.session, time: event.time.milliseconds,
          isImpression: event.kind == .impression, state: event.state)
      } == events, comment)
    #expect(read.map(\.day) == events.map { day($0.time) }, comment)
    #expect(read.map(\.rejection) == events.map { rejections[$0.position] }, comment)
    let waiting = events.filter { $0.state == .undelivered }.map(\.position)
    let limit = random.index(6)
    #expect(
      try await log.nextBatch(limit: limit).map(\.position.rawValue)
        == Array(waiting.prefix(limit)), comment)
    let latest = 1 + random.index(6)
    #expect(
      try await log.latestEvents(latest).map(\.position.rawValue)
        == events.suffix(latest).map(\.position), comment)
    if random.oneIn(2) { try await checkMemories(comment) }
    try folder.sql { db in
      try checkHead(waiting.first, comment, db)
      try checkNames(comment, db)
    }
  }

  private func checkMemories(_ comment: Comment) async throws {
    for policy in policies.indices {
      let items = (0..<7).map { ItemKey.number($0) }
      let found = try await log.recollect(items, under: policies[policy].policy)
      let expected = items.compactMap { item in
        memories[Pair(item: item, policy: policy)].map { memory in
          LoggedMemory(
            item: item, policy: policies[policy].policy, count: memory.count,
            last: Date(milliseconds: memory.last), day: memory.day, countOnDay: memory.countOnDay,
            session: memory.session)
        }
      }
      #expect(found == expected, comment)
    }
    let folded = try folder.sql { try Int64.fetchOne($0, sql: "SELECT folded_before FROM log") }
    #expect(folded == next, comment)
  }

  /// The only row of the table `log`.
  private func checkHead(_ first: Int64?, _ comment: Comment, _ db: Database) throws {
    let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM log"))
    func column(_ name: String) -> Int64? { row[name] }
    #expect(column("next_position") == next, comment)
    for (name, state) in [
      ("undelivered", DeliveryState.undelivered), ("delivered", .delivered),
      ("rejected", .rejected), ("local", .local),
    ] {
      #expect(column(name) == Int64(events.count { $0.state == state }), comment)
    }
    #expect(column("dropped_undelivered") == Int64(dropped), comment)
    #expect(column("pruned") == Int64(pruned) && column("erased") == Int64(erased), comment)
    // Local events may lie between.
    let from = try #require(column("undelivered_from"))
    #expect(hasLocalEvents ? from <= first ?? next : from == first ?? next, comment)
    #expect(column("wiping") == 0 && column("sends_until") == 0, comment)
    var reasons: [Int64: String] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT position, reason FROM rejection") {
      reasons[row[0]] = row[1]
    }
    #expect(reasons == rejections, comment)
  }

  /// The generation grows when names go, and after an erasure no name is without use.
  private func checkNames(_ comment: Comment, _ db: Database) throws {
    var (left, unused): (Set<String>, [String]) = ([], [])
    for table in ["item", "policy", "session"] {
      let used = try Int64.fetchSet(
        db, sql: "SELECT \(table) FROM event UNION SELECT \(table) FROM memory")
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
