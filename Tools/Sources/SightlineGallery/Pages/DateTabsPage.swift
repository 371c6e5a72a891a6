import CGTK
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// C4: equal buttons with a capsule that slides under the chosen one, right in every width.
final class DateTabsPage: Page {
  static let name = "date-tabs"
  static let title = "Date tabs"
  static let summary =
    "Equal buttons with margins of 16, gaps of 8, and a capsule that slides under the chosen one in "
    + "0.16 s. Drag the handle: in every width the capsule is where it belongs."

  static let days = [
    "Mon\n3", "Tue\n4", "Wed\n5", "Thu\n6", "Fri\n7", "Sat\n8", "Sun\n9",
  ]

  let widget: WidgetPointer
  private var rows: [DateTabs] = []
  private let split = required(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
  private let day = Make.label("", "count")

  init(log: EventLog) {
    widget = Make.column(spacing: 10).margins(16, 24, 16, 24)
    let wide = DateTabs(titles: Self.days)
    let narrow = DateTabs(titles: Self.days)
    let mirrored = DateTabs(titles: Self.days)
    gtk_widget_set_direction(mirrored.widget, GTK_TEXT_DIR_RTL)
    rows = [wide, narrow, mirrored]

    let space = Make.label("drag the handle", "caption")
    gtk_label_set_xalign(OpaquePointer(space), 0.5)
    gtk_label_set_ellipsize(OpaquePointer(space), PANGO_ELLIPSIZE_END)
    gtk_paned_set_start_child(OpaquePointer(split), narrow.widget)
    gtk_paned_set_end_child(OpaquePointer(split), space)
    gtk_paned_set_position(OpaquePointer(split), 460)
    gtk_paned_set_shrink_start_child(OpaquePointer(split), 0)

    widget.append(Make.label("As wide as the page", "card-title"))
    widget.append(Make.column([wide.widget]).styled("narrow"))
    widget.append(Make.label("As wide as you make it", "card-title").margins(14, 0, 0, 0))
    widget.append(Make.column([split]).styled("narrow"))
    widget.append(Make.label("From right to left", "card-title").margins(14, 0, 0, 0))
    widget.append(Make.column([mirrored.widget]).styled("narrow"))
    gtk_label_set_xalign(OpaquePointer(day), 0.5)
    widget.append(day.margins(28, 0, 0, 0))

    for tabs in rows {
      tabs.selected { [weak self] index in
        log.note("Chosen: \(Self.spoken(index))")
        self?.choose(index)
      }
    }
    choose(0)
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
    gtk_widget_activate(rows[0].buttonWidgets[3])
    await stage.wait(.milliseconds(900))
    choose(5)
    await stage.wait(.milliseconds(20))
    try await stage.shot("sliding")
    await stage.wait(.milliseconds(300))
    for position in stride(from: 460, through: 380, by: -4) {
      gtk_paned_set_position(OpaquePointer(split), gint(position))
      await stage.frames(1)
    }
    try await stage.shot("resized")
    for position in stride(from: 380, through: 460, by: 4) {
      gtk_paned_set_position(OpaquePointer(split), gint(position))
      await stage.frames(1)
    }
  }
}
