import CGTK
import SightlineGTKToolkit

/// A page's title and summary, with the buttons that play it.
@MainActor
final class Heading {
  let widget: WidgetPointer
  var onPlay: () -> Void = {}
  var onRestart: () -> Void = {}
  /// Called when the summary and the knobs, which fold away, should appear or disappear.
  var onFold: () -> Void = {}
  private let title = Make.paragraph("", "page-title")
  private let welcome = Make.paragraph("", "welcome")
  private let summary = Make.paragraph("", "page-summary")
  private let playIcon = required(gtk_image_new())
  private let playText = Make.label("Play")
  private let play: WidgetPointer
  /// In a narrow window this button reveals the page's description, to leave space for the page.
  private let about = required(gtk_toggle_button_new_with_label("About and settings"))
  private let restart = required(gtk_button_new())
  private let restartText = Make.label("Start over")
  /// Whether a demo has ended on the page, with its events still there.
  private var hasEnded = false
  /// Restart and Play, which move between the two rows.
  private let buttons: ObjectReference<WidgetPointer>
  private let top: WidgetPointer
  private let below: WidgetPointer

  init() {
    play = required(gtk_button_new())
    gtk_button_set_child(sightline_button(play), Make.row(spacing: 6, [playIcon, playText]))
    let restartIcon = required(gtk_image_new_from_icon_name("view-refresh-symbolic"))
    gtk_button_set_child(
      sightline_button(restart), Make.row(spacing: 6, [restartIcon, restartText]))
    title.setAccessibleRole(GTK_ACCESSIBLE_ROLE_HEADING)
    title.setAccessibleLevel(1)
    gtk_widget_set_tooltip_text(restart, "Show the page from its beginning (Ctrl+R)")
    for button in [play, restart] { button.aligned(GTK_ALIGN_END, GTK_ALIGN_START) }
    buttons = ObjectReference(Make.row(spacing: 8, [restart, play]))
    top = Make.row(spacing: 8, [title.expanding(vertically: false), buttons.pointer])
    about.aligned(GTK_ALIGN_START, GTK_ALIGN_START).expanding(vertically: false)
    below = Make.row(spacing: 8, [about])
    widget = Make.column(spacing: 6, [top, welcome, below, summary]).styled("page-heading")
    Signal.connect(about, "toggled") { [weak self] in self?.update() }
    Signal.connect(play, "clicked") { [weak self] in self?.onPlay() }
    Signal.connect(restart, "clicked") { [weak self] in self?.onRestart() }
    setPlaying(false)
  }

  /// Whether the window is so narrow that the page needs the space.
  var isShort = false {
    didSet {
      if isShort != oldValue { placeButtons() }
      update()
    }
  }
  /// Whether the summary is shown, and the knobs should be.
  var isOpen: Bool {
    !isShort || gtk_toggle_button_get_active(sightline_toggle_button(about)) != 0
  }
  private var page: (any Page.Type)?

  /// Places the buttons beside the title, or below it in a narrow window, where the title needs the
  /// whole width.
  private func placeButtons() {
    gtk_box_remove(sightline_box(isShort ? top : below), buttons.pointer)
    (isShort ? below : top).append(buttons.pointer)
    showTexts()
  }

  private func showTexts() {
    gtk_widget_set_visible(playText, isShort ? 0 : 1)
    gtk_widget_set_visible(restartText, !isShort && hasEnded ? 1 : 0)
  }

  private func update() {
    gtk_widget_set_visible(welcome, page?.welcome == nil ? 0 : 1)
    gtk_widget_set_visible(below, isShort ? 1 : 0)
    gtk_widget_set_visible(summary, isOpen ? 1 : 0)
    onFold()
  }

  func show(_ page: any Page.Type) {
    self.page = page
    title.setText(page.title)
    title.setAccessibleLabel(page.title)
    welcome.setText(page.welcome ?? "")
    summary.setText(page.summary)
    update()
    setPlaying(false)
    gtk_widget_set_sensitive(play, page.whyNotPlayable == nil ? 1 : 0)
    gtk_widget_set_tooltip_text(
      play, page.whyNotPlayable ?? "Watch the page being used (Ctrl+Enter)")
  }

  /// Names both ways on from the end of a demo, whose events stay.
  func offerToPlayAgain() {
    hasEnded = true
    name("Play again", "Start over")
  }

  private func name(_ playing: String, _ restarting: String) {
    playText.setText(playing)
    play.setAccessibleLabel(playing)
    restart.setAccessibleLabel(restarting)
    showTexts()
  }

  func setPlaying(_ isPlaying: Bool) {
    hasEnded = false
    gtk_image_set_from_icon_name(
      OpaquePointer(playIcon),
      isPlaying ? "media-playback-stop-symbolic" : "media-playback-start-symbolic")
    name(isPlaying ? "Stop" : "Play", "Restart")
    gtk_widget_set_sensitive(restart, isPlaying ? 0 : 1)
  }
}
