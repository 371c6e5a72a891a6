package import SightlineCore

// For toolkits that do not tell when a view is moved to another parent inside its window.
extension ViewMirror {
  /// Finds the views that have another parent than the mirror knows, and puts them there.
  ///
  /// - Returns: the targets whose view is in no place of this window any more; they are as they were.
  /// - Complexity: O(containers and targets that are mirrored); each costs one question for a parent.
  package func followMovedViews() -> [TargetID] {
    for index in nodes.indices
    where nodes[index].parent >= 0 && nodeOfView[nodes[index].view] == index {
      if tree.parent(of: nodes[index].view) != nodes[nodes[index].parent].view {
        // Walks down from the window and moves what is elsewhere on the way.
        _ = node(for: nodes[index].view)
      }
    }
    var lost: [TargetID] = []
    for (target, index) in leafOfTarget {
      let leaf = leaves[index]
      if tree.parent(of: leaf.view) != nodes[leaf.node].view, !move(target, to: leaf.view) {
        lost.append(target)
      }
    }
    return lost
  }
}

extension ViewMirror {
  /// The targets that are mirrored, in no particular order.
  package var targets: [TargetID] { Array(leafOfTarget.keys) }
}
