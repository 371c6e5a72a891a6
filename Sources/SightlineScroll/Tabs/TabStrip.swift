/// The places of the tabs in a scrollable strip, and the scroll offsets that centre them.
///
/// All numbers are points from the left edge of the strip's content, in either layout direction.
///
/// ```swift
/// let strip = TabStrip(widths: [80, 120, 60], spacing: 10, viewportWidth: 200)
/// strip.centringOffset(of: 1)    // 50: the second tab is in the middle
/// strip.underline(at: 0.5)       // 100 points wide, from 45 to 145
/// ```
public struct TabStrip: Hashable, Sendable {
  /// The tabs' places, by index.
  public let tabs: [TabSpan]
  /// The width of the strip's content in points, at least that of the viewport.
  public let contentWidth: Double
  /// The width of the visible part, in points.
  public let viewportWidth: Double

  /// Creates a strip from a toolkit's layout: the tabs' places by index, and widths in points.
  public init(tabs: [TabSpan], contentWidth: Double, viewportWidth: Double) {
    self.tabs = tabs
    self.viewportWidth = viewportWidth.asExtent
    self.contentWidth = max(contentWidth.asExtent, self.viewportWidth)
  }

  /// Creates a strip by laying out tabs of these widths in reading order, with a gap between
  /// neighbours and a margin at both ends, in points. Unusable numbers count as 0.
  ///
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

  /// Returns the scroll offset in points that centres a tab; 0 for one that does not exist.
  public func centringOffset(of index: Int) -> Double {
    guard tabs.indices.contains(index) else { return 0 }
    return clamped(tabs[index].midX - viewportWidth / 2)
  }

  /// Returns the scroll offset in points for a page progress, between those of its two tabs.
  public func centringOffset(at progress: Double) -> Double {
    guard let position = PagePosition(progress, count: tabs.count) else { return 0 }
    return centringOffset(of: position.page)
      .interpolated(to: centringOffset(of: position.next), at: position.fraction)
  }

  /// Returns the place of the underline, between the tabs of the two pages; `nil` without tabs.
  ///
  /// - Parameter progress: the page progress: 0 on the first page, 0.5 halfway to the second.
  ///   Clamped to the ends; NaN counts as 0.
  public func underline(at progress: Double) -> TabSpan? {
    guard let position = PagePosition(progress, count: tabs.count) else { return nil }
    return tabs[position.page].interpolated(to: tabs[position.next], at: position.fraction)
  }
}
