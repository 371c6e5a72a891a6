public import SightlineCore

extension LoadMoreTrigger {
  /// A condition for loading the next page.
  public enum Condition: Hashable, Sendable {
    /// The item this many places from the end is visible, or a later one; 1 and smaller values mean
    /// the last item. In a shorter list, the first item counts.
    case itemFromEnd(Int)
    /// The viewport has reached this share of the content along the scrolled axis, in 0...1; NaN
    /// counts as 1.
    case share(Double)

    /// The last item is visible.
    public static let lastItem = Condition.itemFromEnd(1)

    /// The condition with NaN replaced, because NaN differs from itself.
    var withoutNaN: Condition {
      if case .share(let share) = self, share.isNaN { .share(1) } else { self }
    }

    /// Returns the first item, from 0, whose visibility meets the condition; `nil` without one.
    public func firstItem(of itemCount: Int) -> Int? {
      guard case .itemFromEnd(let place) = self, itemCount > 0 else { return nil }
      return max(0, itemCount - max(1, place))
    }

    /// Returns the part of the content that is visible once a share is reached: the part beyond the
    /// share, starting one pixel before it; `nil` for an item.
    package func region(
      of geometry: ScrollMetrics, direction: ReadingDirection = .leftToRight
    ) -> LayoutRect? {
      guard case .share(let share) = self else { return nil }
      let size = geometry.contentSize
      func start(_ extent: Double) -> Double {
        max(0, extent * max(0, min(1, share)) - geometry.pixelLength)
      }
      guard geometry.scrolledAxis == .horizontal else {
        let top = start(size.height)
        return LayoutRect(x: 0, y: top, width: size.width, height: size.height - top)
      }
      let left = start(size.width)
      return LayoutRect(
        x: direction == .rightToLeft ? 0 : left, y: 0, width: size.width - left,
        height: size.height)
    }

    /// Returns whether a visible list meets the condition.
    package func isMet(by list: List) -> Bool {
      switch self {
      case .itemFromEnd:
        guard let last = list.lastVisibleItem, let first = firstItem(of: list.itemCount)
        else { return false }
        return last >= first
      case .share(let share):
        return list.seenShare >= max(0, min(1, share)) - Condition.tolerance
      }
    }

    /// The tolerance for quotients of measured lengths.
    private static let tolerance = 1e-9
  }

  /// The state of a visible list in one layout.
  public struct List: Hashable, Sendable {
    /// The number of items laid out.
    public var itemCount: Int
    /// The last visible item, from 0; `nil` if none is visible.
    public var lastVisibleItem: Int?
    /// The share of the content before the viewport's end along the scrolled axis, in 0...1, for
    /// ``Condition/share(_:)``.
    public var seenShare: Double

    /// Creates a description of a layout from measured values.
    public init(itemCount: Int, lastVisibleItem: Int?, seenShare: Double = 0) {
      self.itemCount = itemCount
      self.lastVisibleItem = lastVisibleItem
      self.seenShare = seenShare
    }

    /// Creates a description of a layout from its visible items, ignoring indices out of range.
    ///
    /// - Complexity: O(*n*) for *n* visible items.
    public init(itemCount: Int, visibleItems: some Sequence<Int>) {
      self.init(
        itemCount: itemCount,
        lastVisibleItem: visibleItems.lazy.filter { $0 >= 0 && $0 < itemCount }.max())
    }

    /// Creates a description of a layout from its geometry; content that fits counts as entirely
    /// seen.
    ///
    /// - Parameter direction: the reading direction; from right to left, horizontal content ends at
    ///   the left.
    public init(
      itemCount: Int, lastVisibleItem: Int?, geometry: ScrollMetrics,
      direction: ReadingDirection = .leftToRight
    ) {
      self.init(
        itemCount: itemCount, lastVisibleItem: lastVisibleItem,
        seenShare: geometry.seenShare(direction: direction))
    }
  }
}

extension ScrollMetrics {
  /// The axis along which most of the content is out of view; the axis of the longer side if all of
  /// it fits.
  package var scrolledAxis: VisibilityScene.Axis {
    let (x, y) = (range(along: .horizontal), range(along: .vertical))
    let fits = max(x, y) < pixelLength
    let (width, height) = fits ? (contentSize.width, contentSize.height) : (x, y)
    return width > height ? .horizontal : .vertical
  }

  fileprivate func seenShare(direction: ReadingDirection) -> Double {
    let axis = scrolledAxis
    let isMirrored = axis == .horizontal && direction == .rightToLeft
    if isMirrored ? isAtStart(along: axis) : isAtEnd(along: axis) { return 1 }
    let (extent, seen) =
      axis == .vertical
      ? (contentSize.height, visibleRect.maxY)
      : (contentSize.width, isMirrored ? contentSize.width - visibleRect.minX : visibleRect.maxX)
    return extent > 0 ? max(0, min(1, seen / extent)) : 1
  }
}
