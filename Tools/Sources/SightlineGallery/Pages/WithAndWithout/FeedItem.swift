/// An item of the feed: a row, or a card in a carousel row.
struct FeedItem: Hashable, Sendable, CustomStringConvertible {
  /// Each opening of the page is a new feed without impressions.
  var opening: Int
  var row: Int
  /// From 1 in a carousel; 0 for the row itself.
  var card = 0

  var description: String { card == 0 ? "Row \(row)" : "Row \(row), card \(card)" }
}
