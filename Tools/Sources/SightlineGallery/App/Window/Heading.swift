import SightlineGTKToolkit

/// A page's title and summary, with the buttons that play it.
@MainActor
final class Heading {
  let widget: WidgetPointer
  /// Called with whether the summary and the knobs, which fold away, should be shown.
  var onFold: (Bool) -> Void = { _ in }
  private let title = Make.paragraph("", "page-title")
  private let welcome = Make.paragraph("", "welcome")
  private let summary = Make.paragraph("", "page-summary")
  private let playIcon = required(gtk_image_new())
  private let playText = Make.label("")
  private let play = required(gtk_button_new())
  /// In a narrow window this button reveals the page's description, to leave space for the page.
  private let about = required(gtk_toggle_button_new_with_label("About and settings"))

  init() {
    gtk_button_set_child(sightline_button(play), Make.row(spacing: 6, [playIcon, playText]))
    let restart = Make.icon("view-refresh-symbolic", "Start over")
    title.setAccessibleRole(GTK_ACCESSIBLE_ROLE_HEADING)
    title.setAccessibleLevel(1)
    gtk_widget_set_tooltip_text(restart, "Start over (Ctrl+R)")
    gtk_widget_set_tooltip_text(play, "Watch a demo (Ctrl+Enter)")
    Actions.connect(play, to: "play")
    Actions.connect(restart, to: "restart")
    for button in [play, restart] { button.aligned(GTK_ALIGN_END, GTK_ALIGN_START) }
    about.aligned(GTK_ALIGN_START, GTK_ALIGN_START)
    // The buttons are beside the title, or below it if there is no space.
    let buttons = Make.row(spacing: 8, [about, restart.expanding(vertically: false), play])
    let bar = Flow.make(gap: 16, [title, buttons])
    widget = Make.column(spacing: 6, [bar, welcome, summary]).styled("page-heading")
    Signal.connect(about, "toggled") { [weak self] in self?.update() }
    setPlaying(false)
  }

  /// Whether the window is so narrow that the page needs the space.
  var isShort = false {
    didSet {
      gtk_widget_set_visible(playText, isShort ? 0 : 1)
      update()
    }
  }

  private func update() {
    let isOpen = !isShort || gtk_toggle_button_get_active(sightline_toggle_button(about)) != 0
    gtk_widget_set_visible(about, isShort ? 1 : 0)
    gtk_widget_set_visible(summary, isOpen ? 1 : 0)
    onFold(isOpen)
  }

  func show(_ page: PageEntry) {
    title.setText(page.title)
    title.setAccessibleLabel(page.title)
    welcome.setText(page.text.welcome)
    gtk_widget_set_visible(welcome, page.text.welcome.isEmpty ? 0 : 1)
    summary.setText(page.text.summary)
    update()
    setPlaying(false)
  }

  func setPlaying(_ isPlaying: Bool) {
    gtk_image_set_from_icon_name(
      OpaquePointer(playIcon),
      isPlaying ? "media-playback-stop-symbolic" : "media-playback-start-symbolic")
    playText.setText(isPlaying ? "Stop" : "Play")
    play.setAccessibleLabel(isPlaying ? "Stop" : "Play")
  }
}
