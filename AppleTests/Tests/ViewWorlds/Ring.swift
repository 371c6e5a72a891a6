package import CoreGraphics

/// A ring of items of some widths under a viewport. Places are distances from the viewport's
/// leading edge in reading direction.
package struct Ring {
  package typealias Item = (index: Int, place: CGFloat)

  private let widths: [CGFloat]
  private let spacing: CGFloat
  private let viewport: CGFloat
  private var starts: [CGFloat] = []

  package init(_ widths: [CGFloat], spacing: CGFloat, viewport: CGFloat) {
    (self.widths, self.spacing, self.viewport) = (widths, spacing, viewport)
    var start: CGFloat = 0
    for width in widths {
      starts.append(start)
      start += width + spacing
    }
  }

  /// The length with the gap after the last item.
  private var length: CGFloat { widths.reduce(0) { $0 + $1 + spacing } }
  package var turns: Bool { length - spacing > viewport }

  /// Returns the distance from one offset to another, forwards.
  package func distance(from one: CGFloat, to other: CGFloat) -> CGFloat {
    let rest = (other - one).truncatingRemainder(dividingBy: length)
    return rest < 0 ? rest + length : rest
  }

  /// Returns the offset of the ring under the leading edge.
  package func offset(of item: Item) -> CGFloat {
    distance(from: item.place, to: starts[item.index])
  }

  /// The place of an item that is the current page.
  package func rest(of index: Int, isCentred: Bool) -> CGFloat {
    isCentred ? (viewport - widths[index]) / 2 : 0
  }

  /// Returns the items at the leading edge: two, if the next one is about to arrive there.
  package func leading(at offset: CGFloat) -> [Int] {
    [-0.01, 0.01].map { slip in
      let offset = distance(from: 0, to: offset + slip)
      return starts.lastIndex { $0 <= offset } ?? 0
    }
  }

  /// Returns the width of an item in view.
  private func part(_ item: Item) -> CGFloat {
    max(0, min(item.place + widths[item.index], viewport) - max(item.place, 0))
  }

  /// Returns a mistake in the places of items; `nil` without one.
  ///
  /// - Parameter hasCopies: whether an item that shows at both ends is there twice, and no item out
  ///   of view is of interest. Otherwise each is there once, where more of it shows.
  package func mistake(in items: [Item], isCentred: Bool, hasCopies: Bool) -> String? {
    guard turns else {
      let first = isCentred ? (viewport - length + spacing) / 2 : 0
      let wrong = items.first { !isNear($0.place, starts[$0.index] + first) }
      return items.count == widths.count
        ? wrong.map { "\($0)" } : "\(items.count) of \(widths.count)"
    }
    guard let first = items.first(where: { part($0) > 0 }) ?? items.first else { return "no items" }
    let offset = offset(of: first)
    for item in items {
      let slip = distance(from: offset, to: self.offset(of: item) + 0.01)
      if slip > 0.02 { return "\(item) is \(slip) from its place" }
      let copies = [-1, 1].map { (item.index, item.place + $0 * length) }
      if !hasCopies, copies.contains(where: { part($0) > part(item) + 1e-3 }) {
        return "\(item) is not where most of it shows"
      }
    }
    let shown = items.filter { part($0) > 0.02 }.map { Int($0.place.rounded()) }
    if Set(shown).count < shown.count { return "items twice at \(shown)" }
    let parts = items.reduce(0) { $0 + part($1) }
    var expected: CGFloat = 0
    for (index, start) in starts.enumerated() {
      let places = stride(from: start - offset - length, through: viewport, by: length)
      let all = places.map { part((index, $0)) }
      expected += hasCopies ? all.reduce(0, +) : all.max() ?? 0
    }
    return abs(parts - expected) < 0.1 ? nil : "\(parts) points of items show, not \(expected)"
  }
}
