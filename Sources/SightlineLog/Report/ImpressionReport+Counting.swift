#if Log
internal import GRDB

extension ImpressionReport {
  /// Counts events within a database transaction.
  init(_ query: ReportQuery, _ db: Database) throws {
    var filter = query.filter
    if let policy = query.policy { filter.policies = [policy] }
    let events = try EventSelection(filter, db)
    (grouping, policy, policies, rows, total) = (query.grouping, "", [], [], Figures())
    var days = 0...0
    try events.forEach(ReportSQL.policies) { columns in
      let name = String(stored: try columns.next())
      policies.append(Policy(name: name, events: Int(try columns.next(in: LogRange.counts))))
      let (times, ofPolicy) = (
        try columns.nextRange(in: LogRange.milliseconds), try columns.nextRange(in: LogRange.days)
      )
      _ = try columns.nextRange(in: LogRange.durations)
      if span == nil { (span, days, policy) = (times, ofPolicy, name) }
    }
    guard let span else { return }
    let whom = query.people.map(ReportSQL.person) ?? (query.countsPersons ? "person" : "session")
    rows = try Self.figures(by: grouping.rawValue, of: whom, policy, events) {
      try Key(query.grouping, &$0)
    }.map { Row(key: $0, figures: $1) }
    total =
      try Self.figures(by: "NULL", of: whom, policy, events) {
        try $0.nextIfAny() as DatabaseValue?
      }.first?.value ?? Figures()
    sortRows()
    if query.hasCharts { charts = try ReportCharts(span, days, policy, events) }
  }

  private static func figures<Key: Hashable>(
    by column: String, of whom: String, _ policy: String, _ events: EventSelection,
    _ key: (inout ColumnReader) throws -> Key
  ) throws -> [Key: Figures] {
    var all: [Key: Figures] = [:]
    try events.forEach(ReportSQL.reach(of: whom, by: column), policy) { columns in
      var figures = Figures()
      let key = try key(&columns)
      figures.impressions = Int(try columns.next(in: LogRange.counts))
      figures.reach = Int(try columns.next(in: LogRange.counts))
      all[key] = figures
    }
    try events.forEach(ReportSQL.time(by: column), policy) { columns in
      let key = try key(&columns)
      var figures = all[key] ?? Figures()
      figures.exposures = Int(try columns.next(in: LogRange.counts))
      figures.exposuresWithImpression = Int(try columns.next(in: LogRange.counts))
      _ = try columns.next() as Double
      figures.timeInView = .nanoseconds(try columns.next(in: 0...Int64.max))
      figures.median = try columns.nextDuration()
      figures.ninetiethPercentile = try columns.nextDuration()
      all[key] = figures
    }
    return all
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
  fileprivate init(_ grouping: ReportQuery.Grouping, _ columns: inout ColumnReader) throws {
    self =
      switch grouping {
      case .item: .item(try ItemKey(columns.next()))
      case .screen: .screen(try (columns.nextIfAny() as String?).map(String.init(stored:)))
      case .session: .session(String(stored: try columns.next()))
      case .person: .person(try (columns.nextIfAny() as String?).map(String.init(stored:)))
      case .day: .day(try columns.next(in: LogRange.days))
      }
  }

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
#endif
