import SightlineGTKToolkit

/// A reusable row of the feed: a card, or every few rows a carousel of cards.
@MainActor
final class FeedRow {
  static let cards = 12
  /// The interval between carousel rows.
  static let period = 6

  let widget: WidgetPointer
  private let title = Make.label("", "card-title")
  private let card: WidgetPointer
  private let feed: WeakObjectReference<WidgetPointer>
  /// Weak, because the list may have destroyed it.
  private var strip: WeakObjectReference<WidgetPointer>?
  private var stripCards: [(widget: WidgetPointer, title: WidgetPointer)] = []
  private(set) var shown: [(item: FeedItem, widget: WidgetPointer)] = []

  init(in feed: WidgetPointer) {
    self.feed = WeakObjectReference(feed)
    card = Make.row([title]).styled("card").sized(-1, 64)
    widget = Make.column([card])
  }

  static func isCarousel(_ row: Int) -> Bool { row % period == 3 }

  func bind(_ row: Int, opening: Int) {
    let isCarousel = Self.isCarousel(row)
    if isCarousel, strip == nil { makeStrip() }
    gtk_widget_set_visible(card, isCarousel ? 0 : 1)
    if let strip = strip?.pointer {
      gtk_widget_set_visible(strip, isCarousel ? 1 : 0)
      strip.setAccessibleLabel("Row \(row)")
      // The row's previous carousel may have been turned.
      gtk_adjustment_set_value(strip.horizontalAdjustment, first(of: strip))
    }
    title.setText("Row \(row)")
    if isCarousel {
      shown = stripCards.enumerated().map { index, card in
        card.title.setText("\(row) · \(index + 1)")
        return (FeedItem(opening: opening, row: row, card: index + 1), card.widget)
      }
    } else {
      shown = [(FeedItem(opening: opening, row: row), card)]
    }
  }

  func unbind() { shown = [] }

  /// Turns a carousel by one card, and after the last one to the first.
  func turn() {
    guard let strip = strip?.pointer, gtk_widget_get_visible(strip) != 0 else { return }
    let adjustment = strip.horizontalAdjustment
    let next = gtk_adjustment_get_value(adjustment) + (strip.isMirrored ? -152 : 152)
    let isCard = next >= 0 && next <= rightmost(of: strip)
    gtk_adjustment_set_value(adjustment, isCard ? next : first(of: strip))
  }

  /// Returns the scroll position of a carousel's first card, which is at the right if mirrored.
  private func first(of strip: WidgetPointer) -> Double {
    strip.isMirrored ? rightmost(of: strip) : 0
  }

  private func rightmost(of strip: WidgetPointer) -> Double {
    let adjustment = strip.horizontalAdjustment
    return gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
  }

  private func makeStrip() {
    let row = Make.row(spacing: 12)
    for index in 0..<Self.cards {
      let title = Make.label("", "card-title")
      let card = Rows.tile(title, index, "picture").sized(140, 84)
      row.append(card)
      stripCards.append((card, title))
    }
    let strip = Make.scroller(row, named: "Carousel", horizontal: true, vertical: false)
    if let feed = feed.pointer { ScrollKeys.passWheel(over: strip, to: feed) }
    widget.append(strip)
    self.strip = WeakObjectReference(strip)
  }
}

/// An item of the feed: a row, or a card in a carousel row.
struct FeedItem: Hashable, Sendable, CustomStringConvertible {
  /// Each opening of the page is a new feed without impressions.
  var opening: Int
  var row: Int
  /// From 1 in a carousel; 0 for the row itself.
  var card = 0

  var description: String { card == 0 ? "Row \(row)" : "Row \(row), card \(card)" }
}
