public import SightlineCore

/// The geometry of a scroll container as one value, the same on every host.
///
/// All of it is in points, in the container's *content* space: (0, 0) is the content's top left
/// corner, y points down, and x is counted from the left in either layout direction.
///
/// 1. `contentInsets` is room around the content that can be scrolled into view, for bars over the
///    container. At rest at the top, `contentOffset` is therefore ``minOffset``, which is (−left,
///    −top).
/// 2. Content that is smaller than its container rests at ``minOffset``: ``maxOffset`` is never
///    below it.
/// 3. A number that is not finite counts as 0, and so does a negative extent.
public struct ScrollMetrics: Hashable, Sendable {
  /// The point of the content that lies at the container's top left corner.
  public let contentOffset: LayoutPoint
  /// The extent of the content.
  public let contentSize: LayoutSize
  /// The extent of the container, insets included.
  public let containerSize: LayoutSize
  /// Room around the content that can be scrolled into view.
  public let contentInsets: LayoutInsets

  /// Creates a geometry from a host's numbers, in points.
  public init(
    contentOffset: LayoutPoint = .zero, contentSize: LayoutSize, containerSize: LayoutSize,
    contentInsets: LayoutInsets = .zero
  ) {
    self.contentOffset = LayoutPoint(x: contentOffset.x.orZero, y: contentOffset.y.orZero)
    self.contentSize = LayoutSize(
      width: contentSize.width.asExtent, height: contentSize.height.asExtent)
    self.containerSize = LayoutSize(
      width: containerSize.width.asExtent, height: containerSize.height.asExtent)
    self.contentInsets = LayoutInsets(
      top: contentInsets.top.orZero, left: contentInsets.left.orZero,
      bottom: contentInsets.bottom.orZero, right: contentInsets.right.orZero)
  }

  /// The same container scrolled to another offset.
  public func scrolled(to offset: LayoutPoint) -> ScrollMetrics {
    ScrollMetrics(
      contentOffset: offset, contentSize: contentSize, containerSize: containerSize,
      contentInsets: contentInsets)
  }
}

extension ScrollMetrics {
  /// The part of the content's space that the container shows, including what bars cover.
  public var visibleRect: LayoutRect { LayoutRect(origin: contentOffset, size: containerSize) }

  /// The offset at rest at the top and the left.
  public var minOffset: LayoutPoint { LayoutPoint(x: -contentInsets.left, y: -contentInsets.top) }

  /// The offset at rest at the bottom and the right; never below ``minOffset``.
  public var maxOffset: LayoutPoint {
    LayoutPoint(
      x: max(minOffset.x, contentSize.width + contentInsets.right - containerSize.width),
      y: max(minOffset.y, contentSize.height + contentInsets.bottom - containerSize.height))
  }

  /// The offset once a pull beyond an edge has sprung back.
  public var clampedOffset: LayoutPoint {
    LayoutPoint(
      x: max(minOffset.x, min(contentOffset.x, maxOffset.x)),
      y: max(minOffset.y, min(contentOffset.y, maxOffset.y)))
  }

  /// The same container with its pull beyond the edges sprung back.
  public var clamped: ScrollMetrics { scrolled(to: clampedOffset) }

  /// How far the content is pulled beyond each edge, in points; never negative, and 0 where it is
  /// not.
  public var overscroll: LayoutInsets {
    LayoutInsets(
      top: max(0, minOffset.y - contentOffset.y), left: max(0, minOffset.x - contentOffset.x),
      bottom: max(0, contentOffset.y - maxOffset.y), right: max(0, contentOffset.x - maxOffset.x))
  }

  /// How far the content can be scrolled along an axis, in points; never negative.
  public func range(along axis: VisibilityScene.Axis) -> Double {
    axis == .horizontal ? maxOffset.x - minOffset.x : maxOffset.y - minOffset.y
  }

  /// Whether there is anything to scroll to along an axis.
  public func isScrollable(along axis: VisibilityScene.Axis) -> Bool { range(along: axis) > 0 }

  /// How far the content has been scrolled from its rest at the top (or left), in points, insets
  /// excluded: negative while it is pulled beyond that edge.
  public func distance(along axis: VisibilityScene.Axis) -> Double {
    axis == .horizontal ? contentOffset.x - minOffset.x : contentOffset.y - minOffset.y
  }

  /// The share of the range that has been scrolled, in 0...1; 0 where there is nothing to scroll.
  ///
  /// - Parameters:
  ///   - axis: along which.
  ///   - direction: from right to left, 0 is at the right end of the horizontal axis.
  public func progress(
    along axis: VisibilityScene.Axis, direction: ReadingDirection = .leftToRight
  ) -> Double {
    guard isScrollable(along: axis) else { return 0 }
    let share = max(0, min(1, distance(along: axis) / range(along: axis)))
    return axis == .horizontal && direction == .rightToLeft ? 1 - share : share
  }
}

extension Double {
  /// The number, or 0 where it is not finite.
  var orZero: Double { isFinite ? self : 0 }
  /// The number as an extent: 0 where it is negative or not finite.
  var asExtent: Double { isFinite ? Swift.max(0, self) : 0 }
}
