import SightlineGTKToolkit

/// Simple content to scroll.
@MainActor
enum Rows {
  /// The CSS classes of item colours, which carry no meaning.
  static let colors = ["slate", "sage", "clay", "plum", "sand"]

  /// Returns a card with a coloured square, a title and a line of text.
  static func card(_ number: Int, _ title: String, _ text: WidgetPointer) -> WidgetPointer {
    let picture = Make.block("picture", colors[number % colors.count]).sized(44, 44)
      .aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER)
    return Make.row(spacing: 14, [picture, words(title, text)]).styled("card")
  }

  static func words(_ title: String, _ text: WidgetPointer) -> WidgetPointer {
    Make.column(spacing: 2, [Make.line(title, "card-title"), text])
      .expanding(vertically: false).aligned(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
  }

  /// Returns a coloured tile with a text in its middle.
  static func tile(_ text: WidgetPointer, _ number: Int, _ style: String) -> WidgetPointer {
    text.expanding().aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    return Make.column([text]).styled(style, colors[number % colors.count])
  }

  /// Returns a column with a number of entries, which repeat if necessary.
  static func cards(_ entries: [(String, String)], _ count: Int) -> WidgetPointer {
    let cards = (0..<count).map { index in
      let (title, text) = entries[index % entries.count]
      return card(index, title, Make.line(text, "caption"))
    }
    return Make.column(spacing: 12, cards).margins(16, 24, 20, 24)
  }
}
