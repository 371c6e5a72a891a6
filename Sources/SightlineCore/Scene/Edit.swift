/// One edit of a scene or an engine, with the new values, for those who record a session.
///
/// Edits are noted in the order in which they were made, once ``VisibilityScene/startJournal()`` was called.
package enum Edit: Hashable, Sendable {
  case containerAdded(ContainerID, to: ContainerID, SceneContainer)
  case containerChanged(ContainerID, in: ContainerID?, SceneContainer)
  case containerRemoved(ContainerID)
  case targetAdded(TargetID, to: ContainerID, SceneTarget)
  case targetChanged(TargetID, in: ContainerID, SceneTarget)
  case targetRemoved(TargetID)
  case coverAdded(CoverID, to: ContainerID, SceneCover)
  case coverChanged(CoverID, in: ContainerID, SceneCover)
  case coverRemoved(CoverID)
  case viewportAdded(ViewportID, VisibilityViewport)
  case viewportChanged(ViewportID, VisibilityViewport)
  case viewportRemoved(ViewportID)
  case watched(WatchID, TargetID, ViewportID, VisibilityRule)
  case watchedForImpressions(WatchID, TargetID, ViewportID, ItemIdentity, ImpressionPolicy)
  case unwatched(WatchID)
  case foreground(Bool)
  case session
  case screenVisit
  case day(Int)
}

#if hasFeature(Embedded)
// Traces are files of JSON, and SightlineTrace needs Foundation: in Embedded Swift nobody records.
extension VisibilityScene {
  var journal: ContiguousArray<Edit>? { nil }

  @inline(__always)
  func note(_ edit: Edit) {}
}
#else
extension VisibilityScene {
  /// Begins to note every edit.
  package mutating func startJournal() { if journal == nil { journal = [] } }

  /// Ends noting edits.
  package mutating func stopJournal() { journal = nil }

  /// Hands out the edits since the last call, in order.
  package mutating func takeJournal() -> ContiguousArray<Edit> {
    guard let edits = journal else { return [] }
    journal = []
    return edits
  }

  mutating func note(_ edit: Edit) { journal?.append(edit) }
}
#endif

extension VisibilityScene {
  mutating func noteChange(of container: ContainerSlot) {
    guard journal != nil else { return }
    let record = containers[container]
    note(
      .containerChanged(
        containers.handle(of: container),
        in: record.parent == .none ? nil : containers.handle(of: record.parent), record.container))
  }

  mutating func noteChange(of target: TargetSlot) {
    guard journal != nil else { return }
    let id = targets.handle(of: target)
    note(.targetChanged(id, in: container(of: id), self.target(id)))
  }

  mutating func noteChange(of cover: CoverSlot) {
    guard journal != nil else { return }
    let id = covers.handle(of: cover)
    note(.coverChanged(id, in: container(of: id), self.cover(id)))
  }
}
