/// The changes of a scene since its last pass.
///
/// If `version` is unchanged, a pass has nothing to search. Containers with the current `mark` have
/// changed or contain a change, so a pass can skip unaffected viewports.
struct ChangeLog: Sendable {
  /// Increases with every change that could affect an answer.
  private(set) var version: UInt64 = 1
  /// Increases with every change that could affect which covers are visible, or where.
  private(set) var coverVersion: UInt64 = 1
  /// The mark of containers that have changed since the last pass.
  private(set) var mark: UInt32 = 1
  /// Whether any container has a new `appearanceMark` since the last pass.
  private(set) var hasAppearanceChanges = false
  /// The containers whose offset may have changed since the last pass.
  private(set) var movedContainers: ContiguousArray<ContainerSlot> = []
  /// The targets moved since the last pass.
  var movedTargets = MovedTargets()
  /// The targets removed since the last pass. The end of the next pass frees their places.
  private(set) var removals: ContiguousArray<TargetSlot> = []

  @inline(__always)
  mutating func noteChange() { version &+= 1 }

  mutating func noteCoverChange() { coverVersion &+= 1 }

  mutating func noteAppearanceChange() { hasAppearanceChanges = true }

  mutating func noteMotion(of container: ContainerSlot) { movedContainers.append(container) }

  mutating func noteRemoval(of target: TargetSlot) { removals.append(target) }

  /// Starts collecting changes for the next pass.
  mutating func endPass() {
    mark &+= 1
    hasAppearanceChanges = false
    if !movedContainers.isEmpty { movedContainers.removeAll(keepingCapacity: true) }
    movedTargets.removeAll()
    if !removals.isEmpty { removals.removeAll(keepingCapacity: true) }
  }
}
