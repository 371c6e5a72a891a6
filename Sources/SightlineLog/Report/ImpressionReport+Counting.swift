#if Log
internal import Foundation
internal import GRDB

extension ImpressionReport {
  /// Counts events within a database transaction.
  init(_ query: ReportQuery, _ db: Database) throws {
    var filter = query.filter
    if let policy = query.policy { filter.policies = [policy] }
    policies = try Self.policies(filter, db)
    grouping = query.grouping
    policy = policies.first?.name ?? ""
    rows = []
    total = Figures()
    if policies.isEmpty { return }
    filter.policies = [policy]
    var table = try Self.count(filter, query, db)
    span = table.span
    if query.hasCharts {
      charts = try ReportCharts(table, filter, isByItem: query.grouping == .item, db)
    }
    let keys = try Self.keys(query.grouping, db)
    // Compute the total first: reading a row's figures sorts its counter.
    var all = FigureCounter()
    for counter in table.counters { all.add(counter) }
    total = all.figures()
    rows.reserveCapacity(table.counters.count)
    for (group, index) in table.indices {
      rows.append(Row(key: try keys(group), figures: table.counters[index].figures()))
    }
    sortRows()
  }

  /// A group ID for events without a screen. Screens never have this ID.
  private static let noScreen: Int64 = -1

  /// The ID of the person of an event, and of no person.
  private static let person = "(SELECT person FROM session WHERE id = event.session)"
  private static let noPerson: Int64 = 0

  /// Returns the policies with events, by descending number of events.
  private static func policies(_ filter: LogFilter, _ db: Database) throws -> [Policy] {
    let (condition, arguments) = try filter.condition()
    var counts: [Int64: Int] = [:]
    try db.scan("policy", where: condition, arguments) { counts[try $0[0], default: 0] += 1 }
    // Policies may share a name, since a modified policy keeps its name.
    let names = try db.names("name", of: "policy", String.init(stored:))
    return try Dictionary(counts.map { (try name($0, in: names), $1) }, uniquingKeysWith: +)
      .map { Policy(name: $0, events: $1) }
      .sorted { ($1.events, $0.name) < ($0.events, $1.name) }
  }

  private static func count(
    _ filter: LogFilter, _ query: ReportQuery, _ db: Database
  ) throws -> CountingTable {
    var table = CountingTable()
    let (condition, arguments) = try filter.condition()
    let group =
      switch query.grouping {
      case .item: "item"
      case .screen: "ifnull(screen, \(noScreen))"
      case .session: "session"
      case .person: person
      case .day: "day"
      }
    // In a report by item, the rows already list the items.
    let itemsToo = query.hasCharts && query.grouping != .item
    var columns =
      "\(group), kind, \(query.countsPersons ? person : "session"), total, count, time, day, item"
    if query.people != nil { columns += ", \(Schema.attributes) AS attributes" }
    var people = query.people.map { People(attribute: $0) }
    try db.scan(columns, where: condition, arguments) { row in
      let group = try table.index(of: row[0])
      try table.note(
        row.number(5, in: LogRange.milliseconds),
        day: row.number(6, in: Int64(LogRange.days.lowerBound)...Int64(LogRange.days.upperBound)),
        item: itemsToo ? row[7] : nil)
      if try row.number(1, in: 0...1) == Int64(LogEntry.Kind.impression.rawValue) {
        let whom = people == nil ? try row[2] : try people?.number(of: row.text(8))
        table.counters[group].countImpression(
          reaching: query.countsPersons && whom == noPerson ? nil : whom)
      } else {
        try table.counters[group].countExposure(
          lasting: row.number(3, in: 0 ... .max), impressions: row[4])
      }
    }
    return table
  }

  private static func keys(
    _ grouping: ReportQuery.Grouping, _ db: Database
  ) throws -> (Int64) throws -> Key {
    switch grouping {
    case .item:
      let keys = try ItemKey.all(db)
      return { .item(try Self.name($0, in: keys)) }
    case .screen:
      let names = try db.names("name", of: "screen", String.init(stored:))
      return { .screen($0 == Self.noScreen ? nil : try Self.name($0, in: names)) }
    case .session:
      let names = try db.names("name", of: "session", String.init(stored:))
      return { .session(try Self.name($0, in: names)) }
    case .person:
      let names = try db.names("name", of: "person", String.init(stored:))
      return { .person($0 == Self.noPerson ? nil : try Self.name($0, in: names)) }
    case .day: return { .day(Int($0)) }
    }
  }

  private static func name<Name>(_ id: Int64, in names: [Int64: Name]) throws -> Name {
    guard let name = names[id] else {
      throw DatabaseError.damage("an event refers to a missing name")
    }
    return name
  }

  private mutating func sortRows() {
    rows.sort { a, b in
      if case .day = a.key { return a.key < b.key }
      let (x, y) = (a.figures, b.figures)
      if x.impressions != y.impressions { return x.impressions > y.impressions }
      if x.timeInView != y.timeInView { return x.timeInView > y.timeInView }
      return a.key < b.key
    }
  }
}

extension ImpressionReport.Key: Comparable {
  /// Orders numbers before texts, and unnamed keys before named ones.
  public static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.item(.number(let a)), .item(.number(let b))): a < b
    case (.item(.text(let a)), .item(.text(let b))): a < b
    case (.item(.number), .item(.text)): true
    case (.screen(nil), .screen(let b)): b != nil
    case (.screen(let a?), .screen(let b?)): a < b
    case (.session(let a), .session(let b)): a < b
    case (.person(nil), .person(let b)): b != nil
    case (.person(let a?), .person(let b?)): a < b
    case (.day(let a), .day(let b)): a < b
    default: false
    }
  }
}

extension ItemKey {
  /// Returns the keys of all items by ID.
  static func all(_ db: Database) throws -> [Int64: ItemKey] {
    try db.names("key", of: "item") { try ItemKey($0) }
  }
}

extension Database {
  /// Returns the values of a dictionary's column by ID.
  fileprivate func names<Stored: DatabaseValueConvertible, Name>(
    _ column: String, of table: String, _ name: (Stored) throws -> Name
  ) throws -> [Int64: Name] {
    var names: [Int64: Name] = [:]
    let rows = try Row.fetchCursor(self, sql: "SELECT id, \(column) FROM \(table)")
    while let row = try rows.next() {
      var columns = ColumnReader(row)
      names[try columns.next()] = try name(columns.next())
    }
    return names
  }
}

/// The report rows of one policy.
struct CountingTable {
  private(set) var span: ClosedRange<Int64>?
  private(set) var days: ClosedRange<Int64> = 0...0
  /// The index into `counters` of each group.
  private(set) var indices: [Int64: Int] = [:]
  var counters: [FigureCounter] = []
  /// The items in order of first appearance, if the rows are not items.
  private(set) var items: [Int64: Int] = [:]
  /// Consecutive events often share a session, screen or day.
  private var latest: (group: Int64, index: Int)?

  mutating func index(of group: Int64) -> Int {
    if let latest, latest.group == group { return latest.index }
    let index = indices[group] ?? counters.count
    if index == counters.count {
      indices[group] = index
      counters.append(FigureCounter())
    }
    latest = (group, index)
    return index
  }

  @inline(__always)
  mutating func note(_ time: Int64, day: Int64, item: Int64?) {
    if let span {
      if !span.contains(time) {
        self.span = min(span.lowerBound, time)...max(span.upperBound, time)
      }
      if !days.contains(day) { days = min(days.lowerBound, day)...max(days.upperBound, day) }
    } else {
      span = time...time
      days = day...day
    }
    if let item, items[item] == nil { items[item] = items.count }
  }
}

/// Numbers people by the value of an attribute.
private struct People {
  let attribute: String
  private var numbers: [LogValue: Int64] = [:]
  /// A cache by attribute text. Equal attributes have equal texts, and events often share
  /// attributes.
  private var cached: [String: Int64?] = [:]
  private let decoder = JSONDecoder()
  private static let knownLimit = 100_000

  init(attribute: String) { self.attribute = attribute.stored }

  mutating func number(of attributes: String?) throws -> Int64? {
    guard let attributes else { return nil }
    if let number = cached[attributes] { return number }
    let values = try decoder.decode([String: LogValue].self, from: Data(attributes.utf8))
    let value = values[attribute].flatMap { $0 == "" ? nil : $0 }
    let number = value.map { numbers[$0] ?? Int64(numbers.count) }
    if let number, let value { numbers[value] = number }
    if cached.count >= People.knownLimit { cached = [:] }
    cached[attributes] = .some(number)
    return number
  }
}
#endif
