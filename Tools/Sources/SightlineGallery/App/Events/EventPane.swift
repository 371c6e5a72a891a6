import SightlineGTKToolkit

/// The list of the page's events, with a filter, copying and explanations. It is a single Tab stop.
@MainActor
final class EventPane {
  private struct Entry {
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

  let widget = Make.column().styled("side", "events-pane")
  /// Called with the widget of the event selected by a click or arrow keys, if any.
  var onPoint: (WidgetPointer?) -> Void = { _ in }
  private let search = required(gtk_search_entry_new())
  private let explanation = Make.paragraph("", "explanation")
  private let placeholder = Make.paragraph("", "nothing").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START)
  /// Weak, because events arrive after the window is gone.
  private let list: WeakObjectReference<WidgetPointer>
  /// The rows, including filtered ones.
  private var rows: [Row] = []
  /// Events to be shown between frames, outside Sightline's pass.
  private var pending: [Entry] = []
  private var frame = 0
  private var showing: LoopSource?
  private var following: LoopSource?

  init() {
    let list = required(gtk_list_box_new()).styled("events")
    self.list = WeakObjectReference(list)
    let copy = Make.icon("edit-copy-symbolic", "Copy the events shown")
    let clear = Make.icon("edit-clear-all-symbolic", "Clear the events")
    Signal.connect(copy, "clicked") { [weak self] in self?.copy() }
    Signal.connect(clear, "clicked") { [weak self] in self?.clear() }
    let title = Make.label("Events", "pane-title").expanding(vertically: false)
    search.setPlaceholder("Filter events")
    let bar = Make.column(spacing: 8, [Make.row(spacing: 6, [title, copy, clear]), search])
    let room = OneTabStop(list, named: "Events", placeholder: placeholder)
    for child in [bar.styled("pane-bar"), room.widget, explanation] { widget.append(child) }
    connect(list, room.scroller.verticalAdjustment)
    choose(nil)
    showFiltered()
  }

  private func connect(_ list: WidgetPointer, _ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    Signal.connect(search, "search-changed") { [weak self] in
      gtk_list_box_unselect_all(OpaquePointer(list))
      self?.showFiltered()
    }
    Signal.connect(list, "row-selected") { [weak self] arguments in
      let chosen = arguments.pointer(0, as: WidgetPointer.self)
      self?.choose(self?.rows.first { $0.widget == chosen }?.entry)
    }
    let reference = WeakObjectReference(adjustment)
    Signal.connect(adjustment, "changed") { [weak self] in
      // After the layout, in which a viewport doesn't move its content.
      self?.following?.cancel()
      self?.following = MainLoop.idle { [weak self] in
        if let adjustment = reference.pointer { self?.showEnd(adjustment) }
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

  // MARK: Events

  /// Adds an event during Sightline's pass.
  func add(_ event: GalleryEvent, _ subject: EventSubject?) {
    if pending.isEmpty { frame += 1 }
    pending.append(
      Entry(
        event: event, subject: subject, explanation: EventExplanation.text(event, subject),
        frame: frame))
    guard showing == nil else { return }
    showing = MainLoop.idle { [weak self] in self?.showPending() }
  }

  private func showPending() {
    showing = nil
    guard let list = list.pointer else { return }
    for entry in pending {
      let row = makeRow(entry)
      rows.append(row)
      gtk_list_box_append(OpaquePointer(list), row.widget)
    }
    pending.removeAll(keepingCapacity: true)
    remove(rows.count - Self.kept)
    showFiltered()
  }

  /// Clears the list; also called for another page.
  func clear() {
    pending.removeAll()
    remove(rows.count)
    choose(nil)
    showFiltered()
  }

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
    return Row(entry: entry, widget: row, time: time)
  }

  // MARK: Filter and selection

  private func passes(_ event: GalleryEvent) -> Bool {
    let text = search.entryText
    return text.isEmpty || event.line.lowercased().contains(text.lowercased())
  }

  /// Shows the rows that pass the filter. Those of one frame are a group with one time.
  private func showFiltered() {
    placeholder.setText(
      rows.isEmpty ? "Nothing yet. Scroll, or press Play." : "No event has “\(search.entryText)”.")
    var frame: Int?
    for row in rows {
      let isShown = passes(row.entry.event)
      gtk_widget_set_visible(row.widget, isShown ? 1 : 0)
      if !isShown { continue }
      row.time.setText(row.entry.frame == frame ? "" : row.entry.event.clock)
      row.widget.setClass("is-first", row.entry.frame != frame)
      frame = row.entry.frame
    }
  }

  private func copy() {
    let lines = rows.map(\.entry.event).filter(passes).map(\.line)
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), lines.joined(separator: "\n"))
  }

  private func choose(_ entry: Entry?) {
    explanation.setText(entry?.explanation ?? "")
    gtk_widget_set_visible(explanation, entry == nil ? 0 : 1)
    onPoint(entry?.subject?.widget)
  }
}
