package import SightlineCore

// What lies over other views, as the toolkit tells it.
extension ViewMirror {
  func synchronizeCovers(of index: Int) {
    let found = tree.covers(in: viewOfNode[index])
    let old = coversOfNode.isEmpty ? [] : coversOfNode[index] ?? []
    if found.isEmpty && old.isEmpty { return }
    nodes[index].hasCovers = !found.isEmpty
    var new: [MirrorCover] = []
    for (view, isFriendly) in found {
      readCount += 1
      guard let reading = tree.read(view, in: surroundings(in: index, as: .cover)) else {
        continue
      }
      let cover = SceneCover(
        frame: reading.area, appearance: reading.appearance, isFriendly: isFriendly)
      if let known = old.first(where: { $0.view == view }) {
        tracker.engine.scene.set(cover, for: known.cover)
        new.append(known)
      } else {
        let id = tracker.engine.scene.add(cover, to: nodes[index].container)
        new.append(MirrorCover(view: view, cover: id))
      }
    }
    for gone in old where !new.contains(where: { $0.cover == gone.cover }) {
      tracker.engine.scene.remove(gone.cover)
    }
    coversOfNode[index] = new.isEmpty ? nil : new
  }

  /// The covers that may lie on top, for inspectors, which do not draw over them.
  ///
  /// - Parameter engine: as a pass lends it: the tracker's cannot be read meanwhile.
  package func friendlyCovers(in engine: VisibilityEngine) -> [ViewKey] {
    coversOfNode.values.joined().filter { engine.scene.cover($0.cover).isFriendly }.map(\.view)
  }
}
