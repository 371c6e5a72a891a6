#if hasFeature(Embedded)
/// A stub for Embedded Swift, where nothing can be recorded: SightlineTrace needs Foundation.
package struct Journal: Sendable {
  var isOpen: Bool { false }

  @inline(__always)
  mutating func note(_ edit: @autoclosure () -> Edit) {}
}
#else
/// The edits since they were last taken, while recording.
package struct Journal: Sendable {
  private var edits: ContiguousArray<Edit>?

  /// Whether edits are being recorded.
  var isOpen: Bool { edits != nil }

  package mutating func start() { if edits == nil { edits = [] } }

  package mutating func stop() { edits = nil }

  @inline(__always)
  mutating func note(_ edit: @autoclosure () -> Edit) { if isOpen { edits?.append(edit()) } }

  /// Returns and removes the edits recorded so far, in order.
  package mutating func take() -> ContiguousArray<Edit> {
    guard let taken = edits else { return [] }
    edits = []
    return taken
  }
}
#endif
