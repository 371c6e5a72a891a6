/// Where the tabs of a scrollable strip stand, and how far to scroll it so that one is in the
/// middle.
///
/// All numbers are points from the left edge of the strip's content, whatever the layout direction:
/// right-to-left only decides where the first tab is put.
///
/// ```swift
/// let strip = TabStrip(widths: [80, 120, 60], spacing: 10, viewportWidth: 200)
/// strip.centringOffset(of: 1)    // 50: the second tab is in the middle
/// strip.centringOffset(at: 0.5)  // 25: halfway between the first page and the second
/// ```
public struct TabStrip: Hashable, Sendable {
  /// The tabs' places, by index.
  public let tabs: [TabSpan]
  /// The width of the strip's content in points; never less than the viewport's.
  public let contentWidth: Double
  /// The width of the part that shows, in points.
  public let viewportWidth: Double

  /// Creates a strip from places that a toolkit has laid out.
  ///
  /// - Parameters:
  ///   - tabs: the places by index, in points from the left edge of the content.
  ///   - contentWidth: the width of the content in points.
  ///   - viewportWidth: the width of what shows of it, in points.
  public init(tabs: [TabSpan], contentWidth: Double, viewportWidth: Double) {
    self.tabs = tabs
    self.viewportWidth = viewportWidth.asExtent
    self.contentWidth = max(contentWidth.asExtent, self.viewportWidth)
  }

  /// Lays tabs out one after another in reading order.
  ///
  /// - Parameters:
  ///   - widths: each tab's width in points, by index. What cannot be measured has no width.
  ///   - spacing: the gap between neighbours in points.
  ///   - margin: what stays free at both ends, in points.
  ///   - viewportWidth: the width of what shows of the strip, in points.
  ///   - direction: at which end the first tab stands.
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

  /// The greatest scroll offset in points.
  public var maximumOffset: Double { contentWidth - viewportWidth }

  /// The scroll offset nearest to a wanted one that the strip can have, in points.
  public func clamped(_ offset: Double) -> Double {
    offset.isNaN ? 0 : min(max(offset, 0), maximumOffset)
  }

  /// The scroll offset in points that puts a tab in the middle, as far as the strip's ends allow; 0
  /// for a tab that does not exist.
  public func centringOffset(of index: Int) -> Double {
    guard tabs.indices.contains(index) else { return 0 }
    return clamped(tabs[index].midX - viewportWidth / 2)
  }

  /// The scroll offset in points while the content is between two pages: between the offsets that
  /// centre their tabs, in proportion.
  public func centringOffset(at progress: Double) -> Double {
    guard let position = PagePosition(progress, count: tabs.count) else { return 0 }
    return position.mix(centringOffset(of: position.page), centringOffset(of: position.next))
  }

  /// The tab at a horizontal position in points from the left edge of the content, edges included,
  /// or `nil` where there is none. Where two touch, the one with the lower index.
  public func index(at x: Double) -> Int? {
    tabs.firstIndex { $0.width > 0 && x >= $0.x && x <= $0.maxX }
  }
}
