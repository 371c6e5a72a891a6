@_spi(Gallery) import SightlineCore
import SightlineGTK
import SightlineGTKToolkit

/// Covered, faded or hidden cards aren't visible, and each card shows the reason.
final class CoveredPage: Page {
  static let count = 9
  static let height = 176
  static let faded = 2
  static let hidden = 4
  /// In milliseconds.
  private static let rise: guint = 600
  private static let opacity = Setting(
    "A card counts from", 50, in: 0...100, step: 10, unit: "% opaque")
  private static let sheetModes: [(name: String, mode: CoverMode)] = [
    ("covers", .opaque), ("lets you see through", .friendly), ("is ignored", .none),
  ]

  private static let sheetMode = Setting("The sheet", sheetModes.map(\.name))

  /// Completely visible, and opaque enough.
  static var rule: VisibilityRule { .fully.minimumOpacity(opacity.value / 100) }

  var knobs: [Setting] {
    [Self.sheetMode.applied { [weak self] _ in self?.setCover() }, Self.opacity]
  }

  private func setCover() { sheet.visibility.setCover(Self.sheetModes[Self.sheetMode.index].mode) }

  let widget: WidgetPointer
  private let cards: [CoveredCard]
  private let sheet = Make.column(spacing: 6).styled("sheet")
  private let revealer = required(gtk_revealer_new()).aligned(GTK_ALIGN_FILL, GTK_ALIGN_END)
  private let grid: WidgetPointer
  private let bar: WidgetPointer
  private var isSheetUp: Bool { gtk_revealer_get_reveal_child(OpaquePointer(revealer)) != 0 }

  init(log: EventLog) {
    cards = (1...Self.count).map { CoveredCard($0, log: log) }
    var places = cards.map(\.widget)
    places[Self.hidden - 1] = Make.overlay(Self.makeGhost(), [places[Self.hidden - 1]])
    grid = Make.grid(places, least: 165, gap: 14).margins(34, 24, Self.margin, 24)
    bar = Make.column().styled("glass").aligned(GTK_ALIGN_FILL, GTK_ALIGN_START)
    let list = Make.scroller(grid, named: "Cards").expanding()
    widget = Make.overlay(list, [])
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    buildSheet()
    let overlay = OpaquePointer(widget)
    gtk_overlay_add_overlay(overlay, revealer)
    fillBar()
    setCover()
    bar.visibility.setCover(.friendly)
    gtk_overlay_add_overlay(overlay, bar)
    ScrollKeys.passWheel(over: bar, to: list)
  }

  // MARK: Building

  private func buildSheet() {
    let handle = Make.block("handle", width: 44, height: 5).aligned(
      GTK_ALIGN_CENTER, GTK_ALIGN_START)
    let words = Make.paragraph("The cards under it are covered", "caption")
    for child in [handle, Make.label("A sheet", "title"), words] { sheet.append(child) }
    let pointer = OpaquePointer(revealer)
    gtk_revealer_set_transition_type(pointer, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
    gtk_revealer_set_transition_duration(pointer, Self.rise)
    gtk_revealer_set_child(pointer, sheet)
  }

  /// Creates the mark of the card that can be hidden, which it covers.
  private static func makeGhost() -> WidgetPointer {
    let text = Make.paragraph("Card \(hidden) is hidden", "caption").expanding()
    return Make.column([text.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)]).styled("ghost")
  }

  private func fillBar() {
    bar.append(
      Flow.make([
        Make.label("A glass bar", "caption"),
        Make.button("Sheet") { [weak self] in self?.toggleSheet() },
        Make.button("Fade card \(Self.faded)") { [weak self] in self?.toggleFade() },
        Make.button("Hide card \(Self.hidden)") { [weak self] in self?.toggleHidden() },
      ]))
  }

  // MARK: Covering, fading and hiding

  /// Shows or hides the sheet, reversing it if it is moving.
  private func toggleSheet() {
    gtk_revealer_set_reveal_child(OpaquePointer(revealer), isSheetUp ? 0 : 1)
  }

  private var fadedCard: WidgetPointer { cards[Self.faded - 1].widget }

  private func toggleFade() {
    gtk_widget_set_opacity(fadedCard, gtk_widget_get_opacity(fadedCard) < 1 ? 1 : 0.3)
  }

  private func toggleHidden() {
    let card = cards[Self.hidden - 1].widget
    gtk_widget_set_visible(card, gtk_widget_get_visible(card) == 0 ? 1 : 0)
  }

  // MARK: Display

  private static let margin = 24
  /// The cards' overlap with the bar, which makes its transparency visible.
  private static let overlap = 18

  /// Also sets the list's margins so that its end can scroll above the sheet and its start below
  /// the bar.
  func frameEnded() {
    for card in cards { card.update() }
    let height = gtk_widget_get_height(widget) * 11 / 20
    sheet.sized(-1, Int(height))
    let bottom = gint(Self.margin) + (isSheetUp ? max(height, gtk_widget_get_height(sheet)) : 0)
    if gtk_widget_get_margin_bottom(grid) != bottom { gtk_widget_set_margin_bottom(grid, bottom) }
    // Its own height would exclude its padding.
    guard let bounds = bar.bounds(in: widget) else { return }
    let top = max(0, gint(bounds.height) - gint(Self.overlap))
    if gtk_widget_get_margin_top(grid) != top { gtk_widget_set_margin_top(grid, top) }
  }

  func perform(_ stage: Stage) async throws {
    await stage.say("A sheet rises and covers cards.")
    toggleSheet()
    try await stage.shot("sheet-half", after: .milliseconds(300))
    try await stage.shot("sheet", after: .seconds(1))
    toggleSheet()
    await stage.wait(.seconds(1))
    await stage.say("Card 2 fades, card 4 is hidden.")
    await stage.move(over: .seconds(1.2)) { gtk_widget_set_opacity(fadedCard, 1 - 0.7 * $0) }
    toggleHidden()
    try await stage.shot("faded-hidden")
    await stage.say("And all of them count again.")
    toggleHidden()
    toggleFade()
    await stage.frames(2)
  }
}

/// A card that shows its visible fraction and the cause of the rest.
@MainActor
private final class CoveredCard {
  let widget: WidgetPointer
  private let percent = Make.label("–", "number")
  private let why = Make.paragraph("", "caption")
  private let number: Int
  private let rule = CoveredPage.rule

  init(_ number: Int, log: EventLog) {
    self.number = number
    let text = Make.column(spacing: 2, [Make.label("Card \(number)", "card-title"), percent, why])
    widget = Make.column([text.margins(14, 0, 0, 0)]).styled("card").sized(-1, CoveredPage.height)
      .expanding()
    let subject = EventSubject("Card \(number)", widget)
    widget.visibility.crossed(rule) { log.note($0, subject) }
  }

  func update() {
    guard let state = widget.visibility.current else { return }
    let reason = reason(of: state)
    percent.setText(Percent.text(state.fraction), of: (widget, "Card \(number)"))
    let faint = state.opacity < 1 ? ", \(Percent.text(state.opacity)) opaque" : ""
    why.setText((reason?.label ?? "visible") + faint)
    widget.setClass("is-visible", reason == nil)
  }

  /// Returns the reason, checking opacity before clipping. `state.reason` is that of the plain
  /// rule.
  private func reason(of state: VisibilitySnapshot) -> InvisibilityReason? {
    switch state.reason {
    case .removed, .notMeasurable, .inactive, .hidden: return state.reason
    default:
      return state.opacity < rule.minimumOpacity - VisibilityRule.tolerance
        ? .transparent : state.reason
    }
  }
}
