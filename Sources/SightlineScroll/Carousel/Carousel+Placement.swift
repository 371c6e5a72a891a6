public import SightlineCore

extension Carousel {
  /// The place of an item in the viewport.
  public struct Placement: Hashable, Sendable {
    /// The item.
    public var index: Int
    /// Its left edge in points from the viewport's left edge.
    public var x: Double
    /// Its width in points.
    public var width: Double
    /// The instance of the item. Together with the item, it identifies a view to draw: it stays the
    /// same, and unique among the item's instances, while the view is in view, even if the carousel
    /// turns, is dragged, or changes around it, or if the view becomes a copy. It has no other
    /// meaning.
    public var lap: Int
    /// Whether it repeats an item in view: draw it, but hide it from accessibility.
    public var isCopy: Bool
  }

  /// Returns the items in view, in reading order. Items that only touch the viewport are not in
  /// view; items that do not turn are all placed.
  ///
  /// If an item is in view more than once, the instance with the largest part in the viewport is
  /// the original, or the first of equal ones; the others are copies.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - overscan: the distance to extend the viewport on either side, in points, up to the ring's
  ///     length; 0 if not finite.
  /// - Complexity: O(log *n* + *v*) for *v* of *n* items in view.
  public func placements(at now: MonotonicTime, overscan: Double = 0) -> [Placement] {
    guard loop.isEndless else {
      return loop.starts.indices.map { place($0, loop.fixedOffset, 0, lap: 0) }
    }
    let (offset, lap) = ring(at: now)
    let overscan = min(overscan.asExtent, loop.length)
    let low = offset - overscan
    let high = offset + layout.viewportWidth + overscan
    var round = (low / loop.length).rounded(.down)
    let local = low - round * loop.length
    var index = loop.firstIndex { loop.starts[$0] + layout.widths[$0] > local }
    var result: [Placement] = []
    while true {
      if index == loop.count { (index, round) = (0, round + 1) }
      guard loop.starts[index] + round * loop.length < high else { break }
      result.append(place(index, offset, round, lap: lap))
      index += 1
    }
    markCopies(&result)
    return result
  }

  /// Returns the items in view, as ``placements(at:overscan:)`` does, followed by all others, each
  /// once, for screen readers, which can reach every item while the carousel stands still.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public func placementsOfAll(at now: MonotonicTime, overscan: Double = 0) -> [Placement] {
    let near = placements(at: now, overscan: overscan)
    var isPlaced = Array(repeating: false, count: loop.count)
    for placement in near { isPlaced[placement.index] = true }
    return near + loop.starts.indices.compactMap { isPlaced[$0] ? nil : placement(of: $0, at: now) }
  }

  /// Returns the accessible place of an item: its original in ``placements(at:overscan:)``, or else
  /// the next place to come into view in reading direction. `nil` if the item does not exist.
  ///
  /// - Complexity: O(1).
  public func placement(of index: Int, at now: MonotonicTime) -> Placement? {
    guard loop.starts.indices.contains(index) else { return nil }
    guard loop.isEndless else { return place(index, loop.fixedOffset, 0, lap: 0) }
    let (offset, lap) = ring(at: now)
    // exact: the carousel places its items itself, without rounding.
    let round = loop.starts[index] >= offset ? 0.0 : 1
    let ahead = place(index, offset, round, lap: lap)
    let behind = place(index, offset, round - 1, lap: lap)
    return part(behind) > 0 && !isLarger(ahead, behind) ? behind : ahead
  }

  /// The offset in the ring, and its number of laps.
  private func ring(at now: MonotonicTime) -> (offset: Double, lap: Int) {
    let position = position(at: now)
    let offset = loop.wrapped(position)
    // The difference is a whole number of rings; the quotient may round up next to the seam.
    return (offset, wraps + loop.laps(in: position - offset))
  }

  private func place(_ index: Int, _ offset: Double, _ round: Double, lap: Int) -> Placement {
    let distance = loop.starts[index] - offset + round * loop.length
    let width = layout.widths[index]
    let x =
      layout.direction == .leftToRight ? distance : layout.viewportWidth - distance - width
    return Placement(
      index: index, x: x, width: width, lap: laps[index] + lap + Int(round), isCopy: false)
  }

  /// The width of a placement in the viewport, in points.
  private func part(_ placement: Placement) -> Double {
    max(0, min(placement.x + placement.width, layout.viewportWidth) - max(placement.x, 0))
  }

  /// Whether more of one is in view than of another, beyond rounding.
  private func isLarger(_ a: Placement, _ b: Placement) -> Bool { part(a) > part(b) + 1e-6 }

  /// Placements are in the ring's order, so an item repeats after the number of items.
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
