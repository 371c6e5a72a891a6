// GTK's constructors are declared as nullable but never return nil.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// A6, A9, A10: covered, faded or hidden cards aren't visible, and each card shows the reason.
final class CoveredPage: Page {
  static let name = "covered"
  static let title = "Covered, faded, hidden"
  static let summary =
    "Covered, hidden and faint cards are not visible. The glass bar is a friendly obstruction: "
    + "cards under it still count. Each card shows its visible fraction and the reason why it is "
    + "invisible."

  static let columns = 3
  static let count = 9
  static let height = 176
  static let faded = 2
  static let hidden = 4
  /// The minimum opacity in percent, and the sheet's cover mode: the last settings, kept when the
  /// page is recreated.
  private static var opacity = 50.0
  private static var sheetMode = 0
  private static let sheetModes: [(name: String, mode: CoverMode)] = [
    ("covers", .opaque), ("is friendly", .friendly), ("is ignored", .none),
  ]

  /// Completely visible, and opaque enough.
  static var rule: VisibilityRule { .fully.minimumOpacity(opacity / 100) }

  var knobs: [Knob] {
    [
      Knob("The sheet", .choice(Self.sheetModes.map(\.name), selected: Self.sheetMode)) {
        [weak self] in
        Self.sheetMode = Int($0)
        self?.sheet.visibility.setCover(Self.sheetModes[Self.sheetMode].mode)
      },
      Knob(
        "Opacity from", .slider(Self.opacity, in: 0...100, step: 10, unit: "%"), rebuilds: true
      ) { Self.opacity = $0 },
    ]
  }

  let widget: WidgetPointer
  private let cards: [CoveredCard]
  private let sheet = Make.column(spacing: 6).styled("sheet")
  private let sheetText = Make.label("", "caption")
  private let grid: WidgetPointer
  private let bar: WidgetPointer
  private var isSheetUp = false
  private var isFaded = false
  private lazy var rise = AnimatedNumber(0, of: widget) { [weak self] _ in self?.placeSheet() }
  private lazy var fade = AnimatedNumber(1, of: widget) { [weak self] in self?.setOpacity($0) }

  init(log: EventLog) {
    cards = (1...Self.count).map { CoveredCard($0, log: log) }
    grid = Tiles.make(gap: 14, mostColumns: Self.columns, cards.map(\.place))
    grid.margins(34, 24, Self.margin, 24)
    bar = Make.column().styled("glass").aligned(GTK_ALIGN_FILL, GTK_ALIGN_START)
    let list = ScrollKeys.add(to: Make.scroller(grid), named: "Cards").expanding()
    widget = Make.overlay(list, [])
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    buildSheet()
    let overlay = OpaquePointer(widget)
    gtk_overlay_add_overlay(overlay, sheet)
    fillBar()
    sheet.visibility.setCover(Self.sheetModes[Self.sheetMode].mode)
    bar.visibility.setCover(.friendly)
    gtk_overlay_add_overlay(overlay, bar)
    ScrollKeys.passWheel(over: bar, to: list)
    Signal.answer(widget, "get-child-position") { [weak self] arguments in
      self?.place(arguments) ?? false
    }
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  // MARK: Building

  private func buildSheet() {
    let handle = Make.block("handle", width: 44, height: 5).aligned(
      GTK_ALIGN_CENTER, GTK_ALIGN_START)
    gtk_label_set_wrap(OpaquePointer(sheetText), 1)
    for child in [handle, Make.label("A sheet", "title"), sheetText] { sheet.append(child) }
    gtk_widget_set_visible(sheet, 0)
  }

  private func fillBar() {
    bar.append(
      Flow.make(
        gap: 8,
        [
          Make.label("A glass bar: friendly", "caption"),
          Make.button("Sheet") { [weak self] in self?.toggleSheet() },
          Make.button("Fade card \(Self.faded)") { [weak self] in self?.toggleFade() },
          Make.button("Hide card \(Self.hidden)") { [weak self] in self?.toggleHidden() },
        ]))
  }

  // MARK: Covering, fading and hiding

  /// Shows or hides the sheet, reversing it if it is moving.
  private func toggleSheet() {
    isSheetUp.toggle()
    rise.go(to: isSheetUp ? 1 : 0)
  }

  private func toggleFade() {
    isFaded.toggle()
    fade.go(to: isFaded ? 0.3 : 1)
  }

  private func toggleHidden() {
    let card = cards[Self.hidden - 1]
    card.setShown(gtk_widget_get_visible(card.widget) == 0)
  }

  private func setOpacity(_ opacity: Double) {
    gtk_widget_set_opacity(cards[Self.faded - 1].widget, opacity)
  }

  private func placeSheet() {
    gtk_widget_set_visible(sheet, rise.value > 0 ? 1 : 0)
    gtk_widget_queue_allocate(widget)
  }

  /// Positions the sheet for the overlay, which positions its other children by default.
  private func place(_ arguments: SignalArguments) -> Bool {
    guard arguments.pointer(0, as: WidgetPointer.self) == sheet,
      let place = arguments.pointer(1, as: UnsafeMutablePointer<GdkRectangle>.self)
    else { return false }
    let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
    let full = fullHeight
    let y = height - gint((Double(full) * rise.value).rounded())
    place.pointee = GdkRectangle(x: 0, y: y, width: width, height: full)
    return true
  }

  /// The height of the raised sheet.
  private var fullHeight: gint {
    var least: gint = 0
    gtk_widget_measure(
      sheet, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(widget), &least, nil, nil, nil)
    return max(least, gtk_widget_get_height(widget) * 11 / 20)
  }

  // MARK: Display

  private static let margin = 24
  /// The cards' overlap with the bar, which makes its transparency visible.
  private static let overlap = 18

  private func update() {
    for card in cards { card.update() }
    // The cards' own texts lie under the sheet, so the sheet shows them.
    let covered = cards.compactMap { $0.coveredText }
    sheetText.setText(covered.isEmpty ? "covers no card" : covered.joined(separator: "   "))
    makeRoom()
  }

  /// Sets the list's margins so that its end can scroll above the sheet and its start below the
  /// bar.
  private func makeRoom() {
    let bottom = gint(Self.margin) + (isSheetUp ? fullHeight : 0)
    if gtk_widget_get_margin_bottom(grid) != bottom { gtk_widget_set_margin_bottom(grid, bottom) }
    // Its own height would exclude its padding.
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(bar, widget, &bounds) != 0 else { return }
    let top = max(0, gint(bounds.size.height) - gint(Self.overlap))
    if gtk_widget_get_margin_top(grid) != top { gtk_widget_set_margin_top(grid, top) }
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(300))
    isSheetUp = true
    rise.go(to: 0.5, over: .milliseconds(800))
    await rise.arrival()
    try await stage.shot("sheet-half")
    rise.go(to: 1)
    await rise.arrival()
    try await stage.shot("sheet")
    isSheetUp = false
    rise.go(to: 0)
    await rise.arrival()
    fade.go(to: 0.3, over: .milliseconds(800))
    await fade.arrival()
    toggleHidden()
    try await stage.shot("faded-hidden")
    await stage.wait(.milliseconds(300))
    toggleHidden()
    fade.go(to: 1)
    await fade.arrival()
    await stage.frames(2)
  }
}

/// A card that shows its visible fraction and the cause of the rest.
@MainActor
private final class CoveredCard {
  let widget: WidgetPointer
  /// The card's container, which marks its place while it is hidden.
  let place: WidgetPointer
  private let ghost: WidgetPointer
  private let percent = Make.label("–", "number")
  private let why = Make.label("", "caption")
  private let number: Int
  private let rule = CoveredPage.rule
  /// The visible fraction, if the card is covered.
  private(set) var coveredText: String?

  init(_ number: Int, log: EventLog) {
    self.number = number
    gtk_label_set_wrap(OpaquePointer(why), 1)
    let text = Make.column(spacing: 2, [Make.label("Card \(number)", "card-title"), percent, why])
    widget = Make.column([text.margins(14, 0, 0, 0)]).styled("card").sized(-1, CoveredPage.height)
      .expanding()
    let hidden = Make.label("Card \(number) is hidden", "caption").expanding()
    gtk_label_set_wrap(OpaquePointer(hidden), 1)
    ghost = Make.column([hidden.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)]).styled("ghost")
      .sized(-1, CoveredPage.height).expanding()
    gtk_widget_set_visible(ghost, 0)
    place = Make.column([widget, ghost])
    let subject = EventSubject("Card \(number)", widget)
    widget.visibility.crossed(rule) { log.note($0, subject) }
  }

  func setShown(_ isShown: Bool) {
    gtk_widget_set_visible(widget, isShown ? 1 : 0)
    gtk_widget_set_visible(ghost, isShown ? 0 : 1)
  }

  func update() {
    guard let state = widget.visibility.current else { return }
    let reason = reason(of: state)
    let shown = Percent.text(state.fraction)
    percent.setText(shown)
    coveredText = reason == .covered ? "Card \(number): \(shown) is left" : nil
    let faint = state.opacity < 1 ? ", \(Percent.text(state.opacity)) opaque" : ""
    why.setText((reason?.description ?? "visible") + faint)
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
