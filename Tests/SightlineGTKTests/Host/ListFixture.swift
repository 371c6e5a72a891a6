#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// A column of equal tracked rows in a scrolled window, with the reported events.
@MainActor
final class ListFixture {
  let scroller: WidgetPointer
  let list: WidgetPointer
  private(set) var rows: [WidgetPointer] = []
  /// `+3`: the third row became visible; `-3`: it became invisible.
  var events: [Int] = []

  init(count: Int, height: Int, spacing: Int = 0, rule: VisibilityRule? = .fully) {
    list = gtk_box_new(GTK_ORIENTATION_VERTICAL, gint(spacing))
    scroller = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(OpaquePointer(scroller), list)
    for number in 1...count {
      let row = makeRow(height: height)
      gtk_box_append(sightline_box(list), row)
      rows.append(row)
      if let rule { track(row, as: number, rule) }
    }
  }

  func makeRow(height: Int) -> WidgetPointer {
    guard let row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else {
      preconditionFailure("GTK made no box")
    }
    gtk_widget_set_size_request(row, 100, gint(height))
    // Something to draw.
    gtk_box_append(sightline_box(row), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    return row
  }

  func track(_ row: WidgetPointer, as number: Int, _ rule: VisibilityRule = .fully) {
    row.visibility.changed(rule) { [weak self] in
      self?.events.append($0 == .visible ? number : -number)
    }
  }

  var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
  }

  func scroll(to value: Double) { gtk_adjustment_set_value(adjustment, value) }

  /// Returns the events reported since the last call.
  func takeEvents() -> [Int] {
    defer { events = [] }
    return events
  }
}
#endif
