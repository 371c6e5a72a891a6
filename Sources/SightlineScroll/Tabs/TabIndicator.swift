/// The underline of tabs with paged content, which follows the finger exactly.
///
/// Its left edge and width are those of the tabs, interpolated piecewise linearly over the page
/// progress. It does not animate itself. The tabs' places imply the reading direction.
///
/// ```swift
/// let strip = TabStrip(widths: [80, 120], spacing: 10, viewportWidth: 210)
/// let indicator = TabIndicator(tabs: strip.tabs)
/// indicator.span(at: 0.5)  // 100 points wide, from 45 to 145
/// ```
public struct TabIndicator: Hashable, Sendable {
  /// The tabs' places, by index.
  public let tabs: [TabSpan]

  /// Creates an underline for tabs at these places.
  public init(tabs: [TabSpan]) { self.tabs = tabs }

  /// Returns the underline's place in the tabs' coordinate space, or `nil` without tabs.
  ///
  /// - Parameter progress: the page progress: 0 on the first page, 1 on the second, 0.5 halfway
  ///   between. Clamped to the ends; NaN counts as 0.
  /// - Complexity: O(1).
  public func span(at progress: Double) -> TabSpan? {
    guard let position = PagePosition(progress, count: tabs.count) else { return nil }
    return position.mix(tabs[position.page], tabs[position.next])
  }
}
