// GTK's constructors are declared to return nil, and never do.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import SightlineGTK
import SightlineGTKToolkit

/// The gallery's window: the pages' names on the left, the chosen page, its events on the right.
@MainActor
final class GalleryWindow {
  static let width = 1_180
  static let height = 820

  let window: WidgetPointer
  let feed: EventFeed
  private let events = EventPane()
  /// The shown page's.
  private(set) var log: EventLog
  private(set) var page: (any Page)?
  private let stack: WidgetPointer
  private let title = Make.label("", "page-title")
  private let summary = Make.label("", "page-summary")
  private let sidebar = gtk_list_box_new()!
  private let inspectorSwitch = gtk_toggle_button_new_with_label("Inspector")!
  private var inspector: VisibilityInspector?

  /// Whether the pages can be changed by hand: not while a script runs.
  private var isChoosing = false

  init(feed: EventFeed) {
    self.feed = feed
    log = feed.begin("")
    window = gtk_window_new()!
    stack = Make.column().expanding().styled("page")
    Style.apply()
    build()
    feed.onEvent = { [events] in events.add($0, $1) }
  }

  private func build() {
    let pointer = sightline_window(window)
    gtk_window_set_title(pointer, "Sightline Gallery")
    gtk_window_set_default_size(pointer, gint(Self.width), gint(Self.height))
    gtk_window_set_titlebar(pointer, makeHeader())
    for name in [title, summary] { name.aligned(GTK_ALIGN_FILL, GTK_ALIGN_START) }
    gtk_label_set_wrap(OpaquePointer(summary), 1)
    let heading = Make.column(spacing: 4, [title, summary]).styled("heading")
    let middle = Make.column([heading, stack]).expanding()
    let side = Make.column([
      Make.label("Events", "sidebar-title"), events.widget.expanding(horizontally: false),
    ]).styled("side").sized(300, -1)
    let pages = Make.column([
      Make.label("Pages", "sidebar-title"),
      Make.scroller(sidebar).expanding(horizontally: false),
    ]).styled("side").sized(210, -1)
    fillSidebar()
    let separators = [0, 1].map { _ in gtk_separator_new(GTK_ORIENTATION_VERTICAL)! }
    gtk_window_set_child(
      pointer, Make.row([pages, separators[0], middle, separators[1], side]))
  }

  private func makeHeader() -> WidgetPointer {
    let header = gtk_header_bar_new()!
    let dark = gtk_toggle_button_new_with_label("Dark")!
    Signal.connect(dark, "toggled") {
      Style.setDark(gtk_toggle_button_get_active(sightline_toggle_button(dark)) != 0)
    }
    Signal.connect(inspectorSwitch, "toggled") { [weak self] in
      guard let self else { return }
      setInspector(gtk_toggle_button_get_active(sightline_toggle_button(inspectorSwitch)) != 0)
    }
    gtk_widget_set_tooltip_text(
      inspectorSwitch, "Draw every target's visible part, fraction, dwell and reason")
    gtk_header_bar_pack_end(OpaquePointer(header), dark)
    gtk_header_bar_pack_end(OpaquePointer(header), inspectorSwitch)
    return header
  }

  private func fillSidebar() {
    gtk_widget_add_css_class(sidebar, "navigation-sidebar")
    for page in Pages.all {
      gtk_list_box_append(OpaquePointer(sidebar), Make.label(page.title, "page-name"))
    }
    Signal.connect(sidebar, "row-selected") { [weak self] arguments in
      guard let self, !isChoosing,
        let row = arguments.pointer(0, as: UnsafeMutablePointer<GtkListBoxRow>.self)
      else { return }
      show(Pages.all[Int(gtk_list_box_row_get_index(row))])
    }
  }

  // MARK: Pages

  /// Shows a page, from its beginning; the one before is thrown away.
  func show(_ type: any Page.Type) {
    let wasInspecting = inspector != nil
    setInspector(false)
    page = nil
    while let old = gtk_widget_get_first_child(stack) { gtk_box_remove(sightline_box(stack), old) }
    log = feed.begin(type.name)
    events.clear()
    title.setText(type.title)
    summary.setText(type.summary)
    let page = type.init(log: log)
    self.page = page
    stack.append(Make.overlay(page.widget.expanding(), []).expanding())
    if wasInspecting { setInspector(true) }
    select(type)
    // Keys scroll the page, not the list of pages.
    gtk_widget_child_focus(stack, GTK_DIR_TAB_FORWARD)
  }

  private func select(_ type: any Page.Type) {
    guard let index = Pages.all.firstIndex(where: { $0.name == type.name }) else { return }
    isChoosing = true
    gtk_list_box_select_row(
      OpaquePointer(sidebar), gtk_list_box_get_row_at_index(OpaquePointer(sidebar), gint(index)))
    isChoosing = false
  }

  /// Shows or hides what is drawn over the page for developers.
  func setInspector(_ isOn: Bool) {
    if isOn, inspector == nil, let overlay = gtk_widget_get_first_child(stack) {
      inspector = VisibilityInspector(over: overlay)
    } else if !isOn {
      inspector?.remove()
      inspector = nil
    }
    let toggle = sightline_toggle_button(inspectorSwitch)
    if (gtk_toggle_button_get_active(toggle) != 0) != isOn {
      gtk_toggle_button_set_active(toggle, isOn ? 1 : 0)
    }
  }
}
