#if hasFeature(Embedded)
/// A stub for Embedded Swift, where nothing can be recorded: SightlineTrace needs Foundation.
struct Journal: Sendable {
  var isOpen: Bool { false }

  @inline(__always)
  mutating func note(_ edit: Edit) {}
}
#else
/// The edits since they were last taken, while recording.
struct Journal: Sendable {
  private var edits: ContiguousArray<Edit>?

  /// Whether edits are being recorded.
  var isOpen: Bool { edits != nil }

  mutating func start() { if edits == nil { edits = [] } }

  mutating func stop() { edits = nil }

  mutating func note(_ edit: Edit) { edits?.append(edit) }

  /// Returns and removes the edits recorded so far, in order.
  mutating func take() -> ContiguousArray<Edit> {
    guard let taken = edits else { return [] }
    edits = []
    return taken
  }
}

extension VisibilityScene {
  /// Starts recording edits.
  mutating func startJournal() { journal.start() }

  /// Stops recording edits.
  mutating func stopJournal() { journal.stop() }

  /// Returns and removes the edits recorded so far, in order.
  mutating func takeJournal() -> ContiguousArray<Edit> { journal.take() }
}
#endif

extension VisibilityScene {
  @inline(__always)
  mutating func note(_ edit: Edit) { journal.note(edit) }

  mutating func noteChange(of container: ContainerSlot) {
    guard journal.isOpen else { return }
    let record = containers[container]
    note(
      .containerChanged(
        containers.handle(of: container),
        in: record.parent == .none ? nil : containers.handle(of: record.parent), record.container))
  }

  mutating func noteChange(of target: TargetSlot) {
    guard journal.isOpen else { return }
    let id = targets.handle(of: target)
    note(.targetChanged(id, in: container(of: id), self.target(id)))
  }

  mutating func noteChange(of cover: CoverSlot) {
    guard journal.isOpen else { return }
    let id = covers.handle(of: cover)
    note(.coverChanged(id, in: container(of: id), self.cover(id)))
  }
}
