import SightlineGTKToolkit

/// The filtered events on screen, in a list that is a single Tab stop.
@MainActor
final class EventRows {
  struct Entry {
    let event: GalleryEvent
    let subject: EventSubject?
    let explanation: String
    /// Numbers the frames with events.
    let frame: Int
  }

  private struct Row {
    let entry: Entry
    let widget: WidgetPointer
    let time: WidgetPointer
  }

  /// The number of the latest events kept.
  private static let kept = 500

  let widget: WidgetPointer
  /// Called with the entry selected by a click or arrow keys; `nil` after deselection.
  var onSelect: (Entry?) -> Void = { _ in }
  var onHover: (Entry?) -> Void = { _ in }
  var filter: (GalleryEvent) -> Bool = { _ in true } {
    didSet {
      if let list = list.pointer { gtk_list_box_unselect_all(OpaquePointer(list)) }
      showFiltered()
    }
  }
  /// The rows, including filtered ones.
  private var rows: [Row] = []
  /// Weak, because events arrive after the window is gone.
  private let list: WeakObjectReference<WidgetPointer>
  private var following: LoopSource?

  init() {
    let list = required(gtk_list_box_new()).styled("events")
    self.list = WeakObjectReference(list)
    let scroller = Make.scroller(list)
    gtk_widget_set_focusable(scroller, 0)
    list.setAccessibleLabel("Events")
    widget = OneTabStop.make(scroller, list: list)
    Signal.connect(list, "row-selected") { [weak self] arguments in
      let chosen = arguments.pointer(0, as: WidgetPointer.self)
      self?.onSelect(self?.rows.first { $0.widget == chosen }?.entry)
    }
    let adjustment = WeakObjectReference(scroller.verticalAdjustment)
    Signal.connect(scroller.verticalAdjustment, "changed") { [weak self] in
      // After the layout, in which a viewport doesn't move its content.
      self?.following?.cancel()
      self?.following = MainLoop.idle { [weak self] in
        if let adjustment = adjustment.pointer { self?.showEnd(adjustment) }
      }
    }
  }

  /// Shows the latest event, unless one is selected.
  private func showEnd(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    guard let list = list.pointer, gtk_list_box_get_selected_row(OpaquePointer(list)) == nil else {
      return
    }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
  }

  var isEmpty: Bool { rows.isEmpty }

  var lines: [String] { rows.map(\.entry.event).filter(filter).map(\.line) }

  func append(_ entries: [Entry]) {
    guard let list = list.pointer else { return }
    for entry in entries {
      let row = makeRow(entry)
      rows.append(row)
      gtk_list_box_append(OpaquePointer(list), row.widget)
    }
    remove(rows.count - Self.kept)
    showFiltered()
  }

  func clear() { remove(rows.count) }

  private func remove(_ count: Int) {
    guard let list = list.pointer, count > 0 else { return }
    let removed = rows.prefix(count)
    rows.removeFirst(count)
    for row in removed { gtk_list_box_remove(OpaquePointer(list), row.widget) }
  }

  private func makeRow(_ entry: Entry) -> Row {
    let time = Make.label("", "event-time").reserving(8).textAligned(1)
      .aligned(GTK_ALIGN_END, GTK_ALIGN_START)
    let kind = Make.label(entry.event.kind.symbol, "event-kind")
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START)
    let text = Make.paragraph(entry.event.unbrokenText, "event").expanding(vertically: false)
    let row = required(gtk_list_box_row_new()).styled(entry.event.kind.rawValue)
    gtk_list_box_row_set_child(
      row.instance.assumingMemoryBound(to: GtkListBoxRow.self),
      Make.row(spacing: 8, [time, kind, text]))
    row.setAccessibleLabel(entry.event.line)
    let motion = required(gtk_event_controller_motion_new())
    Signal.connect(motion, "enter") { [weak self] in self?.onHover(entry) }
    Signal.connect(motion, "leave") { [weak self] in self?.onHover(nil) }
    gtk_widget_add_controller(row, motion)
    return Row(entry: entry, widget: row, time: time)
  }

  /// Shows the rows that pass the filter. Those of one frame are a group with one time.
  private func showFiltered() {
    var frame: Int?
    for row in rows {
      let isShown = filter(row.entry.event)
      gtk_widget_set_visible(row.widget, isShown ? 1 : 0)
      if !isShown { continue }
      row.time.setText(row.entry.frame == frame ? "" : row.entry.event.clock)
      row.widget.setClass("is-first", row.entry.frame != frame)
      frame = row.entry.frame
    }
  }
}
