/// The direction in which a script runs, and with it tabs, pages and columns.
///
/// Blocks that have a horizontal order take it as an input. Positions going in and coming out are
/// always counted from the **left** in points; only the order of the items changes.
public enum ReadingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// As in English: the first item is at the left.
  case leftToRight
  /// As in Arabic and Hebrew: the first item is at the right.
  case rightToLeft
}
