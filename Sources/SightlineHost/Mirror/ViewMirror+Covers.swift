internal import SightlineCore

// Covers: views over other views, as listed by the toolkit.
extension ViewMirror {
  /// Whether a node has covers or may get some without notice.
  func mayHaveCovers(in node: Slot<MirrorNode>) -> Bool {
    !table[node].covers.isEmpty || table[node].reading.mayHoldCovers
  }

  func synchronizeCovers(of node: Slot<MirrorNode>) {
    let found = tree.covers(in: table[node].view)
    let old = table[node].covers
    if found.isEmpty && old.isEmpty { return }
    var new: [MirrorCover] = []
    for (view, isFriendly) in found {
      if heldViews.contains(view) {
        new += old.filter { $0.view == view }
        continue
      }
      frame.readCount += 1
      guard let reading = tree.read(view, in: table.surroundings(in: node, as: .cover)) else {
        continue
      }
      let cover = SceneCover(
        frame: reading.area, appearance: reading.appearance, isFriendly: isFriendly)
      if let known = old.first(where: { $0.view == view }) {
        window.engine.edit(.cover(cover, for: known.cover))
        new.append(known)
      } else {
        let id = window.engine.add(cover, to: table[node].container)
        new.append(MirrorCover(view: view, cover: id))
      }
    }
    for gone in old where !new.contains(where: { $0.cover == gone.cover }) {
      window.engine.edit(.remove(gone.cover))
    }
    table[node].covers = new
  }

  /// Mirrors views and their ancestors even if nothing in them is observed, so that the covers in
  /// them count for views elsewhere. Replaces the views of the previous call.
  package func keepContainers(for views: some Collection<ViewKey>) {
    if views.isEmpty && keptViews.isEmpty { return }
    let old = keptViews
    keptViews = Set(views)
    for view in old where !keptViews.contains(view) {
      if let node = table.node(of: view) { table.noteIfEmpty(node) }
    }
    for view in keptViews { _ = node(for: view) }
  }
}
