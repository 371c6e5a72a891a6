/// Which views the keys of a tree stand for, for toolkits whose views are objects of Swift.
///
/// A key is an address and keeps nothing alive, so that reading it could be reading memory that is
/// something else by now. The table knows every view that it made a key of, by a weak reference.
///
/// It is a hash table of its own, in which the weak references lie side by side: a frame looks up
/// every view that it reads, and a dictionary of boxes took a third of the time of reading one.
///
/// Invariants:
/// 1. The key of a view that is gone stands for nothing, until a view at the same address gets a
///    key of its own.
/// 2. A view that is alive keeps its key: it may be a container and observed at once, so that
///    neither may take it away from the other.
/// 3. What is remembered of views that are gone is at most as much as of views that were alive when
///    it was last cleared of those that are gone, but for a few.
/// 4. At least a quarter of the slots is free, so that every search ends.
package final class ViewTable {
  private struct Slot {
    /// The view's, or ``free``, or ``gone``.
    var address: UInt
    weak var view: AnyObject?

    /// What no object's address is: nothing has been here, and what was here was noticed to be
    /// gone.
    static let free: UInt = 0
    static let gone: UInt = 1
  }

  private var slots: UnsafeMutableBufferPointer<Slot>
  private var shift: UInt64
  /// Slots that are not free.
  private var usedCount = 0
  /// Those of them whose view was noticed to be gone.
  private var goneCount = 0

  private static let fewSlots = 64

  package init() {
    slots = Self.makeSlots(Self.fewSlots)
    shift = Self.shift(for: Self.fewSlots)
  }

  deinit { Self.free(slots) }

  /// How many views are remembered, those that are gone and not yet noticed included.
  package var count: Int { usedCount - goneCount }

  /// The key of a view, by which it can be found from now on.
  package func key(of view: AnyObject) -> ViewKey {
    let key = ViewKey(of: view)
    let address = UInt(bitPattern: key.address)
    let known = place(of: address)
    if slots[known].address == address {
      // Two that are alive cannot have one address: what is alive there is this view.
      if slots[known].view == nil { slots[known].view = view }
      return key
    }
    if (usedCount + 1) * 4 > slots.count * 3 { removeGoneViews() }
    slots[place(of: address)] = Slot(address: address, view: view)
    usedCount += 1
    return key
  }

  /// The view that a key stands for; `nil` if it is gone or never got a key here.
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

  /// The slot of an address, or the free one at which the search for it ends.
  private func place(of address: UInt) -> Int {
    let mask = slots.count - 1
    // Fibonacci hashing: the low bits of an address are those of its alignment.
    let hash = UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
    var index = Int(truncatingIfNeeded: hash &>> shift)
    while true {
      let found = slots[index].address
      if found == address || found == Slot.free { return index }
      index = (index &+ 1) & mask
    }
  }

  private func removeGoneViews() {
    let old = slots
    let alive = old.indices.lazy.filter { old[$0].view != nil }.count
    var capacity = Self.fewSlots
    // Room for as many again, before the next time.
    while alive * 8 > capacity * 3 { capacity *= 2 }
    slots = Self.makeSlots(capacity)
    shift = Self.shift(for: capacity)
    usedCount = 0
    goneCount = 0
    for index in old.indices {
      guard let view = old[index].view else { continue }
      slots[place(of: old[index].address)] = Slot(address: old[index].address, view: view)
      usedCount += 1
    }
    Self.free(old)
  }

  private static func makeSlots(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
    let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(address: Slot.free, view: nil))
    return slots
  }

  private static func free(_ slots: UnsafeMutableBufferPointer<Slot>) {
    slots.deinitialize()
    slots.deallocate()
  }

  private static func shift(for capacity: Int) -> UInt64 {
    UInt64(UInt64.bitWidth - capacity.trailingZeroBitCount)
  }
}

extension ViewKey {
  /// The key of an object, which cannot be found by it: see ``ViewTable/key(of:)``.
  package init(of view: AnyObject) { self.init(Unmanaged.passUnretained(view).toOpaque()) }
}
