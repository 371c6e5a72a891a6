/// Maps a tree's keys to views, for toolkits whose views are Swift objects.
///
/// A key is an address that keeps nothing alive, so the memory behind it may have been reused. The
/// table has a weak reference to each view that it made a key for.
///
/// It is a custom hash table with inline weak references. A frame looks up every view it reads, and
/// takes a quarter longer with a dictionary of boxes.
///
/// Invariants:
/// 1. The key of a freed view maps to nothing, until a view at the same address gets its own key.
/// 2. A live view keeps its key. It may be both a container and observed, so neither use may remove
///    the key of the other.
/// 3. There are at most three times as many entries of freed views as there were live views at the
///    last cleanup, plus a few.
/// 4. At least a quarter of the slots is free, so every search ends.
package final class ViewTable {
  private struct Slot {
    /// The address of the view, or ``free``, or ``gone``.
    var address: UInt
    weak var view: AnyObject?

    /// Not the address of any object: the slot was never used, or its view has been found freed.
    static let free: UInt = 0
    static let gone: UInt = 1
  }

  /// A raw pointer: a buffer's subscript returns a copy of a slot, and copying a weak reference
  /// took a quarter of a read.
  private var slots: UnsafeMutablePointer<Slot>
  private var slotCount: Int
  private var shift: UInt64
  /// The number of slots that are not free.
  private var usedCount = 0
  /// The number of used slots whose view has been found freed.
  private var goneCount = 0

  private static let fewSlots = 64

  package init() {
    slots = Self.makeSlots(Self.fewSlots)
    slotCount = Self.fewSlots
    shift = Self.shift(for: Self.fewSlots)
  }

  deinit { Self.free(slots, slotCount) }

  /// The number of entries, including freed views not yet noticed.
  package var count: Int { usedCount - goneCount }

  /// Returns the key of a view and records it for lookups.
  package func key(of view: AnyObject) -> ViewKey {
    let key = ViewKey(of: view)
    let address = UInt(bitPattern: key.address)
    let known = place(of: address)
    if slots[known].address == address {
      // Two live objects cannot share an address, so a live view here is this one.
      if slots[known].view == nil { slots[known].view = view }
      return key
    }
    if (usedCount + 1) * 4 > slotCount * 3 { removeGoneViews() }
    slots[place(of: address)] = Slot(address: address, view: view)
    usedCount += 1
    return key
  }

  /// Returns the view of a key; `nil` if the view is gone or never got a key here.
  package func view(of key: ViewKey) -> AnyObject? {
    let address = UInt(bitPattern: key.address)
    let index = place(of: address)
    if let view = slots[index].view { return view }
    if slots[index].address == address {
      slots[index].address = Slot.gone
      goneCount += 1
    }
    return nil
  }

  /// Returns the slot of an address, or the free slot that ends the search.
  private func place(of address: UInt) -> Int {
    let mask = slotCount - 1
    // Fibonacci hashing: the low bits of an address only reflect alignment.
    let hash = UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
    var index = Int(truncatingIfNeeded: hash &>> shift)
    while true {
      let found = slots[index].address
      if found == address || found == Slot.free { return index }
      index = (index &+ 1) & mask
    }
  }

  private func removeGoneViews() {
    let (old, oldCount) = (slots, slotCount)
    let alive = (0..<oldCount).lazy.filter { old[$0].view != nil }.count
    slotCount = Self.fewSlots
    // Leave room for as many again before the next cleanup.
    while alive * 8 > slotCount * 3 { slotCount *= 2 }
    slots = Self.makeSlots(slotCount)
    shift = Self.shift(for: slotCount)
    usedCount = 0
    goneCount = 0
    for index in 0..<oldCount where old[index].view != nil {
      slots[place(of: old[index].address)] = old[index]
      usedCount += 1
    }
    Self.free(old, oldCount)
  }

  private static func makeSlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(address: Slot.free, view: nil), count: count)
    return slots
  }

  private static func free(_ slots: UnsafeMutablePointer<Slot>, _ count: Int) {
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  private static func shift(for capacity: Int) -> UInt64 {
    UInt64(UInt64.bitWidth - capacity.trailingZeroBitCount)
  }
}

extension ViewKey {
  /// The key of an object, not recorded for lookups; see ``ViewTable/key(of:)``.
  package init(of view: AnyObject) { self.init(Unmanaged.passUnretained(view).toOpaque()) }
}
