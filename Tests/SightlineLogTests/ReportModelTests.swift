#if Log
import Foundation
import SightlineTestSupport
import Testing

@_spi(Tools) @testable import SightlineLog

/// Reports on random events in any order of time, even before 1970, compared with plain counts.
@Suite struct ReportModelTests {
  private static let second = 1_000
  private static let day = 86_400_000

  private func event(
    _ number: Int, hasTexts: Bool, span: Int, _ random: inout SeededGenerator
  ) -> LoggedEvent {
    let time = random.index(span) - span / 3
    let item = random.index(55)
    let people: [LogValue?] = ["anna", "bert", 7, "", nil]
    let session = random.index(6)
    let policy = [LogPolicy.feed, .feed, LogPolicy("feed", .mrcVideo), .mrcDisplay][random.index(4)]
    return LoggedEvent(
      id: EventID(high: 1 << 12, low: UInt64(number)), position: LogPosition(Int64(number) + 1),
      state: .delivered, time: Date(milliseconds: Int64(time)),
      day: Int((Double(time) / Double(Self.day)).rounded(.down)) + random.index(3) - 1,
      session: "s\(session)", screen: [nil, "Home", "", "More"][random.index(4)],
      policyName: policy.name, policyParameters: policy.policy.parameters,
      kind: random.oneIn(2) ? .impression : .exposure,
      item: hasTexts && item.isMultiple(of: 9) ? .text("\(item)") : .number(Int64(item - 20)),
      sinceFirstSeen: .zero, total: .nanoseconds(random.index(40)), longest: .zero,
      greatestFraction: 1, count: random.index(3), exposures: 1,
      attributes: people[random.index(5)].map { ["account": $0, "n": 1] },
      person: [nil, "anna", "bea"][session % 3])
  }

  @Test(arguments: [1, 50 * second, 3_600 * second, 40 * day, 400 * day], [false, true])
  func `a report is a plain count of the events that match`(
    span: Int, hasTexts: Bool
  )
    async throws
  {
    var random = SeededGenerator(seed: UInt64(span))
    let folder = try LogFolder()
    let collector = try LogCollector(at: folder.file)
    let events = (0..<300).map { event($0, hasTexts: hasTexts, span: span, &random) }
    #expect(try collector.add(events) == 300)
    collector.close()
    let archive = try LogArchive(at: folder.file)
    var read: [LoggedEvent] = []
    try archive.forEachEvent { read.append($0) }
    #expect(read == events)
    for grouping in ReportQuery.Grouping.allCases {
      for policy in [nil, "feed", "mrcDisplay", "none"] {
        var query = ReportQuery()
        (query.grouping, query.policy) = (grouping, policy)
        query.people = random.oneIn(2) ? "account" : nil
        query.countsPersons = query.people == nil && random.oneIn(2)
        query.hasCharts = random.oneIn(2) || policy == nil
        if random.oneIn(3) { query.filter.kind = [.impression, .exposure][random.index(2)] }
        if random.oneIn(3) { query.filter.before = events[random.index(300)].time }
        if random.oneIn(3) { query.filter.persons = ["anna"] }
        if random.oneIn(3) { query.filter.screens = ["Home", ""] }
        var report = try archive.report(query)
        let (charts, matching) = (report.charts, matching(events, query))
        report.charts = nil
        #expect(report == self.report(events, query), "\(query)")
        #expect((charts != nil) == (query.hasCharts && !matching.isEmpty))
        if let charts { #expect(charts == plain(charts, matching), "\(query)") }
      }
    }
  }

  // MARK: Plain counts

  private func policies(_ events: [LoggedEvent], _ query: ReportQuery) -> [ImpressionReport.Policy]
  {
    let names = events.filter { event in
      query.filter.matches(event) && (query.policy ?? event.policyName) == event.policyName
    }.map(\.policyName)
    return Set(names).map { name in
      ImpressionReport.Policy(name: name, events: names.count { $0 == name })
    }.sorted { ($1.events, $0.name) < ($0.events, $1.name) }
  }

  private func matching(_ events: [LoggedEvent], _ query: ReportQuery) -> [LoggedEvent] {
    let policy = policies(events, query).first?.name
    return events.filter { $0.policyName == policy && query.filter.matches($0) }
  }

  private func report(_ events: [LoggedEvent], _ query: ReportQuery) -> ImpressionReport {
    let matching = matching(events, query)
    let groups = Dictionary(grouping: matching) { event -> ImpressionReport.Key in
      switch query.grouping {
      case .item: .item(event.item)
      case .screen: .screen(event.screen)
      case .session: .session(event.session)
      case .person: .person(event.person)
      case .day: .day(event.day)
      }
    }
    let rows = groups.map { key, events in
      ImpressionReport.Row(key: key, figures: figures(events, query))
    }
    let times = matching.map(\.time.milliseconds)
    return ImpressionReport(
      grouping: query.grouping, policy: matching.first?.policyName ?? "",
      policies: policies(events, query),
      rows: rows.sorted {
        if query.grouping == .day { return $0.key < $1.key }
        let (x, y) = ($0.figures, $1.figures)
        return (y.impressions, y.timeInView, $0.key) < (x.impressions, x.timeInView, $1.key)
      }, total: figures(matching, query),
      span: times.min().flatMap { first in times.max().map { first...$0 } })
  }

  private func figures(_ events: [LoggedEvent], _ query: ReportQuery) -> ImpressionReport.Figures {
    let impressions = events.filter { $0.kind == .impression }
    let exposures = events.filter { $0.kind == .exposure }
    var figures = ImpressionReport.Figures()
    figures.impressions = impressions.count
    figures.reach =
      query.people.map { name in
        Set(impressions.compactMap { $0.attributes?[name] }).subtracting([""]).count
      }
      ?? Set(impressions.compactMap { query.countsPersons ? $0.person : $0.session }).count
    figures.exposures = exposures.count
    figures.exposuresWithImpression = exposures.count { $0.count > 0 }
    let lengths = exposures.map(\.total).sorted()
    figures.timeInView = lengths.reduce(.zero, +)
    func percentile(_ percent: Int) -> Duration? {
      lengths.indices.first { ($0 + 1) * 100 >= lengths.count * percent }.map { lengths[$0] }
    }
    (figures.median, figures.ninetiethPercentile) = (percentile(50), percentile(90))
    return figures
  }

  /// Returns the charts of some events in columns as wide as those of other charts.
  private func plain(_ charts: ReportCharts, _ events: [LoggedEvent]) -> ReportCharts {
    func place(_ event: LoggedEvent) -> Int {
      switch charts.width {
      case .seconds(let length):
        Int((event.time.timeIntervalSince1970 / Double(length)).rounded(.down))
      case .days(let length): (event.day - (events.map(\.day).min() ?? 0)) / length
      }
    }
    let places = events.map(place)
    let (first, last) = (places.min() ?? 0, places.max() ?? 0)
    let start =
      switch charts.width {
      case .seconds(let length): first * length
      case .days: events.map(\.day).min() ?? 0
      }
    var items: [ItemKey] = []
    for event in events where !items.contains(event.item) { items.append(event.item) }
    let numbers = items.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let isOrderedByKey = numbers.count == items.count
    if isOrderedByKey { items = numbers.sorted().map { .number($0) } }
    func columns(_ items: ArraySlice<ItemKey>) -> (impressions: [Int], times: [Duration]) {
      var (impressions, times) = ([Int](), [Duration]())
      for place in first...last {
        let there = zip(events, places).filter { $1 == place && items.contains($0.item) }.map(\.0)
        impressions.append(there.count { $0.kind == .impression })
        times.append(there.filter { $0.kind == .exposure }.reduce(.zero) { $0 + $1.total })
      }
      return (impressions, times)
    }
    let count = min(40, items.count)
    let bands = (0..<count).map { band in
      let range = band * items.count / count..<(band + 1) * items.count / count
      let (impressions, times) = columns(items[range])
      return ReportCharts.Band(
        first: items[range.lowerBound], last: items[range.upperBound - 1],
        start: range.lowerBound, count: range.count, timeInView: times, impressions: impressions)
    }
    let (impressions, times) = columns(items[...])
    return ReportCharts(
      width: charts.width, start: start, impressions: impressions, timeInView: times,
      bands: bands, isOrderedByKey: isOrderedByKey)
  }
}
#endif
