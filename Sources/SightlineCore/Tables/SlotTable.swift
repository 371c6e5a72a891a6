/// The absent index in the core's tables.
let none = UInt32.max

/// A record's place in a ``SlotTable``: a 32-bit index, typed by the kind of record.
@usableFromInline
package struct Slot<Record>: Hashable, Sendable {
  @usableFromInline package let raw: UInt32

  @inlinable
  package init(raw: UInt32) { self.raw = raw }

  @inlinable
  package init(_ index: Int) { raw = UInt32(truncatingIfNeeded: index) }

  /// Creates the slot of a handle, which need not be valid any more.
  init(of handle: SceneHandle<Record.Kind>) where Record: Generational { raw = handle.index }

  /// No place.
  @inlinable
  package static var none: Slot { Slot(raw: .max) }

  /// The index in an array. Where `Int` has 32 bits, it is negative for `none`, so in no array.
  @inlinable
  package var index: Int { Int(truncatingIfNeeded: raw) }

  @inlinable
  package static func == (a: Slot, b: Slot) -> Bool { a.raw == b.raw }
}

/// An array of records of one kind that reuses released places.
///
/// A removed record stays in its place until the place is reused, so holders of a slot must track
/// whether it is still live. Records with a generation can be checked: see ``Generational``.
///
/// The host layer's mirror also uses these tables. A package member is specialised there only if it
/// is inlinable and its type is `@usableFromInline`.
@usableFromInline
package struct SlotTable<Record> {
  @usableFromInline package var records: ContiguousArray<Record> = []
  @usableFromInline var free: ContiguousArray<Slot<Record>> = []

  @inlinable
  package init() {}

  @inlinable
  package var count: Int { records.count - free.count }

  /// All places, in use or not.
  @inlinable
  package var places: Range<Int> { 0..<records.count }

  /// - Complexity: O(1).
  @inlinable
  package subscript(slot: Slot<Record>) -> Record {
    @inline(__always) get { records[slot.index] }
    @inline(__always) _modify { yield &records[slot.index] }
  }

  /// Inserts a record and returns its slot.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable
  package mutating func insert(_ record: Record) -> Slot<Record> {
    if let slot = free.popLast() {
      records[slot.index] = record
      return slot
    }
    records.append(record)
    return Slot(records.count - 1)
  }

  /// Frees a place for reuse.
  @inlinable
  package mutating func release(_ slot: Slot<Record>) { free.append(slot) }
}

extension SlotTable: Sendable where Record: Sendable {}

/// A record that handles refer to. Its generation grows by one when the record ends and when its
/// place is reused, so it is even while the record is live.
protocol Generational: Sendable {
  associatedtype Kind
  /// Managed by the table.
  var generation: UInt32 { get set }
}

extension SlotTable where Record: Generational {
  /// The slots of live records, in order. Retains the table; hot paths iterate over `places`
  /// instead.
  var live: some Sequence<Slot<Record>> {
    records.indices.lazy.map { Slot($0) }.filter { isLive($0) }
  }

  mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

  @inline(__always)
  func isLive(_ slot: Slot<Record>) -> Bool { records[slot.index].generation & 1 == 0 }

  @inline(__always)
  func contains(_ handle: SceneHandle<Record.Kind>) -> Bool {
    // Unsigned: the index of a handle never issued may not fit a signed 32-bit integer.
    UInt(handle.index) < UInt(bitPattern: records.count)
      && records[Int(handle.index)].generation == handle.generation
  }

  @inline(__always)
  func handle(of slot: Slot<Record>) -> SceneHandle<Record.Kind> {
    SceneHandle(index: slot.raw, generation: records[slot.index].generation)
  }

  /// The handle of a record that is live, or has ended but is not released yet.
  @inline(__always)
  func lastHandle(of slot: Slot<Record>) -> SceneHandle<Record.Kind> {
    SceneHandle(index: slot.raw, generation: records[slot.index].generation & ~1)
  }

  /// The slot of a live record. Using a handle after its removal is a programming error.
  @inline(__always)
  func slot(of handle: SceneHandle<Record.Kind>, _ kind: StaticString) -> Slot<Record> {
    require(
      contains(handle),
      "\(kind) \(handle.index), generation \(handle.generation), was used after its removal")
    return Slot(of: handle)
  }

  mutating func insert(_ record: Record) -> Slot<Record> {
    if let slot = free.popLast() {
      let generation = records[slot.index].generation &+ 1
      records[slot.index] = record
      records[slot.index].generation = generation
      return slot
    }
    records.append(record)
    return Slot(records.count - 1)
  }

  /// Invalidates a record's handles without freeing its place; call `release(_:)` for that.
  mutating func end(_ slot: Slot<Record>) { records[slot.index].generation &+= 1 }

  /// Removes a record and frees its place.
  mutating func remove(_ slot: Slot<Record>) {
    end(slot)
    release(slot)
  }
}
