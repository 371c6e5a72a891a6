/// What has changed in a scene since its last pass, as far as passes have to know.
///
/// A pass that finds `version` where it left it has nothing to search. A container that carries the
/// present `mark` has changed itself or holds something that has, so a pass knows which viewports
/// are not concerned.
struct ChangeLog: Sendable {
  /// Raised by every change that could change an answer.
  private(set) var version: UInt64 = 1
  /// Raised by every change that could change which covers are visible, or where.
  private(set) var coverVersion: UInt64 = 1
  /// The mark of containers that have changed since the last pass.
  private(set) var mark: UInt32 = 1
  /// Whether any container has a new `appearanceMark` since the last pass.
  private(set) var hasAppearanceChanges = false
  /// Containers whose offset may have changed since the last pass.
  private(set) var movedContainers: ContiguousArray<ContainerSlot> = []
  /// Watched targets that were removed since the last pass. Their places are not free until then.
  private(set) var departures: ContiguousArray<TargetSlot> = []

  @inline(__always)
  mutating func noteChange() { version &+= 1 }

  mutating func noteCoverChange() { coverVersion &+= 1 }

  mutating func noteAppearanceChange() { hasAppearanceChanges = true }

  mutating func noteMotion(of container: ContainerSlot) { movedContainers.append(container) }

  mutating func noteDeparture(_ target: TargetSlot) { departures.append(target) }

  /// Begins to gather the changes that the next pass has to know of.
  mutating func endPass() {
    mark &+= 1
    hasAppearanceChanges = false
    if !movedContainers.isEmpty { movedContainers.removeAll(keepingCapacity: true) }
    if !departures.isEmpty { departures.removeAll(keepingCapacity: true) }
  }
}
