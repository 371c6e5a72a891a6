import SightlineTrace

/// The items' totals in two replays, A and B.
///
/// Items of one recording are matched by identity. An app renumbers its items in every session, so
/// items of two recordings are matched by name; items with the same name are merged. An item
/// without a name is matched by its identity, or by its node if it has neither.
struct ImpressionDiff {
  /// An item's totals in one replay.
  struct Figures: Equatable {
    var impressions = 0
    var timeInView = Duration.zero
    /// The number of its leaves out of the viewport by edge and cause, according to its changes.
    var exits: [VisibilityExit: Int] = [:]

    /// The exits as text: `top scroll 3, bottom change 1`.
    var exitsText: String? {
      let all = VisibilityExit.Edge.allCases.flatMap { edge in
        VisibilityExit.Cause.allCases.compactMap { cause in
          exits[VisibilityExit(at: edge, by: cause)].map { "\(edge) \(cause) \($0)" }
        }
      }
      return all.isEmpty ? nil : all.joined(separator: ", ")
    }
  }

  enum Key: Hashable {
    case name(String)
    case identity(UInt64)
    case node(Int, incarnation: Int)
  }

  /// An item in both replays.
  struct Row {
    var key: Key
    var name: String?
    var a = Figures()
    var b = Figures()

    var gain: Int { b.impressions - a.impressions }
    var isDifferent: Bool { a != b }
  }

  private let matchesByName: Bool
  private var places: [Key: Int] = [:]
  /// The exits of the replay in progress, by name or node.
  private var exits: [Key: [VisibilityExit: Int]] = [:]
  private(set) var rows: [Row] = []

  /// - Parameter matchesByName: whether the replays are of two recordings.
  init(matchesByName: Bool) { self.matchesByName = matchesByName }

  /// Counts a leave of the replay whose items follow.
  mutating func note(_ event: ReplayEvent) {
    guard case .change(let change) = event.kind, change.threshold == 0, let exit = change.exit
    else { return }
    exits[key(event.name, event.node, event.incarnation), default: [:]][exit, default: 0] += 1
  }

  private func key(_ name: String?, _ node: Int, _ incarnation: Int) -> Key {
    if matchesByName, let name { .name(name) } else { .node(node, incarnation: incarnation) }
  }

  mutating func add(_ items: [ReplayItem], to side: WritableKeyPath<Row, Figures>) {
    // An item may be recorded under several policies. Its time in view is the longest under any of
    // them.
    var longest: [ItemIdentity: Duration] = [:]
    defer { exits = [:] }
    for item in items {
      guard item.impressions > 0 || item.exposure != nil else { continue }
      let place = place(of: item)
      if let name = item.name, rows[place].name == nil { rows[place].name = name }
      rows[place][keyPath: side].impressions += item.impressions
      let left = exits.removeValue(forKey: key(item.name, item.node, item.incarnation)) ?? [:]
      rows[place][keyPath: side].exits.merge(left, uniquingKeysWith: +)
      let previous = longest[item.identity] ?? .zero
      let time = item.exposure?.total ?? .zero
      if time > previous {
        rows[place][keyPath: side].timeInView += time - previous
        longest[item.identity] = time
      }
    }
  }

  private mutating func place(of item: ReplayItem) -> Int {
    let key: Key =
      if matchesByName, let name = item.name {
        .name(name)
      } else if item.standsForNode {
        .node(item.node, incarnation: item.incarnation)
      } else {
        .identity(item.identity.rawValue)
      }
    if let place = places[key] { return place }
    places[key] = rows.count
    rows.append(Row(key: key))
    return rows.count - 1
  }

  /// The differing items, sorted by the difference in impressions, then by the difference in time
  /// in view, both descending; ties keep the order in which the items were first watched.
  var differences: [Row] {
    rows.filter(\.isDifferent).sorted { first, second in
      func rank(_ row: Row) -> (Int, Duration) {
        let time = row.b.timeInView - row.a.timeInView
        return (-abs(row.gain), time < .zero ? time : .zero - time)
      }
      return rank(first) < rank(second)
    }
  }

  var total: (a: Figures, b: Figures, gained: Int, lost: Int) {
    var total = (a: Figures(), b: Figures(), gained: 0, lost: 0)
    for row in rows {
      total.a.impressions += row.a.impressions
      total.a.timeInView += row.a.timeInView
      total.b.impressions += row.b.impressions
      total.b.timeInView += row.b.timeInView
      if row.gain > 0 { total.gained += row.gain } else { total.lost -= row.gain }
    }
    return total
  }
}
