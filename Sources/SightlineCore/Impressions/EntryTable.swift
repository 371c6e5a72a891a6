/// The entries of a ledger, by identity and policy, with a list in the order they were last seen.
///
/// Invariants:
/// 1. An entry is in the list exactly while it has no current exposure, running or paused.
/// 2. The list is in the order in which exposures ended, oldest first.
///
/// The list is intrusive: adding and removing an entry takes O(1) without allocation.
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

  /// The number of entries.
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
    // Watches that still hold this index recognise that the entry is no longer theirs.
    entries[index].policy = none
    free.append(UInt32(index))
  }

  /// Releases the memory of an empty table.
  mutating func releaseMemory() { if indexes.isEmpty { self = EntryTable() } }

  // MARK: The list

  /// Adds an entry as the newest of the list.
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

  /// Removes an entry from the list, if it is in it.
  mutating func unlist(_ index: Int) {
    guard entries[index].isListed else { return }
    entries[index].isListed = false
    let (older, newer) = (entries[index].older, entries[index].newer)
    if older == none { oldest = newer } else { entries[Int(older)].newer = newer }
    if newer == none { newest = older } else { entries[Int(newer)].older = older }
  }
}
