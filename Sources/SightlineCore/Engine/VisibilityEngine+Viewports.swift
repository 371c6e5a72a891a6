extension VisibilityEngine {
  /// Returns whether a handle refers to a viewport of this engine.
  public func contains(_ id: ViewportID) -> Bool { tables.watching.viewports.contains(id) }

  /// Returns the current values of a viewport.
  public func viewport(_ id: ViewportID) -> VisibilityViewport {
    tables.watching.viewports[tables.watching.slot(of: id)].viewport
  }

  /// Adds a viewport.
  ///
  /// When its container is removed from the scene, all targets watched in it leave.
  public func add(_ viewport: VisibilityViewport) -> ViewportID {
    _ = tables.scene.slot(of: viewport.container)
    let slot = tables.watching.viewports.insert(ViewportRecord(viewport: viewport))
    if viewport.scrollMargins != .zero { tables.watching.areScrollMarginsStale = true }
    tables.scene.changes.noteChange()
    let id = tables.watching.viewports.handle(of: slot)
    journal.note(.viewportAdded(id, viewport))
    return id
  }

  /// Sets the margins of a viewport, and returns whether they differ from before.
  func setMargins(_ margins: ViewportMargins, of id: ViewportID) -> Bool {
    let slot = tables.watching.slot(of: id)
    if tables.watching.viewports[slot].viewport.margins == margins { return false }
    tables.watching.viewports[slot].viewport.margins = margins
    tables.watching.viewports[slot].isStale = true
    tables.scene.changes.noteChange()
    return true
  }

  func remove(_ id: ViewportID) {
    let slot = tables.watching.slot(of: id)
    require(id != window, "the window's viewport cannot be removed")
    for watch in tables.watching.watches.live where tables.watching.viewport(of: watch) == slot {
      edit(.unwatch(tables.watching.watches.handle(of: watch)))
    }
    if tables.watching.viewports[slot].viewport.scrollMargins != .zero {
      tables.watching.areScrollMarginsStale = true
    }
    tables.watching.viewports.remove(slot)
  }

  /// Removes the viewports whose container has been removed.
  package func removeStrayViewports() {
    for slot in tables.watching.viewports.live {
      let id = tables.watching.viewports.handle(of: slot)
      if isStray(id) { edit(.removeViewport(id)) }
    }
  }

  /// The number of viewports, including the window's.
  package var viewportCount: Int { tables.watching.viewports.count }

  /// Whether a viewport's container has been removed.
  func isStray(_ id: ViewportID) -> Bool { !scene.contains(viewport(id).container) }
}
