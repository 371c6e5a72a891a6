/// One edit of a scene or an engine, for those who record a session.
///
/// An edit names what was edited; its new values are read from the scene. Switched on with
/// ``Scene/startJournal()``.
package enum SceneEdit: Hashable, Sendable {
  case containerAdded(ContainerID, parent: ContainerID)
  case containerChanged(ContainerID)
  case containerRemoved(ContainerID)
  case targetAdded(TargetID)
  case targetChanged(TargetID)
  case targetRemoved(TargetID)
  case coverAdded(CoverID)
  case coverChanged(CoverID)
  case coverRemoved(CoverID)
}

extension Scene {
  /// Begins to note every edit.
  package mutating func startJournal() { if journal == nil { journal = [] } }

  /// Ends noting edits.
  package mutating func stopJournal() { journal = nil }

  /// Hands out the edits since the last call, in order.
  package mutating func takeJournal() -> ContiguousArray<SceneEdit> {
    guard let edits = journal else { return [] }
    journal = []
    return edits
  }

  mutating func note(_ edit: @autoclosure () -> SceneEdit) {
    if journal != nil { journal?.append(edit()) }
  }
}
