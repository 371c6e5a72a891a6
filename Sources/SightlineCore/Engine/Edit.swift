/// An edit of a scene or an engine, with the new values, for recording sessions.
///
/// Edits are recorded in order while the engine's ``Journal`` is open.
package enum Edit: Equatable, Sendable {
  case added(SceneItem)
  case changed(SceneItem)
  case removed(SceneItem.ID)
  case viewportAdded(ViewportID, VisibilityViewport)
  case viewportChanged(ViewportID, VisibilityViewport)
  case viewportRemoved(ViewportID)
  case watched(WatchID, TargetID, ViewportID, WatchCondition)
  case unwatched(WatchID)
  case replaced(ImpressionPolicy, with: ImpressionPolicy)
  case restored(SharedImpression)
  case foreground(Bool)
  case pixelLength(Double)
  case readingDirection(ReadingDirection)
  case exposuresEnd
  case allForgotten
  case session
  case screenVisit
  case day(Int)
}

/// The condition of a watch.
package enum WatchCondition: Equatable, Sendable {
  case rule(VisibilityRule)
  case impressions(ItemIdentity, ImpressionPolicy)
}
