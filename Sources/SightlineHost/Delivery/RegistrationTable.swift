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

  private var rows: [ContiguousArray<Entry?>] = [[], []]

  /// The registration of a watch; `nil` if the watch has ended, even if another watch has reused
  /// its index.
  subscript(watch: WatchID) -> Registration? {
    let (row, place) = Self.place(of: watch)
    guard place < rows[row].count, let entry = rows[row][place], entry.watch == watch else {
      return nil
    }
    return entry.registration
  }

  mutating func add(_ registration: Registration, of watch: WatchID) {
    let (row, place) = Self.place(of: watch)
    while rows[row].count <= place { rows[row].appendTightly(nil) }
    rows[row][place] = Entry(watch: watch, registration: registration)
  }

  mutating func remove(_ watch: WatchID) {
    if self[watch] == nil { return }
    let (row, place) = Self.place(of: watch)
    rows[row][place] = nil
  }

  private static func place(of watch: WatchID) -> (row: Int, place: Int) {
    (Int(watch.index & 1), Int(watch.index >> 1))
  }
}
