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
