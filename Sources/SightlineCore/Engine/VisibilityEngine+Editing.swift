// Edits the scene. All edits take effect with the next pass.
extension VisibilityEngine {
  /// The root container.
  public var root: ContainerID { tables.scene.root }

  /// Reserves capacity for this many targets.
  public func reserveCapacity(targets count: Int) {
    tables.scene.reserveCapacity(targets: count)
    tables.watching.reserveCapacity(targets: count)
  }

  // MARK: Adding

  /// Adds a container.
  ///
  /// - Precondition: The nesting depth is at most ``VisibilityScene/maximumDepth``.
  /// - Complexity: O(1) amortised.
  public func add(_ container: SceneContainer, to parent: ContainerID) -> ContainerID {
    let id = tables.scene.add(container, to: parent)
    journal.note(.added(.container(id, in: parent, container)))
    return id
  }

  /// Adds a target.
  ///
  /// - Complexity: O(1) amortised.
  public func add(_ target: SceneTarget, to container: ContainerID) -> TargetID {
    let id = tables.scene.add(target, to: container)
    journal.note(.added(.target(id, in: container, target)))
    return id
  }

  /// Adds a cover.
  ///
  /// - Complexity: O(depth), amortised.
  public func add(_ cover: SceneCover, to container: ContainerID) -> CoverID {
    let id = tables.scene.add(cover, to: container)
    journal.note(.added(.cover(id, in: container, cover)))
    return id
  }

  // MARK: Editing

  // Inlined, like the functions that create an edit: a call then has the code of its edit only.
  /// Applies an edit. It takes effect with the next pass.
  @inline(__always)
  public func edit(_ edit: Edit) {
    let version = journal.isOpen ? tables.scene.changes.version : nil
    switch edit {
    case .scroll(let id, let offset, let source):
      tables.scene.setContentOffset(offset, of: id, by: source)
    case .container(let container, let id): tables.scene.set(container, for: id)
    case .cover(let cover, let id): tables.scene.set(cover, for: id)
    case .frame(let frame, .target(let id)): tables.scene.setFrame(frame, of: id)
    case .frame(let frame, .container(let id)): tables.scene.setFrame(frame, of: id)
    case .frame(let frame, .cover(let id)): tables.scene.setFrame(frame, of: id)
    case .appearance(let appearance, .target(let id)):
      tables.scene.setAppearance(appearance, of: id)
    case .appearance(let appearance, .container(let id)):
      tables.scene.setAppearance(appearance, of: id)
    case .appearance(let appearance, .cover(let id)):
      tables.scene.setAppearance(appearance, of: id)
    case .move(.target(let id), let container): tables.scene.move(id, to: container)
    case .move(.container(let id), let parent): tables.scene.move(id, to: parent)
    case .move(.cover(let id), let container): tables.scene.move(id, to: container)
    case .remove(.target(let id)): tables.scene.remove(id)
    case .remove(.container(let id)): return remove(id)
    case .remove(.cover(let id)): tables.scene.remove(id)
    case .margins(let margins, let id): if !setMargins(margins, of: id) { return }
    case .removeViewport(let id): remove(id)
    case .unwatch(let id): unwatch(id)
    case .foreground(let isForeground):
      if tables.isForeground == isForeground { return }
      tables.isForeground = isForeground
      tables.makeAllStale()
    case .pixelLength(let length):
      require(
        length > 0 && length.isFinite,
        "the length of a pixel must be a positive number of points, not \(length)")
      if pixelLength == length { return }
      scene.pixelLength = length
      tables.makeAllStale()
    case .readingDirection(let direction):
      if readingDirection == direction { return }
      scene.readingDirection = direction
    case .beginSession: tables.ledger.beginSession()
    case .beginScreenVisit: tables.ledger.beginScreenVisit()
    case .beginDay(let day): tables.ledger.beginDay(day)
    case .replace(let policy, let successor): if !replace(policy, with: successor) { return }
    case .forgetAllImpressions:
      tables.ledger.forgetAll()
      tables.makeAllStale()
    case .endExposures:
      tables.ledger.endsExposures = true
      tables.makeAllStale()
    }
    if let version { record(edit, since: version) }
  }

  /// Records an edit, unless it left its item as it was.
  @inline(never)
  private func record(_ edit: Edit, since version: UInt64) {
    guard let item = edit.changedItem else { return journal.note(.edited(edit)) }
    if scene.changes.version == version { return }
    let changed = scene.item(item)
    journal.note(.changed(changed))
  }

  private func remove(_ id: ContainerID) {
    let removed = tables.scene.remove(id)
    guard journal.isOpen else { return }
    for item in removed {
      if let id = scene.lastID(of: item) { journal.note(.edited(.remove(id))) }
    }
  }

  // MARK: For hosts and recorders

  /// Appends the indexes (`TargetID.index`, `ContainerID.index`) of the targets and child
  /// containers that may touch a rect of a container's content, for hosts that read only those from
  /// their toolkit.
  ///
  /// A container that does not clip counts with all its contents. Pinned items, covers and items
  /// that are not measurable are left out.
  ///
  /// - Parameters:
  ///   - rect: a rect in the container's content space; items that touch it are included.
  ///   - id: the container.
  /// - Complexity: O(results · log items), plus the changes since the index was last used.
  package func appendItems(
    meeting rect: LayoutRect, of id: ContainerID, targets: inout ContiguousArray<UInt32>,
    containers: inout ContiguousArray<UInt32>
  ) {
    tables.scene.appendItems(meeting: rect, of: id, targets: &targets, containers: &containers)
  }
}
