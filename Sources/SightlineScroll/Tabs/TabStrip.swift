/// The places of the tabs in a scrollable strip, and the scroll offsets that centre them.
///
/// All numbers are points from the left edge of the strip's content in either layout direction,
/// which only determines the place of the first tab.
///
/// ```swift
/// let strip = TabStrip(widths: [80, 120, 60], spacing: 10, viewportWidth: 200)
/// strip.centringOffset(of: 1)    // 50: the second tab is in the middle
/// strip.centringOffset(at: 0.5)  // 25: halfway between the first page and the second
/// strip.underline(at: 0.5)       // 100 points wide, from 45 to 145
/// ```
public struct TabStrip: Hashable, Sendable {
  /// The tabs' places, by index.
  public let tabs: [TabSpan]
  /// The width of the strip's content in points, at least that of the viewport.
  public let contentWidth: Double
  /// The width of the visible part, in points.
  public let viewportWidth: Double

  /// Creates a strip from a toolkit's layout.
  ///
  /// - Parameters:
  ///   - tabs: the places by index, in points from the left edge of the content.
  ///   - contentWidth: the width of the content in points.
  ///   - viewportWidth: the width of the visible part, in points.
  public init(tabs: [TabSpan], contentWidth: Double, viewportWidth: Double) {
    self.tabs = tabs
    self.viewportWidth = viewportWidth.asExtent
    self.contentWidth = max(contentWidth.asExtent, self.viewportWidth)
  }

  /// Creates a strip by laying out tabs in reading order.
  ///
  /// - Parameters:
  ///   - widths: the widths of the tabs in points, by index; unusable numbers count as 0.
  ///   - spacing: the gap between neighbours in points.
  ///   - margin: the space at both ends, in points.
  ///   - viewportWidth: the width of the visible part, in points.
  ///   - direction: the layout direction.
  /// - Complexity: O(*n*) in the number of tabs.
  public init(
    widths: [Double], spacing: Double = 0, margin: Double = 0, viewportWidth: Double,
    direction: ReadingDirection = .leftToRight
  ) {
    let spacing = spacing.asExtent
    let margin = margin.asExtent
    let taken = widths.reduce(0) { $0 + $1.asExtent } + spacing * Double(max(0, widths.count - 1))
    let contentWidth = max(taken + 2 * margin, viewportWidth.asExtent)
    var start = margin
    let tabs = widths.map { width in
      let width = width.asExtent
      let x = direction == .leftToRight ? start : contentWidth - start - width
      start += width + spacing
      return TabSpan(x: x, width: width)
    }
    self.init(tabs: tabs, contentWidth: contentWidth, viewportWidth: viewportWidth)
  }

  /// The maximum scroll offset in points.
  public var maximumOffset: Double { contentWidth - viewportWidth }

  /// Returns a scroll offset clamped to the strip's range, in points.
  public func clamped(_ offset: Double) -> Double {
    offset.isNaN ? 0 : min(max(offset, 0), maximumOffset)
  }

  /// Returns the scroll offset in points that centres a tab, as far as the strip's ends allow; 0
  /// for a tab that does not exist.
  public func centringOffset(of index: Int) -> Double {
    guard tabs.indices.contains(index) else { return 0 }
    return clamped(tabs[index].midX - viewportWidth / 2)
  }

  /// Returns the scroll offset in points for a page progress, interpolated between the offsets that
  /// centre the tabs of the two pages.
  public func centringOffset(at progress: Double) -> Double {
    guard let position = PagePosition(progress, count: tabs.count) else { return 0 }
    return position.mix(centringOffset(of: position.page), centringOffset(of: position.next))
  }

  /// Returns the place of the underline of tabs with paged content, which follows the finger
  /// exactly: interpolated piecewise linearly between the tabs of the two pages. `nil` without
  /// tabs.
  ///
  /// - Parameter progress: the page progress: 0 on the first page, 1 on the second, 0.5 halfway
  ///   between. Clamped to the ends; NaN counts as 0.
  public func underline(at progress: Double) -> TabSpan? {
    guard let position = PagePosition(progress, count: tabs.count) else { return nil }
    return position.mix(tabs[position.page], tabs[position.next])
  }
}
