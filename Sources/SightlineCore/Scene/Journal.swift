#if hasFeature(Embedded)
/// Traces are files of JSON, and SightlineTrace needs Foundation: in Embedded Swift nobody records.
struct Journal: Sendable {
  var isOpen: Bool { false }

  @inline(__always)
  mutating func note(_ edit: Edit) {}
}
#else
/// The edits since they were last taken, while somebody records them.
struct Journal: Sendable {
  private var edits: ContiguousArray<Edit>?

  /// Whether edits are being noted.
  var isOpen: Bool { edits != nil }

  mutating func start() { if edits == nil { edits = [] } }

  mutating func stop() { edits = nil }

  mutating func note(_ edit: Edit) { edits?.append(edit) }

  /// Hands out the edits since the last call, in order.
  mutating func take() -> ContiguousArray<Edit> {
    guard let taken = edits else { return [] }
    edits = []
    return taken
  }
}

extension VisibilityScene {
  /// Begins to note every edit.
  package mutating func startJournal() { journal.start() }

  /// Ends noting edits.
  package mutating func stopJournal() { journal.stop() }

  /// Hands out the edits since the last call, in order.
  package mutating func takeJournal() -> ContiguousArray<Edit> { journal.take() }
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
