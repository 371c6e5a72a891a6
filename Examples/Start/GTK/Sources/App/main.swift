import CSightlineGTK
import SightlineGTK

typealias Handler = @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void

func connect(_ factory: OpaquePointer, _ signal: String, _ handler: Handler) {
  g_signal_connect_data(
    UnsafeMutableRawPointer(factory), signal, unsafeBitCast(handler, to: GCallback.self), nil, nil,
    GConnectFlags(rawValue: 0))
}

gtk_init()
guard let factory = gtk_signal_list_item_factory_new(), let window = gtk_window_new() else {
  fatalError("GTK has no memory")
}
let titles = gtk_string_list_new(nil)
for number in 1...1_000 { gtk_string_list_append(titles, "Article \(number)") }

// A few labels, which the list reuses as it scrolls.
connect(factory, "setup") { _, row, _ in
  let label = gtk_label_new(nil)
  gtk_widget_set_size_request(label, -1, 100)
  gtk_list_item_set_child(row, label)
}
connect(factory, "bind") { _, row, _ in
  let title = gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(row)))
  gtk_label_set_text(OpaquePointer(gtk_list_item_get_child(row)), title)
}

// The items, in whichever labels they are.
let articles = ItemVisibility(factory: factory) { row in gtk_list_item_get_position(row) + 1 }
articles.changed(.fraction(0.5)) { number, state in print("article \(number) is \(state)") }
articles.impression(.mrcDisplay) { number, _ in print("article \(number) was seen") }

let scroller = gtk_scrolled_window_new()
gtk_scrolled_window_set_child(
  OpaquePointer(scroller), gtk_list_view_new(gtk_no_selection_new(titles), factory))
window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
  gtk_window_set_default_size(window, 400, 400)
  gtk_window_set_child(window, scroller)
  gtk_window_present(window)
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
