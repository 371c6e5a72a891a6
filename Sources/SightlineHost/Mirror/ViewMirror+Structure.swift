package import SightlineCore

// For toolkits that do not tell when a view is moved to another parent inside its window.
extension ViewMirror {
  /// Finds the views that have another parent than the mirror knows, and puts them there.
  ///
  /// - Returns: the targets whose view is in no place of this window any more; they are as they were.
  /// - Complexity: O(containers and targets that are mirrored); each costs one question for a parent.
  package func followMovedViews() -> [TargetID] {
    for index in nodes.indices
    where nodes[index].parent >= 0 && nodeOfView[viewOfNode[index]] == index {
      let view = viewOfNode[index]
      if tree.parent(of: view) != viewOfNode[nodes[index].parent] {
        // Walks down from the window and moves what is elsewhere on the way.
        _ = node(for: view)
      }
    }
    var lost: [TargetID] = []
    for (target, index) in leafOfTarget {
      let view = viewOfLeaf[index]
      // The window lies in itself.
      if view == root { continue }
      if tree.parent(of: view) != viewOfNode[leaves[index].node], !move(target, to: view) {
        lost.append(target)
      }
    }
    return lost
  }
}

// For toolkits in which covers lie elsewhere than what they cover.
extension ViewMirror {
  /// Mirrors views and their ancestors whether or not anything in them is observed, so that the covers
  /// in them count for what lies elsewhere; takes the place of the views of the call before.
  package func keepContainers(for views: some Collection<ViewKey>) {
    if views.isEmpty && keptViews.isEmpty { return }
    let old = keptViews
    keptViews = Set(views)
    for view in old where !keptViews.contains(view) {
      if let index = nodeOfView[view], nodes[index].isEmpty { emptied.append(index) }
    }
    for view in keptViews { _ = node(for: view) }
  }
}
