/// The geometry of a scroll container, in the same form on every host.
///
/// All values are in points, in the container's *content* space: (0, 0) is the content's top left
/// corner, y points down, and x is measured from the left in either layout direction.
///
/// 1. `contentInsets` is scrollable space around the content, for bars over the container. At rest
///    at the top, `contentOffset` is therefore ``minOffset``, or (−left, −top).
/// 2. Content smaller than its container rests at ``minOffset``: ``maxOffset`` is never below it. A
///    list whose content is aligned to the bottom rests at a negative offset, its host's
///    ``restingOffset``.
/// 3. Non-finite numbers and negative extents count as 0.
public struct ScrollMetrics: Hashable, Sendable {
  /// The point of the content at the container's top left corner.
  public let contentOffset: LayoutPoint
  /// The extent of the content.
  public let contentSize: LayoutSize
  /// The extent of the container, insets included.
  public let containerSize: LayoutSize
  /// The scrollable space around the content.
  public let contentInsets: LayoutInsets
  /// The offset at which the host rests content smaller than its container, between its top and
  /// bottom; `nil` for the top. It has no effect on larger content.
  public let restingOffset: LayoutPoint?
  /// The length of a device pixel, in points: shorter distances are ignored.
  public let pixelLength: Double

  /// Creates a geometry from a host's values, in points.
  public init(
    contentOffset: LayoutPoint = .zero, contentSize: LayoutSize, containerSize: LayoutSize,
    contentInsets: LayoutInsets = .zero, restingOffset: LayoutPoint? = nil,
    pixelLength: Double = DevicePixel.defaultLength
  ) {
    self.restingOffset = restingOffset.map { LayoutPoint(x: $0.x.orZero, y: $0.y.orZero) }
    self.pixelLength =
      pixelLength > 0 && pixelLength.isFinite ? pixelLength : DevicePixel.defaultLength
    self.contentOffset = LayoutPoint(x: contentOffset.x.orZero, y: contentOffset.y.orZero)
    self.contentSize = LayoutSize(
      width: contentSize.width.asExtent, height: contentSize.height.asExtent)
    self.containerSize = LayoutSize(
      width: containerSize.width.asExtent, height: containerSize.height.asExtent)
    self.contentInsets = LayoutInsets(
      top: contentInsets.top.orZero, left: contentInsets.left.orZero,
      bottom: contentInsets.bottom.orZero, right: contentInsets.right.orZero)
  }

  /// Returns the geometry scrolled to another offset.
  public func scrolled(to offset: LayoutPoint) -> ScrollMetrics {
    ScrollMetrics(
      contentOffset: offset, contentSize: contentSize, containerSize: containerSize,
      contentInsets: contentInsets, restingOffset: restingOffset, pixelLength: pixelLength)
  }

  /// Returns the geometry with other insets.
  package func withInsets(_ insets: LayoutInsets) -> ScrollMetrics {
    ScrollMetrics(
      contentOffset: contentOffset, contentSize: contentSize, containerSize: containerSize,
      contentInsets: insets, restingOffset: restingOffset, pixelLength: pixelLength)
  }
}

extension ScrollMetrics {
  /// The visible part of the content space, including the parts under bars.
  public var visibleRect: LayoutRect { LayoutRect(origin: contentOffset, size: containerSize) }

  /// The offset at rest at the top and left, or the ``restingOffset`` of smaller content.
  public var minOffset: LayoutPoint {
    let (top, bottom) = (LayoutPoint(x: -contentInsets.left, y: -contentInsets.top), endOffset)
    guard let rest = restingOffset else { return top }
    return LayoutPoint(
      x: min(top.x, max(rest.x, bottom.x)), y: min(top.y, max(rest.y, bottom.y)))
  }

  /// The offset at rest at the bottom and right; never below ``minOffset``.
  public var maxOffset: LayoutPoint {
    LayoutPoint(x: max(minOffset.x, endOffset.x), y: max(minOffset.y, endOffset.y))
  }

  /// The offset that aligns the content's end with the container's.
  private var endOffset: LayoutPoint {
    LayoutPoint(
      x: contentSize.width + contentInsets.right - containerSize.width,
      y: contentSize.height + contentInsets.bottom - containerSize.height)
  }

  /// The offset without any pull beyond the edges.
  public var clampedOffset: LayoutPoint {
    LayoutPoint(
      x: max(minOffset.x, min(contentOffset.x, maxOffset.x)),
      y: max(minOffset.y, min(contentOffset.y, maxOffset.y)))
  }

  /// Returns the scrollable distance along an axis, in points; never negative.
  public func range(along axis: VisibilityScene.Axis) -> Double {
    axis == .horizontal ? maxOffset.x - minOffset.x : maxOffset.y - minOffset.y
  }

  /// Returns whether the content can be scrolled along an axis, by at least a pixel.
  public func isScrollable(along axis: VisibilityScene.Axis) -> Bool {
    !0.0.reaches(range(along: axis), pixel: pixelLength)
  }

  /// Returns the distance scrolled from rest at the top (or left), in points, excluding insets;
  /// negative while pulled beyond that edge.
  public func distance(along axis: VisibilityScene.Axis) -> Double {
    axis == .horizontal ? contentOffset.x - minOffset.x : contentOffset.y - minOffset.y
  }

  /// Returns whether the content is at rest at the top (or left), or pulled beyond it.
  public func isAtStart(along axis: VisibilityScene.Axis) -> Bool {
    0.0.reaches(distance(along: axis), pixel: pixelLength)
  }

  /// Returns whether the content is at rest at the bottom (or right), or pulled beyond it.
  public func isAtEnd(along axis: VisibilityScene.Axis) -> Bool {
    distance(along: axis).reaches(range(along: axis), pixel: pixelLength)
  }

  /// Returns the scrolled share of the range, in 0...1. If there is nothing to scroll, it is 0, for
  /// effects that begin with scrolling; ``readingProgress(along:direction:)`` is 1 then.
  ///
  /// - Parameters:
  ///   - axis: the axis.
  ///   - direction: the reading direction; from right to left, 0 is at the right end of the
  ///     horizontal axis.
  public func progress(
    along axis: VisibilityScene.Axis, direction: ReadingDirection = .leftToRight
  ) -> Double {
    guard isScrollable(along: axis) else { return 0 }
    let share = max(0, min(1, distance(along: axis) / range(along: axis)))
    return axis == .horizontal && direction == .rightToLeft ? 1 - share : share
  }

  /// Returns how much of an article has been read if it spans the content, in 0...1: the
  /// ``progress(along:direction:)``, but 1 at the end and if there is nothing to scroll.
  public func readingProgress(
    along axis: VisibilityScene.Axis = .vertical, direction: ReadingDirection = .leftToRight
  ) -> Double {
    let isMirrored = axis == .horizontal && direction == .rightToLeft
    let isRead = isMirrored ? isAtStart(along: axis) : isAtEnd(along: axis)
    return isRead ? 1 : progress(along: axis, direction: direction)
  }
}

extension Double {
  /// The number, or 0 if not finite.
  package var orZero: Double { isFinite ? self : 0 }
  /// The number as an extent: 0 if negative or not finite.
  package var asExtent: Double { isFinite ? Swift.max(0, self) : 0 }
}
