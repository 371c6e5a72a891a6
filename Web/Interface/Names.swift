import SightlineCore

/// Maps the caller's numbers to handles, for one kind of object.
///
/// A number becomes free when its object is removed, directly or with its container. Entries are
/// never removed from this table; the engine detects stale handles.
struct Names<Kind> {
  /// The limit of numbers, which are array indices and so must be small.
  static var limit: UInt32 { 1 << 22 }

  private var handles: ContiguousArray<SceneHandle<Kind>?> = []

  /// The handle for a number. It may be stale.
  subscript(number: UInt32) -> SceneHandle<Kind>? {
    number < handles.count ? handles[Int(number)] : nil
  }

  /// The range of assigned numbers.
  var numbers: Range<UInt32> { 0..<UInt32(handles.count) }

  /// Assigns a number below the limit to a handle.
  @inline(never)
  mutating func name(_ handle: SceneHandle<Kind>, _ number: UInt32) {
    while handles.count <= Int(number) { handles.append(nil) }
    handles[Int(number)] = handle
  }
}
