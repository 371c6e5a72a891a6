/// A record's place in a ``SlotTable``: an index of 32 bits that cannot be taken for that of
/// another kind.
package struct Slot<Record>: Hashable, Sendable {
  package let raw: UInt32

  @inlinable
  package init(raw: UInt32) { self.raw = raw }

  @inlinable
  package init(_ index: Int) { raw = UInt32(truncatingIfNeeded: index) }

  /// The place that a handle stands for, whether or not it is still valid.
  init(of handle: SceneHandle<Record.Kind>) where Record: Generational { raw = handle.index }

  /// No place.
  @inlinable
  package static var none: Slot { Slot(raw: .max) }

  @inlinable
  package var index: Int { Int(raw) }

  @inlinable
  package static func == (a: Slot, b: Slot) -> Bool { a.raw == b.raw }
}

/// Records of one kind in a row, in which places that have become free are used again.
///
/// A record that was taken out stays where it is until then, and whoever still has its slot must
/// know that it is gone. Records with a generation know it themselves: see ``Generational``.
///
/// The mirror of the host layer keeps its records in such tables too. It reaches them by a
/// subscript of its own: one of another module is not specialised, which doubled the instructions
/// of a frame.
package struct SlotTable<Record> {
  package var records: ContiguousArray<Record> = []
  fileprivate var free: ContiguousArray<Slot<Record>> = []

  package init() {}

  /// How many records are in use.
  package var count: Int { records.count - free.count }

  /// The places that exist, whether in use or not.
  package var places: Range<Int> { records.indices }

  /// - Complexity: O(1).
  subscript(slot: Slot<Record>) -> Record {
    @inline(__always) get { records[slot.index] }
    @inline(__always) _modify { yield &records[slot.index] }
  }

  mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

  /// Gives a record a place.
  ///
  /// - Complexity: O(1) amortised.
  package mutating func insert(_ record: Record) -> Slot<Record> {
    if let slot = free.popLast() {
      records[slot.index] = record
      return slot
    }
    records.appendTightly(record)
    return Slot(records.count - 1)
  }

  /// Frees a place for another record.
  package mutating func release(_ slot: Slot<Record>) { free.append(slot) }
}

extension SlotTable: Sendable where Record: Sendable {}

/// A record that handles stand for. Each time it is ended or its place is used again its generation
/// grows by one: it is even while the record lives.
protocol Generational: Sendable {
  associatedtype Kind
  var generation: UInt32 { get set }
}

extension SlotTable where Record: Generational {
  /// The places of the records that live, in order. It holds on to the table; hot paths go through
  /// `places` instead.
  var live: some Sequence<Slot<Record>> {
    records.indices.lazy.map { Slot($0) }.filter { isLive($0) }
  }

  @inline(__always)
  func isLive(_ slot: Slot<Record>) -> Bool { records[slot.index].generation & 1 == 0 }

  @inline(__always)
  func contains(_ handle: SceneHandle<Record.Kind>) -> Bool {
    // Unsigned: a handle that was never given has an index that a signed number of 32 bits cannot
    // hold.
    UInt(handle.index) < UInt(bitPattern: records.count)
      && records[Int(handle.index)].generation == handle.generation
  }

  @inline(__always)
  func handle(of slot: Slot<Record>) -> SceneHandle<Record.Kind> {
    SceneHandle(index: slot.raw, generation: records[slot.index].generation)
  }

  /// The handle of a record that lives, or has ended and is not released yet.
  @inline(__always)
  func lastHandle(of slot: Slot<Record>) -> SceneHandle<Record.Kind> {
    SceneHandle(index: slot.raw, generation: records[slot.index].generation & ~1)
  }

  /// The place of a record that must be there: a handle that is used after a removal is a
  /// programmer's error.
  @inline(__always)
  func slot(of handle: SceneHandle<Record.Kind>, _ kind: StaticString) -> Slot<Record> {
    precondition(
      contains(handle),
      "\(kind) \(handle.index), generation \(handle.generation), was used after its removal")
    return Slot(of: handle)
  }

  mutating func insert(_ record: Record) -> Slot<Record> {
    var record = record
    if let slot = free.popLast() {
      record.generation = records[slot.index].generation &+ 1
      records[slot.index] = record
      return slot
    }
    record.generation = 0
    records.appendTightly(record)
    return Slot(records.count - 1)
  }

  /// Makes the handles of a record stand for nothing. Its place is free only once it is released.
  mutating func end(_ slot: Slot<Record>) { records[slot.index].generation &+= 1 }

  /// Takes a record out and frees its place.
  mutating func remove(_ slot: Slot<Record>) {
    end(slot)
    release(slot)
  }
}
