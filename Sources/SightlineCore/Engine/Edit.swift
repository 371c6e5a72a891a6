/// An edit of a scene or an engine, with the new values, for recording sessions.
///
/// Edits are recorded in order once ``VisibilityEngine/startJournal()`` has been called.
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
