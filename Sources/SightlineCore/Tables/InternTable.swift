/// Distinct values, each with a slot for as long as it is used. Equal values share a slot.
///
/// Invariant: `slots` contains exactly the values in use, and each has at least one use.
struct InternTable<Value: Hashable & Sendable>: Sendable {
  private var values = SlotTable<Value>()
  /// The number of uses of each value, by its slot.
  private var uses: ContiguousArray<Int> = []
  private var slots: [Value: Slot<Value>] = [:]
  /// The value interned last. Hosts usually use one rule for every target, even for a million.
  private var latest = Slot<Value>.none

  /// The number of values in use.
  var count: Int { slots.count }
  /// The number of slots, in use or not.
  var capacity: Int { values.places.count }

  subscript(slot: Slot<Value>) -> Value { @inline(__always) get { values[slot] } }

  func slot(of value: Value) -> Slot<Value>? { slots[value] }

  /// The slots in use, in no particular order.
  var slotsInUse: some Sequence<Slot<Value>> { slots.values }

  /// Adds a use of a value and returns its slot: a released or the next one for a new value.
  mutating func use(_ value: Value) -> Slot<Value> {
    if latest == .none || self[latest] != value {
      if let existing = slots[value] {
        latest = existing
      } else {
        latest = values.insert(value)
        slots[value] = latest
        if latest.index == uses.count { uses.append(0) }
      }
    }
    uses[latest.index] += 1
    return latest
  }

  mutating func use(_ slot: Slot<Value>) { uses[slot.index] += 1 }

  /// Ends a use, and releases the value with its last one.
  ///
  /// - Returns: whether it was the last one.
  @discardableResult
  mutating func release(_ slot: Slot<Value>) -> Bool {
    uses[slot.index] -= 1
    if uses[slot.index] > 0 { return false }
    slots[values[slot]] = nil
    values.release(slot)
    if latest == slot { latest = .none }
    return true
  }

  mutating func freeMemory() { if slots.isEmpty { self = InternTable() } }
}
