import CSightlineGTK
import SightlineGTKToolkit

/// The filtered events on screen, in a list that is a single Tab stop.
@MainActor
final class EventRows {
  /// An event with its explanation.
  struct Entry {
    let event: GalleryEvent
    let subject: EventSubject?
    let explanation: String
    /// Numbers the frames with events.
    let frame: Int
  }

  /// The minimum number of lines kept; the maximum is twice as many. Removing the first line makes
  /// the list rebind all its rows, which takes 80 ms, so many are removed at once.
  private static let kept = 500

  let widget: WidgetPointer
  /// Called with the entry selected by a click or arrow keys; `nil` after deselection.
  var onSelect: (Entry?) -> Void = { _ in }
  /// Called with the hovered entry.
  var onHover: (Entry?) -> Void = { _ in }
  var filter: (GalleryEvent) -> Bool = { _ in true } { didSet { refill() } }
  /// The latest entries, including filtered ones.
  private(set) var entries: [Entry] = []
  private(set) var shown: [Entry] = []
  private let list: WeakObjectReference<WidgetPointer>
  // The list view also owns these, but events arrive after the window is gone.
  private let model: ObjectReference<OpaquePointer>
  private let selection: ObjectReference<OpaquePointer>

  init() {
    let model = required(gtk_string_list_new(nil))
    self.model = ObjectReference(model)
    // The selection takes over the model's first reference, and the view that of the selection.
    let selection = required(gtk_single_selection_new(model))
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    gtk_single_selection_set_selected(selection, GTK_INVALID_LIST_POSITION)
    self.selection = ObjectReference(selection)
    let factory = required(gtk_signal_list_item_factory_new())
    let view = required(gtk_list_view_new(selection, factory)).styled("events")
    list = WeakObjectReference(view)
    let scroller = Make.scroller(view)
    gtk_widget_set_focusable(scroller, 0)
    view.setAccessibleLabel("Events")
    widget = OneTabStop.make(scroller, list: view)
    Signal.connect(factory, "setup") { [weak self] in self?.setUp($0) }
    Signal.connect(factory, "bind") { [weak self] in self?.bind($0) }
    Signal.notify(selection, "selected") { [weak self] in
      guard let self else { return }
      onSelect(entry(at: gtk_single_selection_get_selected(selection)))
    }
  }

  private func entry(at position: guint) -> Entry? {
    position < guint(shown.count) ? shown[Int(position)] : nil
  }

  // MARK: Rows

  private func setUp(_ arguments: SignalArguments) {
    guard let item = arguments.pointer(0, as: OpaquePointer.self) else { return }
    let time = Make.label("", "event-time").reserving(8).textAligned(1)
      .aligned(GTK_ALIGN_END, GTK_ALIGN_START)
    let kind = Make.label("", "event-kind").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START)
    let text = Make.paragraph("", "event").expanding(vertically: false)
    let row = Make.row(spacing: 8, [time, kind, text])
    gtk_list_item_set_child(item, row)
    let motion = required(gtk_event_controller_motion_new())
    Signal.connect(motion, "enter") { [weak self] in
      guard let self else { return }
      onHover(entry(at: gtk_list_item_get_position(item)))
    }
    Signal.connect(motion, "leave") { [weak self] in self?.onHover(nil) }
    gtk_widget_add_controller(row, motion)
  }

  private func bind(_ arguments: SignalArguments) {
    guard let item = arguments.pointer(0, as: OpaquePointer.self),
      let entry = entry(at: gtk_list_item_get_position(item)),
      let row = gtk_list_item_get_child(item)
    else { return }
    let position = gtk_list_item_get_position(item)
    // Events of one frame are a group with one time.
    let isFirst = position == 0 || self.entry(at: position - 1)?.frame != entry.frame
    let parts = CustomWidget.children(of: row)
    parts[0].setText(isFirst ? entry.event.clock : "")
    parts[1].setText(entry.event.kind.symbol)
    parts[2].setText(entry.event.unbrokenText)
    for kind in GalleryEvent.Kind.allCases { row.setClass(kind.rawValue, kind == entry.event.kind) }
    row.setClass("is-first", isFirst)
    // The list's own widget around the row has the keyboard focus.
    gtk_widget_get_parent(row)?.setAccessibleLabel(entry.event.line)
  }

  // MARK: Entries

  func append(_ new: [Entry]) {
    entries += new
    if entries.count > 2 * Self.kept {
      entries.removeFirst(entries.count - Self.kept)
      return refill()
    }
    let more = new.filter { filter($0.event) }
    guard !more.isEmpty else { return }
    shown += more
    for entry in more { gtk_string_list_append(model.pointer, entry.event.line) }
    showEnd()
  }

  func clear() {
    entries = []
    refill()
  }

  private func refill() {
    let old = g_list_model_get_n_items(model.pointer)
    shown = []
    gtk_string_list_splice(model.pointer, 0, old, nil)
    shown = entries.filter { filter($0.event) }
    for entry in shown { gtk_string_list_append(model.pointer, entry.event.line) }
    showEnd()
  }

  /// Scrolls to the latest event, unless one is selected.
  private func showEnd() {
    guard let list = list.pointer, !shown.isEmpty,
      gtk_single_selection_get_selected(selection.pointer) == GTK_INVALID_LIST_POSITION
    else { return }
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(guint(shown.count - 1)))
  }
}
