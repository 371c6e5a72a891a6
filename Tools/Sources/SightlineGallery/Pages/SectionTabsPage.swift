import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Scrolling moves the selected tab, a tap scrolls to its section.
final class SectionTabsPage: Page {
  /// The sections with the numbers of their cards.
  private static let sections = [
    ("Overview", 4), ("Photos", 7), ("Reviews", 5), ("Nearby", 6), ("Contact", 1),
  ]

  let widget: WidgetPointer
  private let tabs: SectionTabs

  init(log: EventLog) {
    tabs = SectionTabs(
      Self.sections.map { name, count in
        let heading = Make.paragraph(name, "number").margins(18, 24, 0, 24)
        let cards = Rows.cards(Invented.places, count)
        return (title: name, content: Make.column([heading, cards.margins(10, 24, 8, 24)]))
      })
    widget = tabs.widget.sized(-1, 280)
    tabs.tabs.widget.setAccessibleLabel("Sections")
    ScrollKeys.add(to: tabs.scroller, named: "Sections")
    tabs.selectionChanged { log.note("\(Self.sections[$0].0) selected") }
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Scrolling selects the section below the tabs.", shot: "top")
    await stage.scroll(
      tabs.scroller.verticalAdjustment, to: tabs.edge(of: 2) ?? 0, over: .seconds(2))
    try await stage.shot("scrolled", after: .milliseconds(250))
    await stage.say("A tap selects its section at once, even the short last one.")
    gtk_widget_activate(tabs.tabs.buttonWidgets[4])
    try await stage.shot("tapped", after: .milliseconds(1_300))
    gtk_widget_activate(tabs.tabs.buttonWidgets[0])
    await stage.wait(.milliseconds(800))
  }
}
