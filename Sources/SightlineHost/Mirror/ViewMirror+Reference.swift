package import SightlineCore

// The plain path: reads everything there is, and compares it with what the mirror holds.
extension ViewMirror {
  /// How many targets it mirrors.
  package var leafCount: Int { leafOfTarget.count }

  /// The targets that it mirrors, in no particular order.
  package var targets: some Collection<TargetID> { leafOfTarget.keys }

  /// Whether every reading is what the toolkit says now, apart from what cannot show: the reference
  /// for ``synchronize()``.
  package var matchesToolkit: Bool {
    var pending: [(node: Int, showing: Showing)] = [
      (0, readsOffScreen ? .everything : Showing.everything.inside(nodes[0].reading))
    ]
    while let (index, showing) = pending.popLast() {
      for leaf in nodes[index].targets {
        guard
          let now = tree.read(
            viewOfLeaf[leaf], in: surroundings(in: index, as: .target))
        else { continue }
        if now != leaves[leaf].reading { return false }
      }
      for child in nodes[index].children {
        if let now = tree.read(
          viewOfNode[child], in: surroundings(in: index, as: .container))
        {
          if now != nodes[child].reading { return false }
        }
        let inside = readsOffScreen ? .everything : showing.inside(nodes[child].reading)
        if case .nothing = inside { continue }
        pending.append((child, inside))
      }
    }
    return true
  }
}
