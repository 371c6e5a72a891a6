/// The reading direction of text, tabs, pages and columns.
///
/// Positions are always measured from the **left**, in points; only the order of the items changes.
public enum ReadingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// As in English: the first item is on the left.
  case leftToRight
  /// As in Arabic and Hebrew: the first item is on the right.
  case rightToLeft
}
