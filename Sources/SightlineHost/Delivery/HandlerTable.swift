import SightlineCore

/// The handlers of a window's watches, found by the indexes of their handles.
///
/// The indexes of watches in the records of targets are even, those of others odd. Each kind fills
/// a row of its own, so that neither leaves gaps in the other's.
struct HandlerTable {
  struct Entry {
    let watch: WatchID
    let handler: VisibilityHandler
    let details: Details?
  }

  /// What few watches have: a box, so that the others take 40 bytes.
  final class Details {
    let policy: ImpressionPolicy?
    let item: AnyHashable?

    init(_ policy: ImpressionPolicy?, _ item: AnyHashable?) {
      self.policy = policy
      self.item = item
    }
  }

  private var even: ContiguousArray<Entry?> = []
  private var odd: ContiguousArray<Entry?> = []

  /// What is known of a watch; `nil` if it has ended, also if its index has a new owner by now.
  subscript(watch: WatchID) -> Entry? {
    let place = Int(watch.index >> 1)
    let row = watch.index & 1 == 0 ? even : odd
    guard place < row.count, let entry = row[place], entry.watch == watch else { return nil }
    return entry
  }

  mutating func add(
    _ handler: VisibilityHandler, of watch: WatchID, _ policy: ImpressionPolicy?,
    _ item: AnyHashable?
  ) {
    let details = policy == nil && item == nil ? nil : Details(policy, item)
    set(Entry(watch: watch, handler: handler, details: details), at: watch)
  }

  mutating func remove(_ watch: WatchID) {
    if self[watch] != nil { set(nil, at: watch) }
  }

  private mutating func set(_ entry: Entry?, at watch: WatchID) {
    if watch.index & 1 == 0 {
      HandlerTable.set(entry, at: Int(watch.index >> 1), in: &even)
    } else {
      HandlerTable.set(entry, at: Int(watch.index >> 1), in: &odd)
    }
  }

  private static func set(_ entry: Entry?, at place: Int, in row: inout ContiguousArray<Entry?>) {
    while row.count <= place { row.appendTightly(nil) }
    row[place] = entry
  }
}
