/// The entries of a ledger, by identity and policy, and the order in which they were last seen.
///
/// Invariants:
/// 1. An entry is in the list exactly while no exposure of it is going on, paused ones included.
/// 2. From the oldest to the newest, the list is in the order in which exposures ended.
///
/// The list runs through the entries themselves: what enters, leaves or is forgotten costs O(1) and
/// allocates nothing.
struct EntryTable: Sendable {
  struct Key: Hashable, Sendable {
    var identity: ItemIdentity
    var policy: UInt32
  }

  var entries: ContiguousArray<LedgerEntry> = []
  private var indexes: [Key: UInt32] = [:]
  private var free: ContiguousArray<UInt32> = []
  /// The ends of the list.
  private(set) var oldest = none
  private(set) var newest = none

  /// How many are kept.
  var count: Int { indexes.count }

  func index(of identity: ItemIdentity, _ policy: UInt32) -> Int? {
    indexes[Key(identity: identity, policy: policy)].map(Int.init)
  }

  /// Adds an entry that is not in the list.
  mutating func add(_ identity: ItemIdentity, _ policy: UInt32) -> Int {
    let entry = LedgerEntry(identity: identity, policy: policy)
    let index: UInt32
    if let unused = free.popLast() {
      index = unused
      entries[Int(index)] = entry
    } else {
      index = UInt32(entries.count)
      entries.appendTightly(entry)
    }
    indexes[Key(identity: identity, policy: policy)] = index
    return Int(index)
  }

  /// Removes an entry that is not in the list.
  mutating func remove(_ index: Int) {
    indexes[Key(identity: entries[index].identity, policy: entries[index].policy)] = nil
    // A watch that still has this index sees that the entry is not its own any more.
    entries[index].policy = none
    free.append(UInt32(index))
  }

  /// Gives back the memory of a table that is empty.
  mutating func releaseMemory() { if indexes.isEmpty { self = EntryTable() } }

  // MARK: The list

  /// Puts an entry at the list's new end.
  mutating func list(_ index: Int) {
    entries[index].isListed = true
    entries[index].older = newest
    entries[index].newer = none
    if newest == none {
      oldest = UInt32(index)
    } else {
      entries[Int(newest)].newer = UInt32(index)
    }
    newest = UInt32(index)
  }

  /// Takes an entry out of the list; does nothing if it is not in it.
  mutating func unlist(_ index: Int) {
    guard entries[index].isListed else { return }
    entries[index].isListed = false
    let (older, newer) = (entries[index].older, entries[index].newer)
    if older == none { oldest = newer } else { entries[Int(older)].newer = newer }
    if newer == none { newest = older } else { entries[Int(newer)].older = older }
  }
}
