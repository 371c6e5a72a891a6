import SightlineCore
import SightlineTrace

/// What each item came to in two replays, A and B.
///
/// Items of one recording are matched by their identities. An app numbers its items anew in every
/// session, so those of two recordings are matched by name; items with one name are then one. What
/// has no name is matched by its identity, or by its node where that is all that is known.
struct ImpressionDiff {
  /// What an item came to in one replay.
  struct Figures: Equatable {
    var impressions = 0
    var timeInView = Duration.zero
  }

  /// What items are matched by.
  enum Key: Hashable {
    case name(String)
    case identity(UInt64)
    case node(Int)
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
  private(set) var rows: [Row] = []

  /// - Parameter matchesByName: whether the replays are of two recordings.
  init(matchesByName: Bool) { self.matchesByName = matchesByName }

  /// Adds what a replay came to.
  mutating func add(_ items: [ReplayItem], to side: WritableKeyPath<Row, Figures>) {
    // An item may be recorded under several policies: in view it was for as long as under the one
    // that saw most of it.
    var longest: [ItemIdentity: Duration] = [:]
    for item in items {
      guard item.impressions > 0 || item.exposure != nil else { continue }
      let place = place(of: item)
      if let name = item.name, rows[place].name == nil { rows[place].name = name }
      rows[place][keyPath: side].impressions += item.impressions
      let known = longest[item.identity] ?? .zero
      let time = item.exposure?.total ?? .zero
      if time > known {
        rows[place][keyPath: side].timeInView += time - known
        longest[item.identity] = time
      }
    }
  }

  private mutating func place(of item: ReplayItem) -> Int {
    let key: Key =
      if matchesByName, let name = item.name {
        .name(name)
      } else if item.standsForNode {
        .node(item.node)
      } else {
        .identity(item.identity.rawValue)
      }
    if let place = places[key] { return place }
    places[key] = rows.count
    rows.append(Row(key: key))
    return rows.count - 1
  }

  /// The items that differ: those whose impressions differ most come first, then those whose time
  /// in view does; equal ones in the order in which they were first watched.
  var differences: [Row] {
    rows.enumerated().filter { $0.element.isDifferent }.sorted { first, second in
      func rank(_ entry: (offset: Int, element: Row)) -> (Int, Duration, Int) {
        let time = entry.element.b.timeInView - entry.element.a.timeInView
        return (-abs(entry.element.gain), time < .zero ? time : .zero - time, entry.offset)
      }
      return rank(first) < rank(second)
    }.map(\.element)
  }

  /// What all items came to.
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
