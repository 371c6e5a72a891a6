internal import SightlineCore

// The plain path: reads everything there is, and compares it with what the mirror holds.
extension ViewMirror {
  /// Whether every reading is what the toolkit says now, apart from what cannot show: the reference
  /// for ``synchronize(_:)``.
  package var matchesToolkit: Bool {
    var pending: [(node: Int, showing: Showing)] =
      [
        (0, Showing.everything.inside(nodes[0]))
      ] + viewportNodes.map { ($0, Showing.everything.inside(nodes[$0])) }
    while let (index, showing) = pending.popLast() {
      for leaf in nodes[index].targets {
        guard
          let now = tree.read(
            viewOfLeaf[leaf], in: surroundings(in: index, as: .target))
        else { continue }
        let held = reading(ofLeaf: leaf)
        if now != held, mustMatch(held, showing) { return false }
      }
      for child in nodes[index].children {
        if let now = tree.read(
          viewOfNode[child], in: surroundings(in: index, as: .container))
        {
          if now != nodes[child].reading, mustMatch(nodes[child].reading, showing) { return false }
        }
        let inside = showing.inside(nodes[child])
        if case .nothing = inside { continue }
        pending.append((child, inside))
      }
    }
    return true
  }

  /// What cannot show where it was read last need not be right before the mirror is settled.
  private func mustMatch(_ reading: ViewReading, _ showing: Showing) -> Bool {
    guard !reportsChanges, !isSettled, case .part(let rect) = showing else { return true }
    return reading.appearance.transform == .identity && reading.frame.intersection(rect) != nil
  }
}
