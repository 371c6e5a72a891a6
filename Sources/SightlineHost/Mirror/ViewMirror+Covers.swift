package import SightlineCore

// The views that lie over other views, as the toolkit names them.
extension ViewMirror {
  func synchronizeCovers(of node: Slot<MirrorNode>) {
    let found = tree.covers(in: nodes[node].view)
    let old = nodes[node].covers
    if found.isEmpty && old.isEmpty { return }
    var new: [MirrorCover] = []
    for (view, isFriendly) in found {
      readCount += 1
      guard let reading = tree.read(view, in: surroundings(in: node, as: .cover)) else { continue }
      let cover = SceneCover(
        frame: reading.area, appearance: reading.appearance, isFriendly: isFriendly)
      if let known = old.first(where: { $0.view == view }) {
        tracker.engine.scene.set(cover, for: known.cover)
        new.append(known)
      } else {
        let id = tracker.engine.scene.add(cover, to: nodes[node].container)
        new.append(MirrorCover(view: view, cover: id))
      }
    }
    for gone in old where !new.contains(where: { $0.cover == gone.cover }) {
      tracker.engine.scene.remove(gone.cover)
    }
    nodes[node].covers = new
  }

  /// Mirrors views and their ancestors whether or not anything in them is observed, so that the
  /// covers in them count for what lies elsewhere; replaces the views of the call before.
  package func keepContainers(for views: some Collection<ViewKey>) {
    if views.isEmpty && keptViews.isEmpty { return }
    let old = keptViews
    keptViews = Set(views)
    for view in old where !keptViews.contains(view) {
      if let node = nodeOfView[view], nodes[node].isEmpty { emptied.append(node) }
    }
    for view in keptViews { _ = node(for: view) }
  }

  /// The covers that may lie on top, for inspectors, which do not draw over them.
  ///
  /// - Parameter engine: as a pass lends it: the tracker's cannot be read meanwhile.
  package func friendlyCovers(in engine: VisibilityEngine) -> [ViewKey] {
    var views: [ViewKey] = []
    for node in nodes.places.map(Slot<MirrorNode>.init)
    where node == rootNode || nodes[node].parent != .none {
      for cover in nodes[node].covers where engine.scene.cover(cover.cover).isFriendly {
        views.append(cover.view)
      }
    }
    return views
  }
}
