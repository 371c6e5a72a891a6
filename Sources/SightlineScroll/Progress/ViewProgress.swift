public import SightlineCore

/// How far a view has come on its way through the viewport, as in CSS's view timelines
/// (Scroll-driven Animations, level 1).
///
/// ```swift
/// let progress = ViewProgress(of: card, in: geometry)
/// let opacity = progress.value(in: .entry)   // 0 below the screen, 1 once it is all there
/// ```
///
/// Everything is measured along one axis, from the viewport's *end* edge, where views come in when
/// the content is scrolled forward (the bottom; the right one from left to right, the left one from
/// right to left), to its *start* edge, where they go out.
///
/// 1. A subject larger than the viewport is *contained* while it fills it.
/// 2. A range without length, such as the contain range of a subject exactly as large as the
///    viewport, is at 0 before its place and at 1 from there on.
/// 3. A subject that is not finite is at 0 in every range: nothing has come in.
/// 4. A viewport that its margins shrink to nothing is a line at its start edge.
public struct ViewProgress: Hashable, Sendable {
  /// A part of a view's way.
  public enum Range: UInt8, Hashable, Sendable, CaseIterable {
    /// From its first edge coming in to its last edge gone out.
    case cover
    /// While all of it is inside; while it fills the viewport, if it is larger.
    case contain
    /// From its first edge coming in to being contained.
    case entry
    /// From the end of being contained to its last edge gone out.
    case exit
    /// While it crosses the viewport's end edge.
    case entryCrossing
    /// While it crosses the viewport's start edge.
    case exitCrossing
  }

  /// Where the viewport's start edge is, along the way.
  private let position: Double
  /// The extent of the viewport along the way.
  private let viewport: Double
  /// The subject's start edge, along the way.
  private let start: Double
  /// The subject's extent along the way.
  private let extent: Double
  private let isMeasurable: Bool
  private let isMirrored: Bool
  /// The difference between a position, negated if mirrored, and the content offset.
  private let shift: Double

  /// Measures a subject in a container.
  ///
  /// - Parameters:
  ///   - subject: the view's frame in the container's content space, in points.
  ///   - geometry: the container's.
  ///   - margins: how far the viewport reaches beyond the container; negative for bars. What is not
  ///     finite counts as 0. (CSS's `view-timeline-inset` has the opposite sign.)
  ///   - axis: along which the way is.
  ///   - direction: which edge is the start of a horizontal way.
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
    let content = isVertical ? visible.minY : visible.minX

    isMeasurable = subject.isFinite
    isMirrored = !isVertical && direction == .rightToLeft
    extent = isVertical ? subject.height : subject.width
    viewport = max(0, high - low)
    // From right to left the whole axis is turned round, and the way is the same.
    start = isMirrored ? -(first + extent) : first
    position = isMirrored ? -high : low
    shift = content - (isMirrored ? high : low)
  }
}

extension ViewProgress {
  /// How much of a range is done: 0 before it and 1 after it.
  ///
  /// - Complexity: O(1).
  public func value(in range: Range) -> Double { max(0, min(1, unclampedValue(in: range))) }

  /// How much of a range is done, below 0 before it and above 1 after it; for an ``Interpolation``
  /// that extends beyond it.
  public func unclampedValue(in range: Range) -> Double {
    guard isMeasurable else { return 0 }
    let (first, last) = positions(of: range)
    guard last > first else { return position < first ? 0 : 1 }
    return (position - first) / (last - first)
  }

  /// The content offsets along the axis at which a range begins and ends, in points; `nil` where
  /// the subject is not finite. From right to left the first is the greater one.
  public func contentOffsets(of range: Range) -> (begin: Double, end: Double)? {
    guard isMeasurable else { return nil }
    let (first, last) = positions(of: range)
    return isMirrored ? (shift - first, shift - last) : (first + shift, last + shift)
  }

  /// Where the viewport's start edge is when a range begins and ends, along the way.
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
