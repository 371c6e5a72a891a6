typealias EntrySlot = Slot<LedgerEntry>
typealias PolicySlot = Slot<ImpressionPolicy>

/// The entries of a ledger, by identity and policy, with a list in the order they were last seen.
///
/// Invariants:
/// 1. An entry is in the list exactly while it has no current exposure, running or paused.
/// 2. The list is in the order in which exposures ended, oldest first.
///
/// The list is intrusive: adding and removing an entry takes O(1) without allocation.
struct EntryTable: ~Copyable {
  private struct Key: Hashable, Sendable {
    var identity: ItemIdentity
    var policy: PolicySlot
  }

  private var entries = SlotTable<LedgerEntry>()
  private var slots: [Key: EntrySlot] = [:]
  /// The ends of the list.
  private(set) var oldest = EntrySlot.none
  private(set) var newest = EntrySlot.none

  var count: Int { slots.count }
  /// The number of slots, in use or not.
  var capacity: Int { entries.places.count }

  subscript(slot: EntrySlot) -> LedgerEntry {
    @inline(__always) get { entries[slot] }
    @inline(__always) _modify { yield &entries[slot] }
  }

  /// Returns whether a slot has ever been used.
  func contains(_ slot: EntrySlot) -> Bool { entries.places.contains(slot.index) }

  func slot(of identity: ItemIdentity, _ policy: PolicySlot) -> EntrySlot? {
    slots[Key(identity: identity, policy: policy)]
  }

  /// All slots, in use or not.
  var allSlots: some Sequence<EntrySlot> { entries.places.lazy.map { EntrySlot($0) } }

  func isInUse(_ slot: EntrySlot) -> Bool { self[slot].policy != .none }

  /// Adds an entry that is not in the list.
  mutating func add(_ identity: ItemIdentity, _ policy: PolicySlot) -> EntrySlot {
    let slot = entries.insert(LedgerEntry(identity: identity, policy: policy))
    slots[Key(identity: identity, policy: policy)] = slot
    return slot
  }

  /// Removes an entry that is not in the list.
  mutating func remove(_ slot: EntrySlot) {
    slots[Key(identity: self[slot].identity, policy: self[slot].policy)] = nil
    // Watches that still hold this slot see from the policy that the entry is no longer theirs.
    self[slot].policy = .none
    entries.release(slot)
  }

  /// Moves an entry to a policy under which its identity has no entry.
  mutating func move(_ slot: EntrySlot, to policy: PolicySlot) {
    let identity = self[slot].identity
    slots[Key(identity: identity, policy: self[slot].policy)] = nil
    slots[Key(identity: identity, policy: policy)] = slot
    self[slot].policy = policy
  }

  mutating func freeMemory() { if slots.count == 0 { self = EntryTable() } }

  // MARK: The list

  /// Adds an entry as the newest of the list.
  mutating func list(_ slot: EntrySlot) {
    self[slot].isListed = true
    self[slot].older = newest
    self[slot].newer = .none
    if newest == .none { oldest = slot } else { self[newest].newer = slot }
    newest = slot
  }

  /// Removes an entry from the list, if it is in it.
  mutating func unlist(_ slot: EntrySlot) {
    guard self[slot].isListed else { return }
    self[slot].isListed = false
    let (older, newer) = (self[slot].older, self[slot].newer)
    if older == .none { oldest = newer } else { self[older].newer = newer }
    if newer == .none { newest = older } else { self[newer].older = older }
  }
}
