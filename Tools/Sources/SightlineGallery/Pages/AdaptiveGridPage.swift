import Foundation
import SightlineGTKToolkit
import SightlineGTKWidgets

/// As many columns as fit.
final class AdaptiveGridPage: Page {
  private static let width = Setting("Width of the grid", 80, in: 30...100, step: 5, unit: "%")
  private static let minimum = Setting("Narrowest column", 120, in: 60...300, step: 10, unit: "pt")

  let widget: WidgetPointer
  private let rule = AdaptiveColumns(
    minimumItemWidth: AdaptiveGridPage.minimum.value, spacing: 12,
    margins: LayoutInsets(top: 8, left: 16, bottom: 8, right: 16))
  private let grid: AdaptiveGrid
  private let log: EventLog
  private var count: Int?
  private weak var clamp: Clamp?
  private let readout = Make.paragraph("", "readout", "caption")

  init(log: EventLog) {
    self.log = log
    grid = AdaptiveGrid(rule)
    let scroller = Make.scroller(grid.widget, named: "Items").expanding().sized(-1, 260)
    let clamp = Clamp(scroller.styled("narrow"), share: Self.width.value / 100)
    self.clamp = clamp
    widget = Make.column([clamp.widget.expanding().margins(8, 24, 12, 24), readout])
    for (number, place) in (Invented.places + Invented.places.prefix(4)).enumerated() {
      let picture = Make.block("picture", Rows.colors[number % 5], height: 84)
      grid.append(
        Make.column(spacing: 8, [picture, Make.paragraph(place.0, "card-title")])
          .styled("card"))
    }
  }

  var knobs: [Setting] {
    [Self.width.applied { [weak self] in self?.clamp?.share = $0 / 100 }, Self.minimum]
  }

  func frameEnded() {
    let width = gtk_widget_get_width(grid.widget)
    if width == 0 { return }
    let layout = rule.columns(for: Double(width))
    if layout.count != count { log.note(columns(layout.count)) }
    count = layout.count
    let length = String(format: "%.1f", layout.itemWidth)
    readout.setText("\(width) pt wide: \(columns(layout.count)) of \(length) pt")
  }

  private func change(to end: Double, on stage: Stage) async {
    let begin = clamp?.share ?? end
    await stage.move(over: .seconds(1)) { clamp?.share = begin + (end - begin) * $0 }
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("As many columns as fit.", shot: "wide")
    await stage.say("Narrower: fewer columns, and they still fill the width.")
    await change(to: 0.62, on: stage)
    try await stage.shot("three")
    await change(to: 0.32, on: stage)
    try await stage.shot("one")
    await stage.say("And back.")
    await change(to: Self.width.value / 100, on: stage)
  }
}

private func columns(_ count: Int) -> String { "\(count) \(count == 1 ? "column" : "columns")" }
