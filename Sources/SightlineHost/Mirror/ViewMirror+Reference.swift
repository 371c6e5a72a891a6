internal import SightlineCore

// The reference path: reads everything there is, and compares it with what the mirror holds.
extension ViewMirror {
  /// Whether every reading is what the toolkit would return now, apart from what cannot show: the
  /// reference for ``synchronize(_:)``.
  package var matchesToolkit: Bool {
    var pending = (viewportNodes + [rootNode]).map {
      (node: $0, showing: Showing.everything.inside(nodes[$0]))
    }
    while let (node, showing) = pending.popLast() {
      for leaf in nodes[node].targets {
        let now = tree.read(leaves[leaf].view, in: surroundings(in: node, as: .target))
        if !matches(reading(of: leaf), now, showing) { return false }
      }
      for child in nodes[node].children {
        let now = tree.read(nodes[child].view, in: surroundings(in: node, as: .container))
        if !matches(nodes[child].reading, now, showing) { return false }
        let inside = showing.inside(nodes[child])
        if !inside.isNothing { pending.append((child, inside)) }
      }
    }
    return true
  }

  /// What cannot show where it was read last need not be right before the mirror is settled.
  private func matches(_ held: ViewReading, _ now: ViewReading?, _ showing: Showing) -> Bool {
    guard let now, now != held else { return true }
    guard !reportsChanges, !isSettled, case .part(let rect) = showing else { return false }
    return held.appearance.transform != .identity || held.frame.intersection(rect) == nil
  }
}
