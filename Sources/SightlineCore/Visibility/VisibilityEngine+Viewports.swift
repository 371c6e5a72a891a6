extension VisibilityEngine {
  /// Whether the handle stands for a viewport of this engine.
  public func contains(_ id: ViewportID) -> Bool {
    Int(id.index) < viewports.count && viewports[Int(id.index)].isLive
      && viewports[Int(id.index)].generation == id.generation
  }

  /// The current values of a viewport.
  public func viewport(_ id: ViewportID) -> VisibilityViewport { viewports[checked(id)].viewport }

  /// Adds a viewport to watch targets in.
  ///
  /// When its container is removed from the scene, everything watched in it has left.
  public mutating func add(_ viewport: VisibilityViewport) -> ViewportID {
    _ = scene.checked(viewport.container)
    let index: UInt32
    if let free = freeViewports.popLast() {
      index = free
      let generation = viewports[Int(index)].generation
      viewports[Int(index)] = ViewportRecord(viewport: viewport, generation: generation)
    } else {
      index = UInt32(viewports.count)
      viewports.append(ViewportRecord(viewport: viewport, generation: 0))
    }
    if viewport.scrollMargins != .zero { areScrollMarginsStale = true }
    scene.version &+= 1
    let id = ViewportID(index: index, generation: viewports[Int(index)].generation)
    scene.note(.viewportAdded(id, viewport))
    return id
  }

  /// Changes the margins of a viewport.
  public mutating func setMargins(_ margins: ViewportMargins, of id: ViewportID) {
    let index = checked(id)
    if viewports[index].viewport.margins == margins { return }
    viewports[index].viewport.margins = margins
    viewports[index].isStale = true
    scene.version &+= 1
    scene.note(.viewportChanged(id, viewports[index].viewport))
  }

  /// Removes a viewport with everything that is watched in it, which is not heard of any more.
  ///
  /// - Precondition: it is not ``window``.
  /// - Complexity: O(its watches), and O(rules).
  public mutating func remove(_ id: ViewportID) {
    let index = checked(id)
    precondition(index != 0, "the window's viewport cannot be removed")
    while viewports[index].firstWatch != none {
      unwatch(handle(ofWatch: viewports[index].firstWatch))
    }
    viewports[index].isLive = false
    viewports[index].generation &+= 1
    viewports[index].active.removeAll()
    freeViewports.append(id.index)
    if viewports[index].viewport.scrollMargins != .zero { areScrollMarginsStale = true }
    scene.note(.viewportRemoved(id))
  }

  /// Brings up to date by how much scrolling containers may reach beyond their clips: once before a
  /// pass, however many viewports have come and gone.
  mutating func collectScrollMargins() {
    if !areScrollMarginsStale { return }
    areScrollMarginsStale = false
    scratch.work &+= viewports.count
    var margins = ViewportMargins.zero
    for record in viewports where record.isLive {
      margins.formUpperBound(with: record.viewport.scrollMargins)
    }
    scene.setScrollMargins(margins)
  }

  func checked(_ id: ViewportID) -> Int {
    precondition(
      contains(id),
      "viewport \(id.index), generation \(id.generation), was used after its removal")
    return Int(id.index)
  }

  /// The viewport's clip in its container's own space, grown by its margins; `nil` if its container
  /// is gone or not measurable.
  @inline(__always)
  func clip(of viewport: VisibilityViewport, withScrollMargins: Bool = true) -> Box? {
    guard scene.contains(viewport.container) else { return nil }
    // Field by field: a copy of the record would retain what it owns.
    let index = Int(viewport.container.index)
    guard scene.containers[index].isMeasurable else { return nil }
    var clip = scene.containers[index].clip
    if !scene.containers[index].clips {
      let frame = scene.containers[index].container.frame
      clip = Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height)
    }
    if viewport.margins != .zero {
      clip = clip.grown(by: viewport.margins.resolved(for: clip)).withinLimit
    }
    if withScrollMargins && viewport.scrollMargins != .zero
      && scene.containers[index].container.scrolls
    {
      clip = clip.grown(by: viewport.scrollMargins.resolved(for: clip)).withinLimit
    }
    return clip
  }
}
