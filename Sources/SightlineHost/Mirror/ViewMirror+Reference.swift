internal import SightlineCore

// The reference path: reads every view and compares it with the mirror.
extension ViewMirror {
  /// A description of a reading that differs from the toolkit's; `nil` if all match, except for
  /// views that cannot show. The reference for ``synchronize(sweeping:)``.
  package var firstMismatch: String? {
    for node in viewportNodes {
      if let mismatch = mismatch(of: node, from: .everything) { return mismatch }
    }
    let viewports = viewportNodes.filter { !Showing.everything.inside(table[$0]).isNothing }
    var pending = (viewports + [table.root]).map {
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
        if let mismatch = mismatch(of: child, from: showing) { return mismatch }
        let inside = showing.inside(table[child])
        if !inside.isNothing { pending.append((child, inside)) }
      }
    }
    return nil
  }

  private func mismatch(of node: Slot<MirrorNode>, from showing: Showing) -> String? {
    let (view, held) = (table[node].view, table[node].reading)
    let surroundings = table.surroundings(in: table[node].parent, as: .container)
    guard let now = tree.read(view, in: surroundings), !matches(held, now, showing) else {
      return nil
    }
    return "container \(view.address) is \(now), held is \(held)"
  }

  /// Until the mirror is settled, views that could not show when last read may be out of date.
  private func matches(_ held: ViewReading, _ now: ViewReading, _ showing: Showing) -> Bool {
    if now == held || now.isSetAside && held.isSetAside { return true }
    guard !reportsChanges, !isSettled, case .part(let rect) = showing else { return false }
    return held.appearance.transform != .identity || held.frame.intersection(rect) == nil
  }
}
