internal import SightlineCore

// The reference path: reads every view and compares it with the mirror.
extension ViewMirror {
  /// A description of a reading that differs from the toolkit's; `nil` if all match, except for
  /// views that cannot show. The reference for ``synchronize(sweeping:)``.
  package var firstMismatch: String? {
    var pending = (viewportNodes + [table.root]).map {
      (node: $0, showing: Showing.everything.inside(table[$0]))
    }
    while let (node, showing) = pending.popLast() {
      if isHeld(node) { continue }
      for leaf in table[node].leaves where !heldViews.contains(table[leaf].view) {
        let now = tree.read(table[leaf].view, in: table.surroundings(in: node, as: .target))
        if let now, !matches(table.reading(of: leaf), now, showing) {
          let view = table[leaf].view.address
          return "observed view \(view) is \(now), held is \(table.reading(of: leaf))"
        }
      }
      for child in table[node].children where !heldViews.contains(table[child].view) {
        let (view, held) = (table[child].view, table[child].reading)
        let now = tree.read(view, in: table.surroundings(in: node, as: .container))
        if let now, !matches(held, now, showing) {
          return "container \(view.address) is \(now), held is \(held)"
        }
        let inside = showing.inside(table[child])
        if !inside.isNothing { pending.append((child, inside)) }
      }
    }
    return nil
  }

  /// Until the mirror is settled, views that could not show when last read may be out of date.
  private func matches(_ held: ViewReading, _ now: ViewReading, _ showing: Showing) -> Bool {
    if now == held || now.isSetAside && held.isSetAside { return true }
    guard !reportsChanges, !isSettled, case .part(let rect) = showing else { return false }
    return held.appearance.transform != .identity || held.frame.intersection(rect) == nil
  }
}
