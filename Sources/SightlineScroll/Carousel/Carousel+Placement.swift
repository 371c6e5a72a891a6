public import SightlineCore

extension Carousel {
  /// Where an item is in the viewport.
  public struct Placement: Hashable, Sendable {
    /// The item.
    public var index: Int
    /// Its left edge in points from the viewport's left edge.
    public var x: Double
    /// Its width in points.
    public var width: Double
    /// Whether this is a second sight of an item that is placed elsewhere in view, as at the seam of few
    /// items: to be drawn and touched, and hidden from accessibility.
    public var isCopy: Bool
  }

  /// The items in view, in reading order.
  ///
  /// Of an item that is in view more than once, the sight with the greatest part of it in the viewport is
  /// the item, the first of equal ones; the others are copies. What only touches the viewport is not in
  /// view. Items that do not turn are all placed.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - overscan: how much more to place on either side, in points; at most once around counts.
  /// - Complexity: O(log *n* + *v*) for *v* of *n* items in view.
  public func placements(at now: MonotonicTime, overscan: Double = 0) -> [Placement] {
    guard loop.isEndless else { return loop.starts.indices.map { place($0, loop.fixedOffset, 0) } }
    let offset = offset(at: now)
    let overscan = min(overscan.asExtent, loop.length)
    let low = offset - overscan
    let high = offset + layout.viewportWidth + overscan
    var round = (low / loop.length).rounded(.down)
    let local = low - round * loop.length
    var index = loop.firstIndex { loop.starts[$0] + layout.widths[$0] > local } ?? loop.count
    var result: [Placement] = []
    while true {
      if index == loop.count { (index, round) = (0, round + 1) }
      guard loop.starts[index] + round * loop.length < high else { break }
      result.append(place(index, offset, round))
      index += 1
    }
    markCopies(&result)
    return result
  }

  /// The one place of an item for accessibility: where ``placements(at:overscan:)`` has it, or else where
  /// it comes into view next in reading direction. `nil` for one that does not exist.
  ///
  /// - Complexity: O(1).
  public func placement(of index: Int, at now: MonotonicTime) -> Placement? {
    guard loop.starts.indices.contains(index) else { return nil }
    guard loop.isEndless else { return place(index, loop.fixedOffset, 0) }
    let offset = offset(at: now)
    let round = loop.starts[index] >= offset ? 0.0 : 1
    let ahead = place(index, offset, round)
    let behind = place(index, offset, round - 1)
    return part(behind) > 0 && !isLarger(ahead, behind) ? behind : ahead
  }

  private func place(_ index: Int, _ offset: Double, _ round: Double) -> Placement {
    let distance = loop.starts[index] - offset + round * loop.length
    let width = layout.widths[index]
    let x =
      layout.direction == .leftToRight ? distance : layout.viewportWidth - distance - width
    return Placement(index: index, x: x, width: width, isCopy: false)
  }

  /// How much of a placement is in the viewport, in points.
  private func part(_ placement: Placement) -> Double {
    max(0, min(placement.x + placement.width, layout.viewportWidth) - max(placement.x, 0))
  }

  /// Whether more of one is in view than of another: by more than rounding, so that of two whole sights
  /// the first one stays the item.
  private func isLarger(_ a: Placement, _ b: Placement) -> Bool { part(a) > part(b) + 1e-6 }

  /// Placements come in the ring's order, so an item comes again after as many as there are.
  private func markCopies(_ placements: inout [Placement]) {
    guard placements.count > loop.count else { return }
    for first in 0..<loop.count {
      var shown = first
      for other in stride(from: first, to: placements.count, by: loop.count) where other != first {
        let isBetter = isLarger(placements[other], placements[shown])
        placements[isBetter ? shown : other].isCopy = true
        if isBetter { shown = other }
      }
    }
  }
}
