import CSightlineGTK
import Foundation
import SightlineGTK
import SightlineLog

let log = try ImpressionLog(at: URL(fileURLWithPath: "impressions.sqlite"))

@MainActor
func open() {
  guard let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let window = gtk_window_new() else {
    fatalError("GTK has no memory")
  }
  for number in 1...1_000 {
    guard let card = gtk_label_new("Card \(number)") else { continue }
    gtk_widget_set_size_request(card, -1, 100)
    column.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_append($0, card) }
    let (id, visibility) = ("card \(number)", card.visibility)
    visibility.logsImpressions(of: id, .mrcDisplay, to: log)
    visibility.impression(of: id, .mrcDisplay) { _ in print(id, "was seen") }
  }
  let scroller = gtk_scrolled_window_new()
  gtk_scrolled_window_set_child(OpaquePointer(scroller), column)
  window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
    gtk_window_set_default_size(window, 400, 400)
    gtk_window_set_child(window, scroller)
    gtk_window_present(window)
  }
}

gtk_init()
var isOpen = false
Task { @MainActor in
  do {
    // Cards that earlier launches have counted are not counted again.
    try await log.restore(to: .shared, under: [.mrcDisplay])
    print("\(try await log.latestRecords(100, under: [.mrcDisplay]).count) cards were seen before")
  } catch {
    print("without earlier impressions: \(error)")
  }
  open()
  isOpen = true
}
while !isOpen || g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}
