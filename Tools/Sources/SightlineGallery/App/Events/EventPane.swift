// GTK's constructors are declared to return nil, and never do.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import SightlineGTKToolkit

/// What happened, beside the page.
@MainActor
final class EventPane {
  /// Lines that are kept on screen at least; twice as many at most. Cutting off the first line has the
  /// list bind all of its rows anew, which takes 80 ms, so many are cut off at once.
  private static let kept = 500

  let widget: WidgetPointer
  private let list: WeakObjectReference<WidgetPointer>
  private let rowsReference: ObjectReference<OpaquePointer>
  private var rows: OpaquePointer { rowsReference.pointer }
  /// Lines that are not on screen yet: they are shown between two frames, not within Sightline's pass.
  private var pending: [String] = []
  private var showing: LoopSource?

  init() {
    let rows = gtk_string_list_new(nil)!
    // The list view owns it too; events come after the window is gone.
    rowsReference = ObjectReference(rows)
    let factory = gtk_signal_list_item_factory_new()!
    Signal.connect(factory, "setup") { arguments in
      let row = arguments.pointer(0, as: OpaquePointer.self)!
      let label = Make.label("", "event")
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      gtk_list_item_set_child(row, label)
    }
    Signal.connect(factory, "bind") { arguments in
      let row = arguments.pointer(0, as: OpaquePointer.self)!
      guard let item = gtk_list_item_get_item(row), let label = gtk_list_item_get_child(row) else {
        return
      }
      let text = gtk_string_object_get_string(OpaquePointer(item))
      gtk_label_set_text(OpaquePointer(label), text)
      gtk_widget_set_tooltip_text(label, text)
    }
    let selection = gtk_no_selection_new(rows)
    let view = gtk_list_view_new(selection, factory)!.styled("events")
    widget = gtk_scrolled_window_new()!
    list = WeakObjectReference(view)
    gtk_scrolled_window_set_child(OpaquePointer(widget), view)
    gtk_scrolled_window_set_policy(
      OpaquePointer(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  }

  func add(_ event: GalleryEvent, _ subject: EventSubject?) {
    pending.append(event.line)
    guard showing == nil else { return }
    showing = MainLoop.idle { [weak self] in self?.showPending() }
  }

  /// Empties the list, for another page.
  func clear() {
    pending.removeAll()
    gtk_string_list_splice(rows, 0, g_list_model_get_n_items(rows), nil)
  }

  private func showPending() {
    showing = nil
    for text in pending { gtk_string_list_append(rows, text) }
    pending.removeAll(keepingCapacity: true)
    var length = g_list_model_get_n_items(rows)
    if length > guint(2 * Self.kept) {
      gtk_string_list_splice(rows, 0, length - guint(Self.kept), nil)
      length = guint(Self.kept)
    }
    guard let list = list.pointer, length > 0 else { return }
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(length - 1))
  }
}
