import CGTK
import SightlineGTKToolkit

/// The window's header bar, which shows and hides the parts around the page.
@MainActor
final class GalleryHeader {
  let widget = required(gtk_header_bar_new())
  var onList: (Bool) -> Void = { _ in }
  var onEvents: (Bool) -> Void = { _ in }
  var onCode: (Bool) -> Void = { _ in }
  var onInspect: (Bool) -> Void = { _ in }
  var onRecord: (Bool) -> Void = { _ in }
  var onShortcuts: () -> Void = {}
  private let list = required(gtk_toggle_button_new())
  private let events = required(gtk_toggle_button_new())
  private let code = required(gtk_toggle_button_new())
  private let inspector = required(gtk_toggle_button_new_with_label("Inspector"))
  let record = required(gtk_toggle_button_new_with_label("Record"))
  private let menu: LookMenu
  private let canRecord: Bool
  private let title = Make.label(GalleryWindow.title)
  private var isUpdating = false

  /// The width the buttons request, that of a narrow window. Otherwise the wide window's buttons
  /// would keep it from becoming narrow.
  private static let leastWidth = 140

  init(canRecord: Bool) {
    self.canRecord = canRecord
    menu = LookMenu(canRecord: canRecord)
    gtk_button_set_icon_name(sightline_button(list), "view-list-symbolic")
    list.setAccessibleLabel("Pages")
    gtk_widget_set_tooltip_text(list, "Pages (F9)")
    gtk_widget_set_tooltip_text(code, "Code (Ctrl+K)")
    gtk_widget_set_tooltip_text(events, "Events (Ctrl+E)")
    gtk_widget_set_tooltip_text(
      inspector, "Draw every target's visible part, fraction, dwell and reason (Ctrl+I)")
    gtk_widget_set_tooltip_text(
      record, "Record this window, and play it in the browser when pressed again (Ctrl+Shift+R)")
    let header = OpaquePointer(widget)
    gtk_header_bar_pack_start(header, list)
    for button in [record, inspector, code, events] { button.styled("header-button") }
    let buttons = Make.row(spacing: 6, [record, inspector, code, events, menu.button])
    gtk_header_bar_pack_end(header, ClampedStage.make(buttons, least: Self.leastWidth))
    title.styled("window-title")
    gtk_label_set_ellipsize(OpaquePointer(title), PANGO_ELLIPSIZE_END)
    gtk_header_bar_set_title_widget(header, ClampedStage.make(title))
    // Start narrow, so the header hasn't requested more if the window turns out to be narrow.
    show(.narrow, list: false, events: false)
    connect(list) { [weak self] in self?.onList($0) }
    connect(events) { [weak self] in self?.onEvents($0) }
    connect(code) { [weak self] in self?.onCode($0) }
    connect(inspector) { [weak self] in self?.onInspect($0) }
    connect(record) { [weak self] in self?.onRecord($0) }
    menu.onRecord = { [weak self] in self?.onRecord($0) }
    menu.onInspect = { [weak self] in self?.onInspect($0) }
    menu.onShortcuts = { [weak self] in self?.onShortcuts() }
  }

  private func connect(_ button: WidgetPointer, _ action: @escaping @MainActor (Bool) -> Void) {
    Signal.connect(button, "toggled") { [weak self] in
      guard let self, !isUpdating else { return }
      action(gtk_toggle_button_get_active(sightline_toggle_button(button)) != 0)
    }
  }

  private func set(_ button: WidgetPointer, _ isOn: Bool) {
    isUpdating = true
    gtk_toggle_button_set_active(sightline_toggle_button(button), isOn ? 1 : 0)
    isUpdating = false
  }

  /// Updates the header to the layout. In a small window, the inspector and recording are only in
  /// the menu, and the title is only in the window list.
  func show(_ form: ShellLayout.Form, list: Bool, events: Bool) {
    set(self.list, list)
    set(self.events, events)
    let isNarrow = form == .narrow
    gtk_widget_set_visible(inspector, form == .wide ? 1 : 0)
    gtk_widget_set_visible(record, form == .wide && canRecord ? 1 : 0)
    title.setText(form == .wide ? GalleryWindow.title : "")
    gtk_button_set_label(sightline_button(code), isNarrow ? "{}" : "Code")
    if isNarrow {
      gtk_button_set_icon_name(sightline_button(self.events), "document-open-recent-symbolic")
    } else {
      gtk_button_set_label(sightline_button(self.events), "Events")
    }
    // A new label resets the accessible name.
    code.setAccessibleLabel("Code")
    self.events.setAccessibleLabel("Events")
  }

  func setCode(_ isOn: Bool) { set(code, isOn) }

  func setRecording(_ isOn: Bool) {
    set(record, isOn)
    menu.isRecording = isOn
  }

  func setInspecting(_ isOn: Bool) {
    set(inspector, isOn)
    menu.isInspecting = isOn
  }
}
