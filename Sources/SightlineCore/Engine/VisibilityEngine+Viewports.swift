extension VisibilityEngine {
  /// Returns whether a handle refers to a viewport of this engine.
  public func contains(_ id: ViewportID) -> Bool { watching.viewports.contains(id) }

  /// Returns the current values of a viewport.
  public func viewport(_ id: ViewportID) -> VisibilityViewport {
    watching.viewports[watching.slot(of: id)].viewport
  }

  /// Adds a viewport.
  ///
  /// When its container is removed from the scene, all targets watched in it leave.
  public mutating func add(_ viewport: VisibilityViewport) -> ViewportID {
    _ = scene.slot(of: viewport.container)
    let slot = watching.viewports.insert(ViewportRecord(viewport: viewport))
    if viewport.scrollMargins != .zero { watching.areScrollMarginsStale = true }
    scene.changes.noteChange()
    let id = watching.viewports.handle(of: slot)
    journal.note(.viewportAdded(id, viewport))
    return id
  }

  /// Changes the margins of a viewport.
  public mutating func setMargins(_ margins: ViewportMargins, of id: ViewportID) {
    let slot = watching.slot(of: id)
    if watching.viewports[slot].viewport.margins == margins { return }
    watching.viewports[slot].viewport.margins = margins
    watching.viewports[slot].isStale = true
    scene.changes.noteChange()
    let viewport = watching.viewports[slot].viewport
    journal.note(.viewportChanged(id, viewport))
  }

  /// Removes a viewport and its watches, which report no further events.
  ///
  /// - Precondition: The viewport is not ``window``.
  /// - Complexity: O(watches in the viewport + rules).
  public mutating func remove(_ id: ViewportID) {
    let slot = watching.slot(of: id)
    precondition(id != window, "the window's viewport cannot be removed")
    while watching.viewports[slot].firstWatch != .none {
      let watch = WatchRef(watching.viewports[slot].firstWatch)
      unwatch(watching.handle(of: watch, scene.targets))
    }
    watching.viewports[slot].active.removeAll()
    if watching.viewports[slot].viewport.scrollMargins != .zero {
      watching.areScrollMarginsStale = true
    }
    watching.viewports.remove(slot)
    journal.note(.viewportRemoved(id))
  }

  /// Updates the scene's scroll margins, once per pass even if several viewports have changed.
  mutating func updateScrollMargins() {
    if !watching.areScrollMarginsStale { return }
    watching.areScrollMarginsStale = false
    steps &+= watching.viewports.count
    scene.setScrollMargins(watching.greatestScrollMargins)
  }
}
