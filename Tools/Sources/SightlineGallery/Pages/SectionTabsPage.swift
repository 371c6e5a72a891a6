import CSightlineGTK
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Scrolling moves the selected tab, a tap scrolls to its section.
final class SectionTabsPage: Page {
  private static let allSections = [
    ("Overview", 4), ("Photos", 7), ("Reviews", 5), ("Nearby", 6), ("Contact", 1),
    ("Opening hours", 3),
    ("Getting there", 5), ("Questions", 2),
  ]

  private static let count = Setting("Sections", 5, in: 2...8, step: 1)

  private static var sections: [(String, Int)] { Array(allSections.prefix(Int(count.value))) }

  let widget: WidgetPointer
  private let tabs: SectionTabs

  init(log: EventLog) {
    tabs = SectionTabs(
      Self.sections.map { name, count in
        let heading = Make.paragraph(name, "number").margins(18, 24, 0, 24)
        let cards = Rows.cards(Invented.entries(Invented.places, count))
        return (title: name, content: Make.column([heading, cards.margins(10, 24, 8, 24)]))
      })
    widget = tabs.widget.sized(-1, 280)
    tabs.tabs.widget.setAccessibleLabel("Sections")
    ScrollKeys.add(to: tabs.scroller, named: "Sections")
    tabs.selectionChanged { log.note("\(Self.allSections[$0].0) selected") }
  }

  var knobs: [Setting] { [Self.count] }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Scrolling selects the section below the tabs.", shot: "top")
    await stage.scroll(
      tabs.scroller.verticalAdjustment, to: tabs.edge(of: min(2, Int(Self.count.value) - 1)) ?? 0,
      over: .seconds(2))
    try await stage.shot("scrolled", after: .milliseconds(250))
    await stage.say("A tap selects its section at once, even the short last one.")
    gtk_widget_activate(tabs.tabs.buttonWidgets[Int(Self.count.value) - 1])
    try await stage.shot("tapped", after: .milliseconds(1_300))
    gtk_widget_activate(tabs.tabs.buttonWidgets[0])
    await stage.wait(.milliseconds(800))
  }
}
