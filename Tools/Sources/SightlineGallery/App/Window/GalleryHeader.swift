import SightlineGTKToolkit

/// The window's header bar: buttons and a menu for the window's commands.
@MainActor
final class GalleryHeader {
  let widget = required(gtk_header_bar_new())
  let record = required(gtk_toggle_button_new_with_label("Record"))
  private let inspector = required(gtk_toggle_button_new_with_label("Inspector"))
  private let code = required(gtk_toggle_button_new_with_label("Code"))
  private let title = Make.line(GalleryWindow.title, "window-title")
  private let canRecord: Bool

  /// The width the buttons request, that of a narrow window. Otherwise the wide window's buttons
  /// would keep it from becoming narrow.
  private static let leastWidth = 164

  init(canRecord: Bool) {
    self.canRecord = canRecord
    let list = required(gtk_toggle_button_new())
    let events = required(gtk_toggle_button_new_with_label("Events"))
    gtk_button_set_icon_name(sightline_button(list), "view-list-symbolic")
    list.setAccessibleLabel("Pages")
    let menu = required(gtk_menu_button_new())
    gtk_menu_button_set_icon_name(OpaquePointer(menu), "open-menu-symbolic")
    gtk_menu_button_set_menu_model(OpaquePointer(menu), Self.makeMenu(canRecord: canRecord))
    gtk_widget_set_tooltip_text(menu, "Appearance")
    menu.setAccessibleLabel("Appearance")
    for (button, action, tooltip) in [
      (list, "list", "Pages (F9)"), (code, "code", "Code of this page (Ctrl+K)"),
      (events, "events", "Events (Ctrl+E)"),
      (inspector, "inspector", "Outline tracked items (Ctrl+I)"),
      (record, "record", "Record this window, to replay it in a browser (Ctrl+Shift+R)"),
    ] {
      Actions.connect(button, to: action)
      gtk_widget_set_tooltip_text(button, tooltip)
      button.styled("header-button")
    }
    let header = OpaquePointer(widget)
    gtk_header_bar_pack_start(header, list)
    let buttons = Make.row(spacing: 6, [record, inspector, code, events, menu])
    gtk_header_bar_pack_end(header, Make.squeezable(buttons, least: Self.leastWidth))
    gtk_header_bar_set_title_widget(header, Make.squeezable(title))
    // Start narrow, so the header hasn't requested more if the window turns out to be narrow.
    show(.narrow)
  }

  private static func makeMenu(canRecord: Bool) -> UnsafeMutablePointer<GMenuModel> {
    let sizes = Style.scales.map { ("Text \(Int($0 * 100)) %", "text-\(Int($0 * 100))") }
    let looks = Style.switches.map { ($0.title, $0.action) }
    let tools =
      [("Code", "code"), ("Inspector", "inspector")] + (canRecord ? [("Record", "record")] : [])
    let menu = required(g_menu_new())
    for items in [sizes, looks, tools, [("Keyboard shortcuts", "shortcuts")]] {
      let section = required(g_menu_new())
      for (title, action) in items { g_menu_append(section, title, Actions.full(action)) }
      g_menu_append_section(menu, nil, UnsafeMutablePointer(instance: section.instance))
    }
    return UnsafeMutablePointer(instance: menu.instance)
  }

  /// Updates the header to the layout. In a small window, the inspector and recording are only in
  /// the menu, as is the code if text is large, and the title is only in the window list.
  func show(_ form: ShellLayout.Form) {
    let isWide = form == .wide
    gtk_widget_set_visible(inspector, isWide ? 1 : 0)
    gtk_widget_set_visible(code, form != .narrow || Style.shared.wholeTextScale == 1 ? 1 : 0)
    gtk_widget_set_visible(record, isWide && canRecord ? 1 : 0)
    title.setText(isWide ? GalleryWindow.title : "")
    gtk_header_bar_set_decoration_layout(
      OpaquePointer(widget), form == .narrow ? ":minimize,close" : nil)
  }

  func showRecording(_ seconds: Int?) {
    let time = seconds.map { "● \($0 / 60):" + ($0 % 60 < 10 ? "0" : "") + "\($0 % 60)" }
    gtk_button_set_label(sightline_button(record), time ?? "Record")
    record.setClass("is-recording", seconds != nil)
    // A new label resets the accessible name.
    record.setAccessibleLabel("Record")
  }
}
