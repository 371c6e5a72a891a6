/// The direction in which text, and with it tabs, pages and columns, is read.
///
/// Positions are always counted from the **left**, in points; only the order of the items changes.
public enum ReadingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// As in English: the first item is at the left.
  case leftToRight
  /// As in Arabic and Hebrew: the first item is at the right.
  case rightToLeft
}
