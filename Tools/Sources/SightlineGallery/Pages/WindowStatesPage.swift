import SightlineGTK
import SightlineGTKToolkit

/// A card's share of the window's area. A hidden or minimised window shows nothing.
final class WindowStatesPage: Page {
  private static let share = Setting("The card counts from", 20, in: 5...60, step: 5, unit: "%")

  private static let height = Setting(
    "Height of the card", 380, in: 120...480, step: 10, unit: "pt")

  var knobs: [Setting] {
    [Self.share, Self.height.applied { [weak self] in self?.card.sized(-1, Int($0)) }]
  }

  let widget: WidgetPointer
  private let log: EventLog
  private let card: WidgetPointer
  private let percent = Make.label("", "huge").textAligned(0.5)
  private let state = Make.paragraph("", "caption").textAligned(0.5)
  private let chips = (0..<3).map { _ in Make.label("", "chip") }
  private let activity = required(gtk_switch_new())
  private let share = WindowStatesPage.share.value / 100
  /// The last time the card began or ceased to count.
  private var last: VisibilityCrossing?

  init(log: EventLog) {
    self.log = log
    let title = Make.label("Share of the window", "card-title").textAligned(0.5)
    let text = Make.column(spacing: 4, [title, percent, state]).expanding()
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    card = Make.column([text]).styled("card").aligned(GTK_ALIGN_FILL, GTK_ALIGN_START)
      .sized(-1, Int(Self.height.value))
    widget = Make.column()
    build()
    let subject = EventSubject("The card", card)
    card.visibility.crossed(.share(share, of: .viewport)) { [weak self] crossing in
      self?.last = crossing
      // The last leave event arrives after the widgets are gone.
      if crossing.reason != .removed { self?.frameEnded() }
      log.note(crossing, subject)
      subject.mark(crossing)
    }
  }

  private func build() {
    let buttons = [
      Make.button("Hide for a second") { [weak self] in self?.hideForASecond() },
      Make.button("Minimise") { [weak self] in self?.minimize() },
    ]
    let words = "Background windows don't count"
    activity.aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER).setAccessibleLabel(words)
    let text = Make.paragraph(words).expanding(vertically: false)
    let tools = Make.column([
      Flow.make(buttons), Make.row(spacing: 10, [activity, text]), Flow.make(chips),
    ]).styled("toolbar")
    gtk_label_set_justify(OpaquePointer(state), GTK_JUSTIFY_CENTER)
    let room = Make.column([card.margins(12, 24, 12, 24)]).expanding()
    for child in [tools, room] { widget.append(child) }
    Signal.notify(activity, "active") { [weak self] in
      guard let self else { return }
      widget.visibility.window?.needsActivity =
        gtk_switch_get_active(OpaquePointer(activity)) != 0
    }
    // The setting affects the whole window, so reset it for other pages.
    let reference = WeakObjectReference(widget)
    Signal.connect(widget, "unrealize") {
      reference.pointer?.visibility.window?.needsActivity = false
    }
  }

  // MARK: The window

  private var window: WidgetPointer? { widget.root }

  private func hideForASecond() {
    guard let window else { return }
    log.note("The window is hidden")
    gtk_widget_set_visible(window, 0)
    let reference = WeakObjectReference(window)
    MainLoop.after(.seconds(1)) { [log] in
      log.note("The window is shown")
      reference.pointer.map { gtk_window_present(sightline_window($0)) }
    }
  }

  private func minimize() {
    if let window { gtk_window_minimize(sightline_window(window)) }
  }

  // MARK: Display

  func frameEnded() {
    guard let now = card.visibility.current, let window,
      let looked = widget.visibility.window
    else { return }
    let isEnough = now.viewportShare >= share
    percent.setText(Percent.text(now.viewportShare, digits: 1))
    state.setText(
      now.reason == .inactive
        ? "doesn't count: inactive"
        : isEnough ? "counts" : "doesn't count: less than \(Percent.text(share))")
    let states = [
      (gtk_widget_get_mapped(window) != 0, "shown", "hidden"),
      (gtk_window_is_active(sightline_window(window)) != 0, "focused", "in the background"),
      (looked.isForeground, "counts", "doesn't count"),
    ]
    for (chip, (isOn, yes, no)) in zip(chips, states) {
      chip.setText(isOn ? yes : no)
      chip.setClass("is-on", isOn)
    }
  }

  // MARK: The script

  func perform(_ stage: Stage) async throws {
    try await stage.say("The card counts while it fills a fifth of the window.", shot: "large")
    let (low, high) = (200.0, Self.height.value)
    await stage.move(over: .seconds(0.6)) { card.sized(-1, Int(high + (low - high) * $0)) }
    try await stage.shot("small")
    await stage.move(over: .seconds(0.4)) { card.sized(-1, Int(low + (high - low) * $0)) }
    await stage.say("A hidden window shows nothing.")
    try await hideAndShow(stage)
    await stage.say("Another window takes the focus.")
    try await loseKeyboard(stage)
    minimize()
    await stage.wait(.milliseconds(800))
    gtk_window_present(sightline_window(stage.window))
    await stage.wait(.milliseconds(500))
  }

  private func hideAndShow(_ stage: Stage) async throws {
    // In a small window the card may be too small from the start.
    let counted = last?.isVisible == true
    hideForASecond()
    await stage.wait(.milliseconds(500))
    try stage.expect(
      !counted || last?.reason == .inactive, "hiding the window did not make the card invisible")
    await stage.wait(.milliseconds(600))
    await stage.wait(upTo: .seconds(2)) { !counted || last?.isVisible == true }
    try stage.expect(
      !counted || last?.isVisible == true, "showing the window did not make the card visible")
  }

  /// Lets another window take the keyboard focus.
  private func loseKeyboard(_ stage: Stage) async throws {
    let isFocused = { gtk_window_is_active(sightline_window(stage.window)) != 0 }
    await stage.wait(upTo: .seconds(1), until: isFocused)
    gtk_switch_set_active(OpaquePointer(activity), 1)
    let other = required(gtk_window_new())
    gtk_window_set_title(sightline_window(other), "Another window")
    gtk_window_set_child(sightline_window(other), Make.label("This window has the keyboard"))
    gtk_window_present(sightline_window(other))
    await stage.wait(upTo: .seconds(1)) { !isFocused() }
    try await stage.shot("without-keyboard")
    gtk_window_destroy(sightline_window(other))
    gtk_window_present(sightline_window(stage.window))
    await stage.wait(upTo: .seconds(1), until: isFocused)
    gtk_switch_set_active(OpaquePointer(activity), 0)
    await stage.frames(2)
  }
}
