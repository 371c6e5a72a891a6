internal import SightlineCore

// The reference path: reads every view and compares it with the mirror.
extension ViewMirror {
  /// Whether every reading equals the toolkit's current one, except for views that cannot show: the
  /// reference for ``synchronize(_:)``.
  package var matchesToolkit: Bool { firstMismatch == nil }

  /// A description of a reading that differs from the toolkit's; `nil` if all match.
  var firstMismatch: String? {
    var pending = (viewportNodes + [rootNode]).map {
      (node: $0, showing: Showing.everything.inside(nodes[$0]))
    }
    while let (node, showing) = pending.popLast() {
      if isHeld(nodes[node].view, in: nodes[node].parent) { continue }
      for leaf in nodes[node].targets where !heldViews.contains(leaves[leaf].view) {
        let now = tree.read(leaves[leaf].view, in: surroundings(in: node, as: .target))
        if let now, !matches(reading(of: leaf), now, showing) {
          return
            "observed view \(leaves[leaf].view.address) is \(now), held is \(reading(of: leaf))"
        }
      }
      for child in nodes[node].children where !heldViews.contains(nodes[child].view) {
        let (view, held) = (nodes[child].view, nodes[child].reading)
        let now = tree.read(view, in: surroundings(in: node, as: .container))
        if let now, !matches(held, now, showing) {
          return "container \(view.address) is \(now), held is \(held)"
        }
        let inside = showing.inside(nodes[child])
        if !inside.isNothing { pending.append((child, inside)) }
      }
    }
    return nil
  }

  /// Until the mirror is settled, views that could not show when last read may be out of date.
  private func matches(_ held: ViewReading, _ now: ViewReading, _ showing: Showing) -> Bool {
    if now == held { return true }
    guard !reportsChanges, !isSettled, case .part(let rect) = showing else { return false }
    return held.appearance.transform != .identity || held.frame.intersection(rect) == nil
  }
}
