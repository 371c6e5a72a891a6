import SightlineGTKToolkit

/// The code that reproduces the page, for each host.
@MainActor
final class CodePanel {
  let widget: WidgetPointer
  private let text = Make.label("", "code")
  private let scroller: WidgetPointer
  private let copied = Make.label("", "caption").textAligned(1)
  private let note = Make.paragraph("", "caption")
  private var code = PageCode(markdown: "")
  /// The most recently chosen tab, shared by all pages.
  private var host = PageCode.hosts[0]

  init() {
    scroller = Make.scroller(text.aligned(GTK_ALIGN_START, GTK_ALIGN_START), horizontal: true)
    scroller.setAccessibleLabel("Code")
    gtk_label_set_selectable(OpaquePointer(text), 1)
    // Code reads left to right even in right-to-left languages.
    gtk_widget_set_direction(text, GTK_TEXT_DIR_LTR)
    gtk_widget_set_direction(scroller, GTK_TEXT_DIR_LTR)
    let bar = Make.row(spacing: 10).styled("code-bar")
    widget = Make.column([bar, note.margins(0, 10, 6, 20), scroller.expanding()])
      .styled("code-panel")
    let tabs = Make.toggles(PageCode.hosts, selected: 0) { [weak self] in
      self?.host = PageCode.hosts[$0]
      self?.update()
    }
    bar.append(Make.row(tabs).styled("linked"))
    bar.append(copied.expanding(vertically: false))
    bar.append(Make.button("Copy") { [weak self] in self?.copy() })
  }

  func show(_ code: PageCode) {
    self.code = code
    update()
  }

  private func update() {
    copied.setText("")
    // Markdown sets code names between backticks.
    note.setText(code.notes[host]?.replacing("`", with: "") ?? "")
    gtk_widget_set_visible(note, code.notes[host] == nil ? 0 : 1)
    gtk_label_set_markup(OpaquePointer(text), SwiftMarkup.markup(code.blocks[host] ?? ""))
  }

  private func copy() {
    guard let block = code.blocks[host] else { return }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), block + "\n")
    copied.setText("Copied")
  }
}
