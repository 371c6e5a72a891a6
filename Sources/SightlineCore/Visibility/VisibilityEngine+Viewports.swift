extension VisibilityEngine {
  /// Whether the handle stands for a viewport of this engine.
  public func contains(_ id: ViewportID) -> Bool { watching.viewports.contains(id) }

  /// The current values of a viewport.
  public func viewport(_ id: ViewportID) -> VisibilityViewport {
    watching.viewports[watching.slot(of: id)].viewport
  }

  /// Adds a viewport to watch targets in.
  ///
  /// When its container is removed from the scene, everything watched in it has left.
  public mutating func add(_ viewport: VisibilityViewport) -> ViewportID {
    _ = scene.slot(of: viewport.container)
    let slot = watching.viewports.insert(ViewportRecord(viewport: viewport))
    if viewport.scrollMargins != .zero { watching.areScrollMarginsStale = true }
    scene.version &+= 1
    let id = watching.viewports.handle(of: slot)
    scene.note(.viewportAdded(id, viewport))
    return id
  }

  /// Changes the margins of a viewport.
  public mutating func setMargins(_ margins: ViewportMargins, of id: ViewportID) {
    let slot = watching.slot(of: id)
    if watching.viewports[slot].viewport.margins == margins { return }
    watching.viewports[slot].viewport.margins = margins
    watching.viewports[slot].isStale = true
    scene.version &+= 1
    scene.note(.viewportChanged(id, watching.viewports[slot].viewport))
  }

  /// Removes a viewport with everything that is watched in it, which is not heard of any more.
  ///
  /// - Precondition: it is not ``window``.
  /// - Complexity: O(its watches), and O(rules).
  public mutating func remove(_ id: ViewportID) {
    let slot = watching.slot(of: id)
    precondition(id != window, "the window's viewport cannot be removed")
    while watching.viewports[slot].firstWatch != .none {
      unwatch(watching.watches.handle(of: watching.viewports[slot].firstWatch))
    }
    watching.viewports[slot].active.removeAll()
    if watching.viewports[slot].viewport.scrollMargins != .zero {
      watching.areScrollMarginsStale = true
    }
    watching.viewports.remove(slot)
    scene.note(.viewportRemoved(id))
  }

  /// Brings up to date by how much scrolling containers may reach beyond their clips: once before a
  /// pass, however many viewports have come and gone.
  mutating func collectScrollMargins() {
    if !watching.areScrollMarginsStale { return }
    watching.areScrollMarginsStale = false
    scratch.work &+= watching.viewports.count
    scene.setScrollMargins(watching.greatestScrollMargins)
  }

  /// The viewport's clip in its container's own space, grown by its margins; `nil` if its container
  /// is gone or not measurable.
  @inline(__always)
  func clip(of viewport: VisibilityViewport, withScrollMargins: Bool = true) -> Box? {
    guard scene.contains(viewport.container) else { return nil }
    // Field by field: a copy of the record would retain what it owns.
    let container = ContainerSlot(raw: viewport.container.index)
    guard scene.containers[container].isMeasurable else { return nil }
    var clip = scene.containers[container].clip
    if !scene.containers[container].clips {
      let frame = scene.containers[container].container.frame
      clip = Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height)
    }
    if viewport.margins != .zero {
      clip = clip.grown(by: viewport.margins.resolved(for: clip)).withinLimit
    }
    if withScrollMargins && viewport.scrollMargins != .zero
      && scene.containers[container].container.scrolls
    {
      clip = clip.grown(by: viewport.scrollMargins.resolved(for: clip)).withinLimit
    }
    return clip
  }
}
