import Foundation
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Tabs with paged content, and an underline that follows the pages exactly.
final class PagedTabsPage: Page {
  private static let titles = [
    "News", "Football", "Science and technology", "Arts", "Weather", "Long reads", "Opinion",
    "Letters to the editor",
  ]
  private static let storiesPerPage = 24

  let widget: WidgetPointer
  private let tabs = PagedTabs()
  private var scrollers: [WidgetPointer] = []
  private let readout = Make.paragraph("", "chip")

  init(log: EventLog) {
    for title in Self.titles {
      let scroller = Self.makePage(title)
      scrollers.append(scroller)
      tabs.append(title, scroller)
    }
    tabs.selectionChanged { if let index = $0 { log.note("\(Self.titles[index]) selected") } }
    tabs.label = "Sections of the newspaper"
    readout.aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER)
    widget = Make.column([
      Make.column([readout]).styled("toolbar"), tabs.widget.expanding().sized(-1, 260),
    ])
  }

  private static func makePage(_ title: String) -> WidgetPointer {
    let list = Make.column(spacing: 12).margins(16, 24, 20, 24)
    for number in 1...storiesPerPage {
      let text = Make.line(Invented.messages[number % 10].1, "caption")
      list.append(Rows.words("\(title), story \(number)", text).styled("story"))
    }
    return Make.scroller(list, named: title)
  }

  func frameEnded() {
    guard let line = tabs.drawnUnderline else { return }
    readout.setText(
      String(
        format: "Progress %.3f: underline at %.1f, %.1f pt wide", tabs.progress, line.x, line.width)
    )
  }

  func perform(_ stage: Stage) async throws {
    await stage.say("The first page is scrolled, then dragged away.")
    await stage.scroll(scrollers[0].verticalAdjustment, to: 260, over: .seconds(1))
    await stage.drag(tabs, to: -380, over: .seconds(1.2))
    try await stage.shot("dragging")
    tabs.endDragging(speed: -600)
    await stage.wait(.milliseconds(500))
    await stage.say("A tap goes three tabs on.")
    tabs.select(4)
    try await stage.shot("three-away", after: .milliseconds(180))
    await stage.wait(.milliseconds(300))
    await stage.say("Back: the page is where it was left.")
    tabs.select(0)
    try await stage.shot("as-it-was-left", after: .milliseconds(500))
  }
}

extension Stage {
  /// Drags pages to the right with a finger that stays down.
  func drag(
    _ tabs: PagedTabs, to way: Double, at y: Double = 300,
    over duration: Duration = .milliseconds(400)
  ) async {
    guard tabs.press(at: y) else { return }
    tabs.beginDragging()
    await move(over: duration) { tabs.drag(to: way * $0) }
  }
}
