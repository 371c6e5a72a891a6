public import SightlineCore

extension CollapsingHeader {
  /// How the header is laid out, and with that how its height is kept out of the scroll.
  ///
  /// A header that becomes 29 pt lower moves the content or enlarges the container by as much. Where
  /// that changes the distance that is measured, the header toggles itself: it collapses at 142,
  /// finds the content at 113, expands, and so on.
  public enum Placement: UInt8, Hashable, Sendable, CaseIterable {
    /// The header lies over the container, and the content's inset is **always** the expanded
    /// height, whatever the header's. Nothing moves when it collapses; this is the simple way.
    case overlay
    /// The header stands above the container, which grows by what the header gives up. The content
    /// would jump up with the container's top, so the host takes
    /// ``CollapsingHeader/offsetCorrection(at:)`` off the offset in the same frame, and the content
    /// stands still on the screen. The threshold less the hysteresis must be at least what the
    /// header gives up: before that there is no offset to take it off.
    case above
  }

  /// The content's top inset for ``Placement/overlay``: the expanded height, always.
  public var contentInset: Double { style.expandedHeight }

  /// By how much the content offset is below what it would be under an expanded header, in points,
  /// for ``Placement/above``: what the header has given up so far. Hosts set the offset to the
  /// distance less this number whenever the header's height changes.
  public func offsetCorrection(at time: MonotonicTime) -> Double {
    style.expandedHeight - layout(at: time).height
  }

  /// The distance to give to ``scroll(to:at:motion:)``, from what the host measures.
  ///
  /// - Parameters:
  ///   - geometry: the container's, with the inset that the placement asks for.
  ///   - placement: how the header is laid out.
  ///   - time: the time of the layout in which the geometry was measured.
  public func distance(
    in geometry: ScrollMetrics, placement: Placement, at time: MonotonicTime
  ) -> Double {
    let distance = geometry.distance(along: .vertical)
    return placement == .overlay ? distance : distance + offsetCorrection(at: time)
  }

  /// Takes in a geometry of the container, for a toolkit that carries the change out itself.
  ///
  /// - Returns: how long the change takes that began; zero where it is to be at once, `nil` where none began.
  package mutating func scroll(
    in geometry: ScrollMetrics, placement: Placement, at time: MonotonicTime,
    motion: MotionPreference
  ) -> Duration? {
    let distance = distance(in: geometry, placement: placement, at: time)
    guard scroll(to: distance, at: time, motion: motion) else { return nil }
    return isAnimating(at: time) ? style.duration : .zero
  }
}
