// Edits the scene. All edits take effect with the next pass.
extension VisibilityEngine {
  /// The root container.
  public var root: ContainerID { tables.scene.root }

  /// Reserves capacity for this many targets.
  public mutating func reserveCapacity(targets count: Int) {
    tables.scene.reserveCapacity(targets: count)
    tables.watching.reserveCapacity(targets: count)
  }

  // MARK: Adding

  /// Adds a container.
  ///
  /// - Precondition: The nesting depth is at most ``VisibilityScene/maximumDepth``.
  /// - Complexity: O(1) amortised.
  public mutating func add(_ container: SceneContainer, to parent: ContainerID) -> ContainerID {
    let id = tables.scene.add(container, to: parent)
    journal.note(.added(.container(id, in: parent, container)))
    return id
  }

  /// Adds a target.
  ///
  /// - Complexity: O(1) amortised.
  public mutating func add(_ target: SceneTarget, to container: ContainerID) -> TargetID {
    let id = tables.scene.add(target, to: container)
    journal.note(.added(.target(id, in: container, target)))
    return id
  }

  /// Adds a cover.
  ///
  /// - Complexity: O(depth), amortised.
  public mutating func add(_ cover: SceneCover, to container: ContainerID) -> CoverID {
    let id = tables.scene.add(cover, to: container)
    journal.note(.added(.cover(id, in: container, cover)))
    return id
  }

  // MARK: Scrolling

  /// Scrolls a container.
  ///
  /// - Parameters:
  ///   - offset: the new content offset, in points.
  ///   - id: the container.
  ///   - source: whether the reader or the app scrolls it from now on; `nil` for no change.
  /// - Complexity: O(1) for a container that clips, regardless of its contents; O(depth) otherwise.
  public mutating func setContentOffset(
    _ offset: LayoutPoint, of id: ContainerID, by source: SceneContainer.ScrollSource? = nil
  ) {
    edit(ItemRef(id)) { $0.setContentOffset(offset, of: id, by: source) }
  }

  // MARK: Changing

  /// Replaces all values of a container.
  public mutating func set(_ container: SceneContainer, for id: ContainerID) {
    edit(ItemRef(id)) { $0.set(container, for: id) }
  }

  /// Replaces all values of a cover.
  public mutating func set(_ cover: SceneCover, for id: CoverID) {
    edit(ItemRef(id)) { $0.set(cover, for: id) }
  }

  /// Moves and resizes a container.
  public mutating func setFrame(_ frame: LayoutRect, of id: ContainerID) {
    edit(ItemRef(id)) { $0.setFrame(frame, of: id) }
  }

  /// Moves and resizes a target.
  ///
  /// - Complexity: O(1). The next pass updates the index, if it needs it.
  public mutating func setFrame(_ frame: LayoutRect, of id: TargetID) {
    edit(ItemRef(id)) { $0.setFrame(frame, of: id) }
  }

  /// Changes the appearance of a container.
  public mutating func setAppearance(_ appearance: SceneAppearance, of id: ContainerID) {
    edit(ItemRef(id)) { $0.setAppearance(appearance, of: id) }
  }

  /// Changes the appearance of a target.
  public mutating func setAppearance(_ appearance: SceneAppearance, of id: TargetID) {
    edit(ItemRef(id)) { $0.setAppearance(appearance, of: id) }
  }

  // MARK: Moving to another container

  /// Moves a container and its contents into another one. It keeps its place in the order of
  /// registration, and contents that stay visible are not reported as left.
  ///
  /// - Precondition: The new parent does not lie inside the container.
  /// - Complexity: O(containers inside it).
  public mutating func move(_ id: ContainerID, to parent: ContainerID) {
    edit(ItemRef(id)) { $0.move(id, to: parent) }
  }

  /// Moves a target into another container. It keeps its place in the order of registration, and is
  /// not reported as left if it stays visible.
  public mutating func move(_ id: TargetID, to container: ContainerID) {
    edit(ItemRef(id)) { $0.move(id, to: container) }
  }

  /// Moves a cover into another container.
  public mutating func move(_ id: CoverID, to container: ContainerID) {
    edit(ItemRef(id)) { $0.move(id, to: container) }
  }

  // MARK: Removing

  /// Removes a container and its contents. Visible targets leave with the next pass, with the
  /// reason `removed`.
  ///
  /// - Precondition: The container is not the root.
  /// - Complexity: O(contents of the container).
  public mutating func remove(_ id: ContainerID) {
    let removed = tables.scene.remove(id)
    guard journal.isOpen else { return }
    for item in removed { if let id = scene.lastID(of: item) { journal.note(.removed(id)) } }
  }

  /// Removes a target. If visible, it leaves with the next pass, with the reason `removed`.
  ///
  /// - Complexity: O(1) amortised.
  public mutating func remove(_ id: TargetID) {
    tables.scene.remove(id)
    journal.note(.removed(.target(id)))
  }

  /// Removes a cover.
  public mutating func remove(_ id: CoverID) {
    tables.scene.remove(id)
    journal.note(.removed(.cover(id)))
  }

  /// Edits an item and records its new values, unless it stays as it is.
  @inline(__always)
  private mutating func edit(
    _ item: @autoclosure () -> ItemRef, _ body: (inout VisibilityScene) -> Void
  ) {
    let version = tables.scene.changes.version
    body(&tables.scene)
    if journal.isOpen { noteChange(of: item(), since: version) }
  }

  @inline(never)
  private mutating func noteChange(of item: ItemRef, since version: UInt64) {
    guard scene.changes.version != version, let item = scene.item(item) else { return }
    journal.note(.changed(item))
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
  package mutating func appendItems(
    meeting rect: LayoutRect, of id: ContainerID, targets: inout ContiguousArray<UInt32>,
    containers: inout ContiguousArray<UInt32>
  ) {
    tables.scene.appendItems(meeting: rect, of: id, targets: &targets, containers: &containers)
  }
}
