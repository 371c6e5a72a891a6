import SightlineCore

/// The registrations of a window's watches, indexed by watch handle.
///
/// Watches stored in target records have even indexes, all others odd ones. Each kind has its own
/// row, so neither leaves gaps in the other's.
struct RegistrationTable {
  private struct Entry {
    let watch: WatchID
    let registration: Registration
  }

  private var even: ContiguousArray<Entry?> = []
  private var odd: ContiguousArray<Entry?> = []

  /// The registration of a watch; `nil` if the watch has ended, even if another watch has reused
  /// its index.
  subscript(watch: WatchID) -> Registration? {
    let place = Int(watch.index >> 1)
    let row = watch.index & 1 == 0 ? even : odd
    guard place < row.count, let entry = row[place], entry.watch == watch else { return nil }
    return entry.registration
  }

  mutating func add(_ registration: Registration, of watch: WatchID) {
    set(Entry(watch: watch, registration: registration), at: watch)
  }

  mutating func remove(_ watch: WatchID) {
    if self[watch] != nil { set(nil, at: watch) }
  }

  private mutating func set(_ entry: Entry?, at watch: WatchID) {
    if watch.index & 1 == 0 {
      RegistrationTable.set(entry, at: Int(watch.index >> 1), in: &even)
    } else {
      RegistrationTable.set(entry, at: Int(watch.index >> 1), in: &odd)
    }
  }

  private static func set(_ entry: Entry?, at place: Int, in row: inout ContiguousArray<Entry?>) {
    while row.count <= place { row.appendTightly(nil) }
    row[place] = entry
  }
}
