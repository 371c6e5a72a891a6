import SightlineCore

/// What the numbers that the caller gives to things of one kind stand for.
///
/// A number is free again once its thing is gone, however it went: what was in a container goes
/// with it. So nothing is ever taken out here; whether a handle still stands for something, the
/// engine knows.
struct Names<Kind> {
  /// Numbers are places in a row, so they are to be small: this many, from 0.
  static var limit: UInt32 { 1 << 22 }

  private var handles: ContiguousArray<SceneHandle<Kind>?> = []

  /// The handle behind a number, which may be that of something that is gone.
  subscript(number: UInt32) -> SceneHandle<Kind>? {
    number < handles.count ? handles[Int(number)] : nil
  }

  /// The numbers that have been given.
  var numbers: Range<UInt32> { 0..<UInt32(handles.count) }

  /// Gives a handle a number below the limit.
  mutating func name(_ handle: SceneHandle<Kind>, _ number: UInt32) {
    while handles.count <= Int(number) { handles.append(nil) }
    handles[Int(number)] = handle
  }
}
