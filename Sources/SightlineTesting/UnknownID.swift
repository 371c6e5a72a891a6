import SightlineCore

/// The message for a test that uses an id without a view.
enum UnknownID {
  private static let named = 3

  static func message<ID>(for id: ID, wasRemoved: Bool, among known: some Collection<ID>) -> String
  {
    let name = String(reflecting: id)
    if wasRemoved { return "the views with the id \(name) were removed" }
    let nearest = known.map { String(reflecting: $0) }
      .map { (name: $0, distance: distance($0, name)) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(named).map(\.name).joined(separator: ", ")
    return "no view has been added for the id \(name)"
      + (nearest.isEmpty ? "; there are no views" : "; the nearest ids are \(nearest)")
  }

  /// The number of insertions, removals and changes of characters that turn one text into the other
  /// (V. I. Levenshtein, 1965).
  private static func distance(_ one: String, _ other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (i, character) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in other.indices {
        let change = diagonal + (character == other[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, diagonal + 1, row[j] + 1)
      }
    }
    return row[other.count]
  }
}
