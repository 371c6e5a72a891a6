#if hasFeature(Embedded)
/// A stub for Embedded Swift, where nothing can be recorded: SightlineTrace needs Foundation.
struct Journal: Sendable {
  var isOpen: Bool { false }

  @inline(__always)
  mutating func note(_ edit: @autoclosure () -> Edit) {}
}
#else
/// The edits since they were last taken, while recording.
struct Journal: Sendable {
  private var edits: ContiguousArray<Edit>?

  /// Whether edits are being recorded.
  var isOpen: Bool { edits != nil }

  mutating func start() { if edits == nil { edits = [] } }

  mutating func stop() { edits = nil }

  @inline(__always)
  mutating func note(_ edit: @autoclosure () -> Edit) { if isOpen { edits?.append(edit()) } }

  /// Returns and removes the edits recorded so far, in order.
  mutating func take() -> ContiguousArray<Edit> {
    guard let taken = edits else { return [] }
    edits = []
    return taken
  }
}
#endif

extension VisibilityScene {
  /// The edit that gave an item its current values.
  func change(of item: ItemRef) -> Edit? {
    switch item.content {
    case .target(let slot):
      let id = targets.handle(of: slot)
      return .targetChanged(id, in: container(of: id), target(id))
    case .container(let slot):
      let id = containers.handle(of: slot)
      return .containerChanged(id, in: parent(of: id), container(id))
    case .cover(let slot):
      let id = covers.handle(of: slot)
      return .coverChanged(id, in: container(of: id), cover(id))
    case .hole: return nil
    }
  }

  func removal(of item: ItemRef) -> Edit? {
    switch item.content {
    case .target(let slot): .targetRemoved(targets.lastHandle(of: slot))
    case .container(let slot): .containerRemoved(containers.lastHandle(of: slot))
    case .cover(let slot): .coverRemoved(covers.lastHandle(of: slot))
    case .hole: nil
    }
  }
}
