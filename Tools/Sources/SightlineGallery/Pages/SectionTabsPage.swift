import CGTK
import Foundation
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// Scrolling moves the selected tab, a tap scrolls to its section.
final class SectionTabsPage: Page {
  static let name = "section-tabs"
  static let title = "Section tabs"
  static let summary =
    "Scrolling selects the section below the bar, exactly at its edge. A tap selects at once and "
    + "scrolls there without selecting others; the short last section can be selected, too."

  private static let allSections = [
    ("Overview", 4), ("Photos", 7), ("Reviews", 5), ("Nearby", 6), ("Contact", 1),
    ("Opening hours", 3),
    ("Getting there", 5), ("Questions", 2),
  ]

  /// The last setting: the number of sections.
  private static var count = 5.0

  private static var sections: [(String, Int)] { Array(allSections.prefix(Int(count))) }

  let widget: WidgetPointer
  private let tabs: SectionTabs

  init(log: EventLog) {
    tabs = SectionTabs(
      Self.sections.map { name, count in
        let heading = Make.paragraph(name, "number").margins(18, 20, 0, 20)
        let cards = Rows.cards(
          (1...count).map { "\(name) \($0)" }, text: "One of the things in this section")
        return (title: name, content: Make.column([heading, cards.margins(10, 20, 8, 20)]))
      })
    widget = tabs.widget.sized(-1, 280)
    ScrollKeys.add(to: tabs.scroller, named: "Sections")
    tabs.selectionChanged { log.note("\(Self.allSections[$0].0) selected") }
  }

  var knobs: [Knob] {
    [
      Knob("Sections", .slider(Self.count, in: 2...8, step: 1, unit: ""), rebuilds: true) {
        Self.count = $0
      }
    ]
  }

  func perform(_ stage: Stage) async throws {
    await stage.frames(3)
    try await stage.shot("top")
    await stage.scroll(
      tabs.scroller.verticalAdjustment, to: tabs.edge(of: min(2, Int(Self.count) - 1)) ?? 0,
      over: .seconds(1.2))
    await stage.wait(.milliseconds(250))
    try await stage.shot("scrolled")
    gtk_widget_activate(tabs.tabs.buttonWidgets[Int(Self.count) - 1])
    await stage.wait(.milliseconds(900))
    try await stage.shot("tapped")
    gtk_widget_activate(tabs.tabs.buttonWidgets[0])
    await stage.wait(.milliseconds(800))
  }
}
