import SightlineGTK
import SightlineGTKToolkit

/// The pages in their groups, with a search field.
///
/// Arrow keys select pages and keep the focus in the list; a click or Enter moves it into the page.
@MainActor
final class PageList {
  let widget: WidgetPointer
  /// Called with a page, and whether the keyboard focus should move there.
  var onChoose: (PageEntry, _ goesThere: Bool) -> Void = { _, _ in }
  /// Called when Escape is pressed in the empty search field.
  var onLeave: () -> Void = {}
  private let search = required(gtk_search_entry_new())
  private let list = required(gtk_list_box_new()).styled("navigation-sidebar")
  private let scroller: WidgetPointer
  private let nothing = Make.paragraph("", "nothing")
  private let keyboard: Focus
  private var rows: [Row] = []
  private var isSelecting = false
  private var current: PageEntry?

  private struct Row {
    let widget: WidgetPointer
    let group: String
    /// The group's title, visible in the group's first visible row. As a part of the row, it also
    /// comes before the row's page for assistive technology.
    let title: WidgetPointer
    let page: PageEntry
  }

  init() {
    // By default the list would make every row a Tab stop and select it.
    let rows = OneTabStop(list, named: "Pages", placeholder: nothing)
    scroller = rows.scroller
    keyboard = Focus(in: scroller)
    let bar = Make.column([search.expanding(vertically: false)]).styled("pane-bar")
    widget = Make.column([bar, rows.widget]).styled("side")
    search.setPlaceholder("Search pages")
    gtk_widget_set_tooltip_text(search, "Ctrl+F")
    for (group, pages) in Pages.groups {
      for page in pages { append(page, group) }
    }
    showTitles()
    connect()
  }

  private func append(_ page: PageEntry, _ group: String) {
    let row = required(gtk_list_box_row_new())
    let title = Make.label(group, "group-title")
    let name = Make.paragraph(page.title, "page-name")
    gtk_list_box_row_set_child(
      row.instance.assumingMemoryBound(to: GtkListBoxRow.self), Make.column([title, name]))
    row.setAccessibleLabel(page.title)
    gtk_list_box_append(OpaquePointer(list), row)
    rows.append(Row(widget: row, group: group, title: title, page: page))
  }

  private func connect() {
    for (signal, goesThere) in [("row-selected", false), ("row-activated", true)] {
      Signal.connect(list, signal) { [weak self] arguments in
        guard let self, !isSelecting, let row = arguments.pointer(0, as: WidgetPointer.self),
          let chosen = rows.first(where: { $0.widget == row })
        else { return }
        onChoose(chosen.page, goesThere)
      }
    }
    Signal.connect(search, "search-changed") { [weak self] in self?.filter() }
    Signal.connect(search, "activate") { [weak self] in self?.chooseFirst() }
    Signal.connect(search, "stop-search") { [weak self] in self?.stopSearching() }
    let keys = required(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    Signal.answer(keys, "key-pressed") { [weak self] arguments in
      guard arguments.uint(0) == Int(GDK_KEY_Down), let self else { return false }
      return gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD) != 0
    }
    gtk_widget_add_controller(search, keys)
  }

  // MARK: Search

  func focusSearch() {
    keyboard.move { [search] in gtk_widget_grab_focus(search) != 0 }
  }

  private func stopSearching() {
    if search.entryText.isEmpty { return onLeave() }
    gtk_editable_set_text(OpaquePointer(search), "")
  }

  private var words: [Substring] { search.entryText.lowercased().split(separator: " ") }

  private func filter() {
    let words = words
    nothing.setText("No page has “\(search.entryText)”. Esc shows all pages.")
    // A list box selects another row in place of a hidden one.
    isSelecting = true
    for row in rows {
      let text = row.page.text
      let whole = "\(row.group) \(text.title) \(row.page.name) \(text.keywords) \(text.summary)"
        .lowercased()
      gtk_widget_set_visible(row.widget, words.allSatisfy { whole.contains($0) } ? 1 : 0)
    }
    showTitles()
    isSelecting = false
    if let current { select(current) }
  }

  /// Opens the first page whose title matches, or else the first match, even if Enter is pressed
  /// before the search field reports its text change, which it delays.
  private func chooseFirst() {
    let words = words
    if words.isEmpty { return }
    filter()
    let found = rows.filter { gtk_widget_get_visible($0.widget) != 0 }
    let titled = found.first { match in
      words.allSatisfy { match.page.title.lowercased().contains($0) }
    }
    guard let first = titled ?? found.first else { return }
    gtk_editable_set_text(OpaquePointer(search), "")
    onChoose(first.page, true)
  }

  private func showTitles() {
    var last: String?
    for row in rows where gtk_widget_get_visible(row.widget) != 0 {
      gtk_widget_set_visible(row.title, row.group == last ? 0 : 1)
      last = row.group
    }
  }

  // MARK: The page on screen

  func select(_ page: PageEntry) {
    current = page
    guard let row = rows.first(where: { $0.page.name == page.name })?.widget else { return }
    isSelecting = true
    gtk_list_box_select_row(
      OpaquePointer(list), row.instance.assumingMemoryBound(to: GtkListBoxRow.self))
    isSelecting = false
    reveal(row)
  }

  /// Scrolls to a row after its layout.
  private func reveal(_ row: WidgetPointer) {
    let reference = WeakObjectReference(row)
    MainLoop.idle { [weak self] in
      guard let self, let row = reference.pointer else { return }
      guard let bounds = row.bounds(in: list), bounds.height > 0 else { return }
      gtk_adjustment_clamp_page(scroller.verticalAdjustment, bounds.minY, bounds.maxY)
    }
  }

  /// Moves the keyboard focus to the row of the page on screen.
  func focus() {
    keyboard.move { [weak self] in
      guard let self, let row = gtk_list_box_get_selected_row(OpaquePointer(list)) else {
        return true
      }
      reveal(row.instance.widget)
      return gtk_widget_grab_focus(row.instance.widget) != 0
    }
  }
}
