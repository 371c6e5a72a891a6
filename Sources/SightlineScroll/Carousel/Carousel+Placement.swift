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
    /// Which instance of the item this is: together with the item, the identity of what is drawn.
    /// It stays the same for as long as the instance is in view, whatever turns, drags or becomes a
    /// copy, and while the items around it change. No two instances of an item in one frame share
    /// it. It has no other meaning.
    public var lap: Int
    /// Whether this is a second instance of an item that is placed elsewhere in view, as at the
    /// seam of few items: to be drawn and touched, and hidden from accessibility.
    public var isCopy: Bool
  }

  /// The items in view, in reading order.
  ///
  /// If an item is in view more than once, the instance with the greatest part of it in the
  /// viewport is the item, the first of equal ones; the others are copies. What only touches the
  /// viewport is not in view. Items that do not turn are all placed.
  ///
  /// - Parameter overscan: how much more to place on either side, in points, up to once around.
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
    var index = loop.firstIndex { loop.starts[$0] + layout.widths[$0] > local } ?? loop.count
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

  /// The items in view, followed by all others, each once: for screen readers, which go through all
  /// items while the carousel stands still.
  ///
  /// - Parameter overscan: as in ``placements(at:overscan:)``; what is within it counts as in view.
  /// - Complexity: O(*n*) in the number of items.
  public func placementsOfAll(at now: MonotonicTime, overscan: Double = 0) -> [Placement] {
    let near = placements(at: now, overscan: overscan)
    var isPlaced = Array(repeating: false, count: loop.count)
    for placement in near { isPlaced[placement.index] = true }
    return near + loop.starts.indices.compactMap { isPlaced[$0] ? nil : placement(of: $0, at: now) }
  }

  /// The one place of an item for accessibility: where ``placements(at:overscan:)`` has it, or else
  /// where it next comes into view in reading direction. `nil` for one that does not exist.
  ///
  /// - Complexity: O(1).
  public func placement(of index: Int, at now: MonotonicTime) -> Placement? {
    guard loop.starts.indices.contains(index) else { return nil }
    guard loop.isEndless else { return place(index, loop.fixedOffset, 0, lap: 0) }
    let (offset, lap) = ring(at: now)
    let round = loop.starts[index] >= offset ? 0.0 : 1
    let ahead = place(index, offset, round, lap: lap)
    let behind = place(index, offset, round - 1, lap: lap)
    return part(behind) > 0 && !isLarger(ahead, behind) ? behind : ahead
  }

  /// Where the viewport's leading edge is in the ring, and how often it has gone round.
  private func ring(at now: MonotonicTime) -> (offset: Double, lap: Int) {
    let position = position(at: now)
    let offset = loop.wrapped(position)
    // Of the difference, which is a whole number of rings: a quotient may round up next to the
    // seam.
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

  /// How much of a placement is in the viewport, in points.
  private func part(_ placement: Placement) -> Double {
    max(0, min(placement.x + placement.width, layout.viewportWidth) - max(placement.x, 0))
  }

  /// Whether more of one is in view than of another, by more than rounding: of two whole instances
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
