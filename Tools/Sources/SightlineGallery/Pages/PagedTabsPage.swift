import CGTK
import Foundation
import SightlineCore
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Tabs with paged content, and an underline that follows the pages exactly.
final class PagedTabsPage: Page {
  static let name = "paged-tabs"
  static let title = "Tabs with pages"
  static let summary =
    "Drag a page, turn a wheel with Shift held, or tap a tab. The underline follows the finger "
    + "exactly, a tap selects no tabs in between, and each page keeps its own scroll position."

  private static let allTitles = [
    "News", "Football", "Science and technology", "Arts", "Weather", "Long reads", "Opinion",
    "Letters to the editor",
  ]
  private static let storiesPerPage = 24

  /// The last settings: the number of tabs, and whether they begin at the other side.
  private static var count = 8.0
  private static var isTurnedRound = false

  private static var titles: [String] { Array(allTitles.prefix(Int(count))) }

  let widget: WidgetPointer
  private let tabs = PagedTabs()
  private var scrollers: [WidgetPointer] = []
  private let readout = Make.paragraph("", "chip")

  init(log: EventLog) {
    widget = Make.column()
    for title in Self.titles {
      let scroller = Self.makePage(title)
      scrollers.append(scroller)
      tabs.append(title, scroller)
    }
    tabs.selectionChanged { if let index = $0 { log.note("\(Self.allTitles[index]) selected") } }
    setDirection()
    widget.append(
      Make.column([readout.aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER)]).styled("toolbar"))
    widget.append(tabs.widget.expanding().sized(-1, 260))
    Frames.follow(widget) { [weak self] in self?.showReadout() }
  }

  private func setDirection() {
    let isRightToLeft = Style.shared.isRightToLeft != Self.isTurnedRound
    gtk_widget_set_direction(tabs.widget, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
  }

  var knobs: [Knob] {
    [
      Knob("Tabs", .slider(Self.count, in: 1...8, step: 1, unit: ""), rebuilds: true) {
        Self.count = $0
      },
      Knob("The other way round", .toggle(Self.isTurnedRound)) { [weak self] in
        Self.isTurnedRound = $0 == 1
        self?.setDirection()
      },
    ]
  }

  private static func makePage(_ title: String) -> WidgetPointer {
    let list = Make.column(spacing: 12).margins(16, 20, 20, 20)
    for number in 1...storiesPerPage {
      list.append(
        Make.column(
          spacing: 3,
          [
            Make.line("\(title), story \(number)", "card-title"),
            Make.line("The page stays where it was scrolled to.", "caption"),
          ]
        ).styled("story"))
    }
    return ScrollKeys.add(to: Make.scroller(list), named: title)
  }

  private func showReadout() {
    guard let line = tabs.drawnUnderline else { return }
    readout.setText(
      String(
        format: "progress %.3f · underline at %.1f, %.1f wide", tabs.progress, line.x, line.width))
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(200))
    await stage.scroll(scrollers[0].verticalAdjustment, to: 260, over: .milliseconds(300))
    await stage.drag(tabs, to: -380)
    try await stage.shot("dragging")
    tabs.endDragging(speed: -600)
    await stage.wait(.milliseconds(500))
    tabs.select(min(4, Int(Self.count) - 1))
    await stage.wait(.milliseconds(180))
    try await stage.shot("three-away")
    await stage.wait(.milliseconds(300))
    tabs.select(0)
    await stage.wait(.milliseconds(500))
    try await stage.shot("as-it-was-left")
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
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      let progress = min(1, (clock.now - start) / duration)
      tabs.drag(to: way * progress)
      await frames(1)
      if progress >= 1 { return }
    }
  }
}
