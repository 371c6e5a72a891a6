/// Distinct values, each with a slot for as long as it is used. Equal values share a slot.
///
/// Invariant: `slots` contains exactly the values in use, and each has at least one use.
struct InternTable<Value: Hashable & Sendable>: Sendable {
  private struct Record: Sendable {
    var value: Value
    var uses = 0
  }

  private var records = SlotTable<Record>()
  private var slots: [Value: Slot<Value>] = [:]
  /// The value interned last. Hosts usually watch all targets, even a million, alike.
  private var latest = Slot<Value>.none

  /// The number of values in use.
  var count: Int { slots.count }
  /// The number of slots, in use or not.
  var capacity: Int { records.places.count }

  subscript(slot: Slot<Value>) -> Value { records[Slot(raw: slot.raw)].value }

  func slot(of value: Value) -> Slot<Value>? { slots[value] }

  /// The slots in use, in no particular order.
  var slotsInUse: some Sequence<Slot<Value>> { slots.values }

  /// Adds a use of a value and returns its slot: a released or the next one for a new value.
  mutating func use(_ value: Value) -> Slot<Value> {
    if latest == .none || self[latest] != value {
      if let known = slots[value] {
        latest = known
      } else {
        latest = Slot(raw: records.insert(Record(value: value)).raw)
        slots[value] = latest
      }
    }
    records[Slot(raw: latest.raw)].uses += 1
    return latest
  }

  mutating func use(_ slot: Slot<Value>) { records[Slot(raw: slot.raw)].uses += 1 }

  /// Ends a use, and releases the value with its last one.
  ///
  /// - Returns: whether it was the last one.
  @discardableResult
  mutating func release(_ slot: Slot<Value>) -> Bool {
    let record = Slot<Record>(raw: slot.raw)
    records[record].uses -= 1
    if records[record].uses > 0 { return false }
    slots[records[record].value] = nil
    records.release(record)
    if latest == slot { latest = .none }
    return true
  }

  mutating func freeMemory() { if slots.isEmpty { self = InternTable() } }
}
