public import SightlineCore

/// The progress of a view through the viewport, as in CSS's view timelines (Scroll-driven
/// Animations, level 1).
///
/// ```swift
/// let progress = ViewProgress(of: card, in: geometry)
/// let opacity = progress.value(in: .entry)   // 0 below the screen, 1 once fully inside
/// ```
///
/// It is measured along one axis, from the viewport's *end* edge, where views enter when the
/// content is scrolled forward, to its *start* edge, where they leave.
///
/// 1. A subject larger than the viewport is *contained* while it fills the viewport.
/// 2. An empty range, such as the contain range of a subject exactly as large as the viewport, is
///    at 0 before its position and at 1 from there on. A range shorter than a device pixel is
///    empty.
/// 3. A non-finite subject is at 0 in every range.
/// 4. A viewport shrunk to nothing by its margins is a line at its start edge.
public struct ViewProgress: Hashable, Sendable {
  /// A part of a view's path through the viewport.
  public enum Range: UInt8, Hashable, Sendable, CaseIterable {
    /// From its first edge entering to its last edge leaving.
    case cover
    /// While it is fully inside or, if larger, fills the viewport.
    case contain
    /// From its first edge entering to being contained.
    case entry
    /// From the end of being contained to its last edge leaving.
    case exit
    /// While it crosses the viewport's end edge.
    case entryCrossing
    /// While it crosses the viewport's start edge.
    case exitCrossing
  }

  /// The viewport's start edge and extent along the path.
  private let position: Double
  private let viewport: Double
  /// The subject's start edge and extent along the path.
  private let start: Double
  private let extent: Double
  private let isMeasurable: Bool
  private let pixel: Double

  /// Creates the progress of a subject in a container.
  ///
  /// - Parameters:
  ///   - subject: the view's frame in the container's content space, in points.
  ///   - geometry: the container's geometry.
  ///   - margins: the distances in points by which the viewport extends beyond the container;
  ///     negative for bars. Non-finite values count as 0. (CSS's `view-timeline-inset` has the
  ///     opposite sign.)
  ///   - axis: the axis of the path.
  ///   - direction: the reading direction, which determines the start edge of a horizontal path.
  public init(
    of subject: LayoutRect, in geometry: ScrollMetrics, margins: LayoutInsets = .zero,
    along axis: VisibilityScene.Axis = .vertical, direction: ReadingDirection = .leftToRight
  ) {
    let isVertical = axis == .vertical
    let visible = geometry.visibleRect
    let (low, high) =
      isVertical
      ? (visible.minY - margins.top.orZero, visible.maxY + margins.bottom.orZero)
      : (visible.minX - margins.left.orZero, visible.maxX + margins.right.orZero)
    let first = isVertical ? subject.minY : subject.minX

    isMeasurable = subject.isFinite
    pixel = geometry.pixelLength
    let isMirrored = !isVertical && direction == .rightToLeft
    extent = isVertical ? subject.height : subject.width
    viewport = max(0, high - low)
    // From right to left, negate the axis; the rest is the same.
    start = isMirrored ? -(first + extent) : first
    position = isMirrored ? -high : low
  }

  /// Returns the progress through a range: 0 before it and 1 after it.
  ///
  /// - Complexity: O(1).
  public func value(in range: Range) -> Double { max(0, min(1, unclampedValue(in: range))) }

  /// Returns the progress through a range, below 0 before it and above 1 after it.
  public func unclampedValue(in range: Range) -> Double {
    guard isMeasurable else { return 0 }
    let (first, last) = positions(of: range)
    guard last - first >= pixel else { return position.reaches(first, pixel: pixel) ? 1 : 0 }
    return (position - first) / (last - first)
  }

  /// The positions of the viewport's start edge along the path at the beginning and end of a range.
  private func positions(of range: Range) -> (first: Double, last: Double) {
    let comesIn = start - viewport
    let isGone = start + extent
    // Both edges inside, or both outside.
    let contained = (
      first: min(start, isGone - viewport), last: max(start, isGone - viewport)
    )
    return switch range {
    case .cover: (comesIn, isGone)
    case .contain: contained
    case .entry: (comesIn, contained.first)
    case .exit: (contained.last, isGone)
    case .entryCrossing: (comesIn, isGone - viewport)
    case .exitCrossing: (start, isGone)
    }
  }
}
