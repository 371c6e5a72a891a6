public import SightlineCore

extension CollapsingHeader {
  /// How the header is laid out, and so how its height is kept out of the scroll.
  ///
  /// A header that becomes 29 pt lower moves the content or enlarges the container by as much. If
  /// that changes the measured distance, the header toggles itself: it collapses at 142, measures
  /// 113, expands, and so on.
  public enum Placement: UInt8, Hashable, Sendable, CaseIterable {
    /// The header lies over the container, and the content's inset is **always** the expanded
    /// height. Nothing moves when it collapses; this is the simple way.
    case overlay
    /// The header stands above the container, which grows by what the header loses. The content
    /// would jump up with the container's top, so the host subtracts
    /// ``CollapsingHeader/offsetCorrection(at:)`` from the offset in the same frame, and the
    /// content stands still on screen. The threshold less the hysteresis must be at least what the
    /// header loses: before that there is no offset to subtract it from.
    case above
  }

  /// The content's top inset for ``Placement/overlay``: the expanded height, always.
  public var contentInset: Double { style.expandedHeight }

  /// How far the content offset is below that under an expanded header, in points, for
  /// ``Placement/above``: what the header has lost so far. Hosts set the offset to the distance
  /// less this number whenever the header's height changes.
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

  /// Takes in the container's geometry, for a toolkit that performs the change itself.
  ///
  /// - Returns: the duration of the change that began; zero if it is at once, `nil` if none began.
  package mutating func scroll(
    in geometry: ScrollMetrics, placement: Placement, at time: MonotonicTime,
    motion: MotionPreference
  ) -> Duration? {
    let distance = distance(in: geometry, placement: placement, at: time)
    guard scroll(to: distance, at: time, motion: motion) else { return nil }
    return isAnimating(at: time) ? style.duration : .zero
  }
}
