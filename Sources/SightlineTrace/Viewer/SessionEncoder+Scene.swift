import SightlineCore

extension SessionEncoder {
  // The kinds of edits of containers, targets and covers.
  private static let appearanceKinds: [EditKind] = [
    .setContainerAppearance, .setTargetAppearance, .setCoverAppearance,
  ]
  private static let moveKinds: [EditKind] = [.moveContainer, .moveTarget, .moveCover]
  private static let removeKinds: [EditKind] = [.removeContainer, .removeTarget, .removeCover]

  mutating func add(_ item: SceneItem) {
    let home = home(of: item)
    let (kind, place) = item.id.place
    let number = items[kind].add(place, (home, item))
    switch item {
    case .container(_, _, let new):
      write(.addContainer, number)
      edits.append(home)
      edits.append(new)
    case .target(_, _, let new):
      write(.addTarget, number, home)
      edits.append(new.frame)
    case .cover(_, _, let new):
      write(.addCover, number, home, new.isFriendly ? 1 : 0)
      edits.append(new.frame)
    }
    writeAppearance(of: item, number, since: .plain)
  }

  mutating func change(_ item: SceneItem) {
    let home = home(of: item)
    let (kind, place) = item.id.place
    let old = items[kind].change(place, (home, item))
    if home != old.value.home { write(Self.moveKinds[kind], old.number, home) }
    switch (old.value.item, item) {
    case (.container(_, _, let before), .container(_, _, let new)):
      write(before, new, old.number)
    case (.cover(_, _, let before), .cover(_, _, let new))
    where before.frame != new.frame || before.isFriendly != new.isFriendly:
      write(.setCover, old.number, 0, new.isFriendly ? 1 : 0)
      edits.append(new.frame)
    case (.target(_, _, let before), .target(_, _, let new)) where before.frame != new.frame:
      write(.setTargetFrame, old.number)
      edits.append(new.frame)
    default: break
    }
    writeAppearance(of: item, old.number, since: old.value.item.appearance)
  }

  mutating func remove(_ item: SceneItemID) {
    let (kind, place) = item.place
    write(Self.removeKinds[kind], items[kind].remove(place))
  }

  func number(of item: SceneItemID) -> UInt32 { items[item.place.kind][item.place.index].number }

  private func home(of item: SceneItem) -> UInt32 {
    item.container.map { number(of: .container($0)) } ?? 0
  }

  private mutating func write(_ old: SceneContainer, _ new: SceneContainer, _ number: UInt32) {
    var scrolled = old
    scrolled.contentOffset = new.contentOffset
    scrolled.appearance = new.appearance
    if scrolled != new {
      write(.setContainer, number)
      edits.append(0 as UInt32)
      edits.append(new)
    } else if old.contentOffset != new.contentOffset {
      write(.scroll, number)
      edits.append(new.contentOffset)
    }
  }

  private mutating func writeAppearance(
    of item: SceneItem, _ number: UInt32, since old: SceneAppearance
  ) {
    if old == item.appearance { return }
    write(Self.appearanceKinds[item.id.place.kind], number)
    edits.append(item.appearance)
  }
}
