import CGTK
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// Equal buttons with a capsule that slides under the selected one, correct at every width.
final class DateTabsPage: Page {
  static let name = "date-tabs"
  static let title = "Date tabs"
  static let summary =
    "Equal buttons, and a capsule that slides under the chosen one in 0.16 s. Drag the handle: the "
    + "capsule stays under the day at every width. If the days do not fit, they scroll."

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The last settings: the number of days, and the gap between them in points.
  private static var count = 7.0
  private static var gap = 8.0

  private static let days = (0..<14).map { "\(weekdays[$0 % 7])\n\($0 + 3)" }

  /// The initial part of the page's width.
  private static let share = 0.7

  let widget: WidgetPointer
  private var rows: [DateTabs] = []
  private let split = required(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
  private let day = Make.paragraph("", "count")

  init(log: EventLog) {
    widget = Make.column(spacing: 10).margins(16, 8, 16, 8)
    let titles = Array(Self.days.prefix(Int(Self.count)))
    let metrics = SegmentedTabs.Metrics(leadingMargin: 16, trailingMargin: 16, spacing: Self.gap)
    rows = (0..<3).map { _ in DateTabs(titles: titles, metrics: metrics) }
    let (wide, narrow, mirrored) = (rows[0], rows[1], rows[2])
    let isMirrored = Style.shared.isRightToLeft
    gtk_widget_set_direction(mirrored.widget, isMirrored ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL)

    let space = Make.line("drag the handle", "caption")
    gtk_label_set_xalign(OpaquePointer(space), 0.5)
    gtk_paned_set_start_child(OpaquePointer(split), narrow.widget)
    gtk_paned_set_end_child(OpaquePointer(split), space)
    split.startAtShare(Self.share)
    split.setAccessibleLabel("Width of the tabs")
    gtk_paned_set_shrink_start_child(OpaquePointer(split), 0)

    widget.append(
      Make.paragraph("As wide as the page", "card-title").margins(0, 12, 0, 12).margins(
        0, 12, 0, 12))
    widget.append(Make.column([wide.widget]).styled("narrow"))
    widget.append(Make.paragraph("As wide as you make it", "card-title").margins(14, 12, 0, 12))
    widget.append(Make.column([split]).styled("narrow"))
    widget.append(
      Make.paragraph(
        isMirrored ? "From left to right" : "From right to left", "card-title"
      ).margins(14, 12, 0, 12))
    widget.append(Make.column([mirrored.widget]).styled("narrow"))
    gtk_label_set_xalign(OpaquePointer(day), 0.5)
    widget.append(day.margins(28, 0, 0, 0))

    for tabs in rows {
      tabs.selectionChanged { [weak self] index in
        log.note("\(Self.spoken(index)) chosen")
        self?.choose(index)
      }
    }
    choose(0)
  }

  var knobs: [Knob] {
    [
      Knob("Width", .slider(100 * Self.share, in: 20...100, step: 5, unit: "%")) { [weak self] in
        self?.split.setShare($0 / 100)
      },
      Knob("Days", .slider(Self.count, in: 3...14, step: 1, unit: ""), rebuilds: true) {
        Self.count = $0
      },
      Knob("Gap", .slider(Self.gap, in: 0...24, step: 2, unit: "pt"), rebuilds: true) {
        Self.gap = $0
      },
    ]
  }

  private static func spoken(_ index: Int) -> String {
    days[index].replacing("\n", with: " ")
  }

  private func choose(_ index: Int) {
    for tabs in rows { tabs.select(index) }
    day.setText("\(Self.spoken(index)) November")
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(300))
    try await stage.shot("first")
    gtk_widget_activate(rows[0].buttonWidgets[min(3, Int(Self.count) - 1)])
    await stage.wait(.milliseconds(900))
    choose(min(5, Int(Self.count) - 1))
    await stage.wait(.milliseconds(20))
    try await stage.shot("sliding")
    await stage.wait(.milliseconds(300))
    await drag(by: -4, on: stage)
    try await stage.shot("resized")
    await drag(by: 4, on: stage)
  }

  private func drag(by step: gint, on stage: Stage) async {
    for _ in 0..<20 {
      let position = gtk_paned_get_position(OpaquePointer(split))
      gtk_paned_set_position(OpaquePointer(split), position + step)
      await stage.frames(1)
    }
  }
}
