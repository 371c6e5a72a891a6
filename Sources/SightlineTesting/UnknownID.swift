import SightlineCore

/// The message for a test that uses an id without a view.
enum UnknownID {
  private static let named = 3

  static func message<ID>(
    for id: ID, wasRemoved: Bool, among existing: some Collection<ID>
  ) -> String {
    let name = String(reflecting: id)
    if wasRemoved { return "the views with the id \(name) were removed" }
    let nearest = existing.map { String(reflecting: $0) }
      .map { (name: $0, distance: $0.difference(from: name).count) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(named).map(\.name).joined(separator: ", ")
    return "no view has been added for the id \(name)"
      + (nearest.isEmpty ? "; there are no views" : "; the nearest ids are \(nearest)")
  }
}
