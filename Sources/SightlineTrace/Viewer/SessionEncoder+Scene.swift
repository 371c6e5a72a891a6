import SightlineCore

extension SessionEncoder {
  // MARK: Containers

  mutating func add(_ id: ContainerID, _ parent: ContainerID, _ new: SceneContainer) {
    let home = containers[parent.index].number
    let number = containers.add(id.index, in: home, new)
    write(.addContainer, number)
    edits.append(home)
    edits.append(new)
    writeAppearance(.setContainerAppearance, number, .plain, new.appearance)
  }

  mutating func change(_ id: ContainerID, _ parent: ContainerID?, _ new: SceneContainer) {
    let home = parent.map { containers[$0.index].number } ?? 0
    let old = containers.change(id.index, in: home, new)
    if home != old.home { write(.moveContainer, old.number, home) }
    var scrolled = old.value
    scrolled.contentOffset = new.contentOffset
    scrolled.appearance = new.appearance
    if scrolled != new {
      write(.setContainer, old.number)
      edits.append(0 as UInt32)
      edits.append(new)
    } else if old.value.contentOffset != new.contentOffset {
      write(.scroll, old.number)
      edits.append(new.contentOffset)
    }
    writeAppearance(.setContainerAppearance, old.number, old.value.appearance, new.appearance)
  }

  // MARK: Targets

  mutating func add(_ id: TargetID, _ parent: ContainerID, _ new: SceneTarget) {
    let home = containers[parent.index].number
    let number = targets.add(id.index, in: home, new)
    write(.addTarget, number, home)
    edits.append(new.frame)
    writeAppearance(.setTargetAppearance, number, .plain, new.appearance)
  }

  mutating func change(_ id: TargetID, _ parent: ContainerID, _ new: SceneTarget) {
    let home = containers[parent.index].number
    let old = targets.change(id.index, in: home, new)
    if home != old.home { write(.moveTarget, old.number, home) }
    if old.value.frame != new.frame {
      write(.setTargetFrame, old.number)
      edits.append(new.frame)
    }
    writeAppearance(.setTargetAppearance, old.number, old.value.appearance, new.appearance)
  }

  // MARK: Covers

  mutating func add(_ id: CoverID, _ parent: ContainerID, _ new: SceneCover) {
    let home = containers[parent.index].number
    let number = covers.add(id.index, in: home, new)
    write(.addCover, number, home, new.isFriendly ? 1 : 0)
    edits.append(new.frame)
    writeAppearance(.setCoverAppearance, number, .plain, new.appearance)
  }

  mutating func change(_ id: CoverID, _ parent: ContainerID, _ new: SceneCover) {
    let home = containers[parent.index].number
    let old = covers.change(id.index, in: home, new)
    if home != old.home { write(.moveCover, old.number, home) }
    if old.value.frame != new.frame || old.value.isFriendly != new.isFriendly {
      write(.setCover, old.number, 0, new.isFriendly ? 1 : 0)
      edits.append(new.frame)
    }
    writeAppearance(.setCoverAppearance, old.number, old.value.appearance, new.appearance)
  }

  private mutating func writeAppearance(
    _ kind: EditKind, _ number: UInt32, _ old: SceneAppearance, _ new: SceneAppearance
  ) {
    if old == new { return }
    write(kind, number)
    edits.append(new)
  }
}
