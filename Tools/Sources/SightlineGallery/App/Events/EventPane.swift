import SightlineGTKToolkit

/// The list of the page's events, with a filter, copying and explanations.
@MainActor
final class EventPane {
  let widget: WidgetPointer
  /// Called with an event's widget while the event is hovered or selected.
  var onPoint: (WidgetPointer?) -> Void = { _ in }
  private let rows = EventRows()
  private let search = required(gtk_search_entry_new())
  private let explanation = Make.paragraph("", "explanation")
  private let placeholder = Make.paragraph("Nothing yet. Scroll, or press Play.", "nothing")
  private var shownKinds = EventPane.kinds[0].1
  private var chosen: EventRows.Entry?
  /// Events to be shown between frames, outside Sightline's pass.
  private var pending: [EventRows.Entry] = []
  private var frame = 0
  private var showing: LoopSource?

  private static let kinds: [(String, Set<GalleryEvent.Kind>)] = [
    ("All", Set(GalleryEvent.Kind.allCases)), ("Entered", [.entered]), ("Left", [.left]),
    ("Seen", [.seen]), ("Other", [.other]),
  ]

  init() {
    widget = Make.column().styled("side", "events-pane")
    let kind = Make.choice("Kinds of events", Self.kinds.map(\.0)) { [weak self] in
      self?.shownKinds = Self.kinds[$0].1
      self?.applyFilter()
    }
    let copy = icon("edit-copy-symbolic", "Copy the events shown") { [weak self] in self?.copy() }
    let clear = icon("edit-clear-all-symbolic", "Clear the events") { [weak self] in self?.clear() }
    let title = Make.label("Events", "pane-title").expanding(vertically: false)
    search.setPlaceholder("Filter events")
    // By default an entry is as wide as its text may be; there is less space here.
    gtk_editable_set_width_chars(OpaquePointer(search), 4)
    let bar = Make.column(
      spacing: 8,
      [
        Make.row(spacing: 6, [title, copy, clear]),
        Make.row(spacing: 6, [search.expanding(vertically: false), kind]),
      ]
    ).styled("pane-bar")
    gtk_widget_set_can_target(placeholder, 0)
    let room = Make.overlay(
      rows.widget.expanding(horizontally: false),
      [placeholder.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START)])
    for child in [bar, room, explanation] { widget.append(child) }
    Signal.connect(search, "search-changed") { [weak self] in self?.applyFilter() }
    rows.onHover = { [weak self] in self?.point(to: $0) }
    rows.onSelect = { [weak self] in self?.choose($0) }
    choose(nil)
  }

  private func icon(
    _ name: String, _ title: String, _ action: @escaping @MainActor () -> Void
  ) -> WidgetPointer {
    let button = required(gtk_button_new_from_icon_name(name))
    button.setAccessibleLabel(title)
    gtk_widget_set_tooltip_text(button, title)
    Signal.connect(button, "clicked", action)
    return button
  }

  // MARK: Events

  /// Adds an event during Sightline's pass.
  func add(_ event: GalleryEvent, _ subject: EventSubject?) {
    if pending.isEmpty { frame += 1 }
    pending.append(
      EventRows.Entry(
        event: event, subject: subject, explanation: EventExplanation.text(event, subject),
        frame: frame))
    guard showing == nil else { return }
    showing = MainLoop.idle { [weak self] in self?.showPending() }
  }

  private func showPending() {
    showing = nil
    rows.append(pending)
    pending.removeAll(keepingCapacity: true)
    update()
  }

  /// Clears the list; also called for another page.
  func clear() {
    pending.removeAll()
    rows.clear()
    choose(nil)
    update()
  }

  private func update() {
    gtk_widget_set_visible(placeholder, rows.isEmpty ? 1 : 0)
  }

  private func applyFilter() {
    let text = String(cString: gtk_editable_get_text(OpaquePointer(search))).lowercased()
    rows.filter = { [shownKinds] in
      shownKinds.contains($0.kind) && (text.isEmpty || $0.line.lowercased().contains(text))
    }
  }

  private func copy() {
    let text = rows.lines.joined(separator: "\n")
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
  }

  // MARK: Selection

  private func choose(_ entry: EventRows.Entry?) {
    chosen = entry
    explanation.setText(entry?.explanation ?? "")
    gtk_widget_set_visible(explanation, entry == nil ? 0 : 1)
    point(to: nil)
  }

  /// A hovered event has priority over the selected one.
  private func point(to entry: EventRows.Entry?) {
    onPoint((entry ?? chosen)?.subject?.widget)
  }
}
