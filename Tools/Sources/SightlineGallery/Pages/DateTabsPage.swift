import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Equal buttons with a capsule that slides under the selected one, correct at every width.
final class DateTabsPage: Page {
  private static let width = Setting(
    "Width of the second row", 70, in: 20...100, step: 5, unit: "%")
  private static let days = ["Mon 3", "Tue 4", "Wed 5", "Thu 6", "Fri 7", "Sat 8", "Sun 9"]

  let widget: WidgetPointer
  private var rows: [DateTabs] = []
  private weak var clamp: Clamp?
  private let day = Make.paragraph("", "count").textAligned(0.5)

  init(log: EventLog) {
    widget = Make.column(spacing: 10).margins(16, 24, 16, 24)
    let titles = Self.days.map { $0.replacing(" ", with: "\n") }
    let metrics = SegmentedTabs.Metrics(leadingMargin: 16, trailingMargin: 16, spacing: 8)
    let rows = (0..<3).map { _ in DateTabs(titles: titles, metrics: metrics) }
    self.rows = rows
    let isMirrored = Style.shared.isRightToLeft
    gtk_widget_set_direction(rows[2].widget, isMirrored ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL)
    var boxes = rows.map { Make.column([$0.widget]).styled("narrow") }
    let clamp = Clamp(boxes[1], share: Self.width.value / 100)
    self.clamp = clamp
    boxes[1] = clamp.widget
    let names = [
      "As wide as the page", "Narrower", isMirrored ? "From left to right" : "From right to left",
    ]
    for (name, (tabs, box)) in zip(names, zip(rows, boxes)) {
      widget.append(Make.paragraph(name, "card-title").margins(8, 0, 0, 0))
      widget.append(box)
      tabs.widget.setAccessibleLabel(name)
    }
    gtk_label_set_justify(OpaquePointer(day), GTK_JUSTIFY_CENTER)
    widget.append(day.margins(28, 0, 0, 0))

    for tabs in rows {
      tabs.selectionChanged { [weak self] index in
        log.note("\(Self.days[index]) chosen")
        self?.choose(index)
      }
    }
    choose(0)
  }

  var knobs: [Setting] { [Self.width.applied { [weak self] in self?.clamp?.share = $0 / 100 }] }

  private func choose(_ index: Int) {
    for tabs in rows { tabs.select(index) }
    day.setText("\(Self.days[index]) November")
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("The highlight slides to the chosen day.", shot: "first")
    gtk_widget_activate(rows[0].buttonWidgets[3])
    await stage.wait(.milliseconds(1_200))
    choose(5)
    try await stage.shot("sliding", after: .milliseconds(20))
    await stage.wait(.seconds(1))
    await stage.say("It stays under the day at every width.")
    let share = Self.width.value / 100
    await stage.move(over: .seconds(1.5)) { clamp?.share = share * (1 - 0.5 * $0) }
    try await stage.shot("resized")
    await stage.say("And back.")
    clamp?.share = share
  }
}
