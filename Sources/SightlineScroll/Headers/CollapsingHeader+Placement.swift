public import SightlineCore

extension CollapsingHeader {
  /// The layout of the header relative to the container, which determines how its height is kept
  /// out of the scroll distance.
  ///
  /// A header that shrinks by 29 pt moves the content or enlarges the container by as much. If that
  /// changed the measured distance, the header would toggle itself: it would collapse at 142,
  /// measure 113, expand, and so on.
  public enum Placement: UInt8, Hashable, Sendable, CaseIterable {
    /// The header lies over the container, and the content's inset is **always** the expanded
    /// height. Nothing moves when it collapses. This is the simplest option.
    case overlay
    /// The header is above the container, which grows as the header shrinks. The content would jump
    /// up with the container's top, so the host subtracts
    /// ``CollapsingHeader/offsetCorrection(at:)`` from the offset in the same frame, and the
    /// content stands still on screen. The threshold minus the hysteresis must be at least the
    /// header's loss of height; a smaller offset cannot absorb the correction.
    case above
  }

  /// The content's top inset for ``Placement/overlay``: always the expanded height.
  public var contentInset: Double { style.expandedHeight }

  /// Returns the header's current loss of height in points, by which the content offset differs
  /// from that under an expanded header, for ``Placement/above``. Hosts set the offset to the
  /// distance minus this number whenever the header's height changes.
  public func offsetCorrection(at time: MonotonicTime) -> Double {
    style.expandedHeight - layout(at: time).height
  }

  /// Returns the distance to pass to ``scroll(to:at:motion:)``, from the host's measurements.
  ///
  /// - Parameters:
  ///   - geometry: the container's geometry, with the inset required by the placement.
  ///   - placement: the placement of the header.
  ///   - time: the time of the layout in which the geometry was measured.
  public func distance(
    in geometry: ScrollMetrics, placement: Placement, at time: MonotonicTime
  ) -> Double {
    let distance = geometry.distance(along: .vertical)
    return placement == .overlay ? distance : distance + offsetCorrection(at: time)
  }

  /// Handles the container's geometry, for a toolkit that animates the change itself.
  ///
  /// - Returns: the duration of the change that started; zero if immediate, `nil` if none started.
  package mutating func scroll(
    in geometry: ScrollMetrics, placement: Placement, at time: MonotonicTime,
    motion: MotionPreference
  ) -> Duration? {
    let distance = distance(in: geometry, placement: placement, at: time)
    guard scroll(to: distance, at: time, motion: motion) else { return nil }
    return isAnimating(at: time) ? style.duration : .zero
  }
}
