// GTK's constructors are declared to return nil, and never do.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// A6, A9, A10: what is covered, faded or hidden is not visible, and each card tells why.
final class CoveredPage: Page {
  static let name = "covered"
  static let title = "Covered, faded, hidden"
  static let summary =
    "What a sheet covers is not visible, nor what is hidden or fainter than 50 %. The glass bar is a "
    + "friendly obstruction: what it covers still counts. Each card tells how much of it shows, and why "
    + "it is invisible."

  static let columns = 3
  static let count = 9
  static let height = 176
  static let faded = 2
  static let hidden = 4
  /// Completely visible, and at least half opaque.
  static let rule = VisibilityRule.fully.minimumOpacity(0.5)

  let widget: WidgetPointer
  private var cards: [CoveredCard] = []
  private let ghost = Make.column().styled("ghost")
  private let sheet = Make.column(spacing: 6).styled("sheet")
  private let sheetText = Make.label("", "caption")
  private lazy var rise = Glide(0) { [weak self] _ in self?.placeSheet() }
  private lazy var fade = Glide(1) { [weak self] in self?.setOpacity($0) }

  init(log: EventLog) {
    let grid = gtk_grid_new()!
    for set in [gtk_grid_set_row_spacing, gtk_grid_set_column_spacing] {
      set(sightline_grid(grid), 14)
    }
    gtk_grid_set_column_homogeneous(sightline_grid(grid), 1)
    gtk_grid_set_row_homogeneous(sightline_grid(grid), 1)
    grid.margins(34, 24, 24, 24)
    let list = Make.scroller(grid).expanding()
    widget = Make.overlay(list, [])
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    fill(grid, log: log)
    buildSheet()
    let overlay = OpaquePointer(widget)
    gtk_overlay_add_overlay(overlay, sheet)
    let bar = makeBar()
    bar.visibility.setCover(.friendly)
    gtk_overlay_add_overlay(overlay, bar)
    Signal.answer(widget, "get-child-position") { [weak self] arguments in
      self?.place(arguments) ?? false
    }
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  // MARK: Building

  private func fill(_ grid: WidgetPointer, log: EventLog) {
    for number in 1...Self.count {
      let card = CoveredCard(number, log: log)
      let (row, column) = (number - 1).quotientAndRemainder(dividingBy: Self.columns)
      if number == Self.hidden {
        let text = Make.label("Card \(number) is hidden", "caption").expanding()
        ghost.append(text.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER))
        gtk_widget_set_opacity(ghost, 0)
        gtk_grid_attach(sightline_grid(grid), ghost, gint(column), gint(row), 1, 1)
      }
      gtk_grid_attach(sightline_grid(grid), card.widget, gint(column), gint(row), 1, 1)
      cards.append(card)
    }
  }

  private func buildSheet() {
    let handle = Make.block("handle", width: 44, height: 5).aligned(
      GTK_ALIGN_CENTER, GTK_ALIGN_START)
    for child in [handle, Make.label("A sheet", "title"), sheetText] { sheet.append(child) }
    gtk_widget_set_visible(sheet, 0)
  }

  private func makeBar() -> WidgetPointer {
    let text = Make.label("A glass bar: friendly", "caption").expanding(vertically: false)
    let buttons = [
      Make.button("Sheet") { [weak self] in self?.toggleSheet() },
      Make.button("Fade card \(Self.faded)") { [weak self] in self?.toggleFade() },
      Make.button("Hide card \(Self.hidden)") { [weak self] in self?.toggleHidden() },
    ]
    return Make.row(spacing: 8, [text] + buttons).styled("glass")
      .aligned(GTK_ALIGN_FILL, GTK_ALIGN_START)
  }

  // MARK: What covers, fades and hides

  private func toggleSheet() { rise.go(to: rise.value < 0.5 ? 1 : 0) }

  private func toggleFade() { fade.go(to: fade.value > 0.6 ? 0.3 : 1) }

  private func toggleHidden() {
    let card = cards[Self.hidden - 1].widget
    let isShown = gtk_widget_get_visible(card) != 0
    gtk_widget_set_visible(card, isShown ? 0 : 1)
    gtk_widget_set_opacity(ghost, isShown ? 1 : 0)
  }

  private func setOpacity(_ opacity: Double) {
    gtk_widget_set_opacity(cards[Self.faded - 1].widget, opacity)
  }

  private func placeSheet() {
    gtk_widget_set_visible(sheet, rise.value > 0 ? 1 : 0)
    gtk_widget_queue_allocate(widget)
  }

  /// The overlay asks where its children are; all but the sheet lie where it puts them itself.
  private func place(_ arguments: SignalArguments) -> Bool {
    guard arguments.pointer(0, as: WidgetPointer.self) == sheet,
      let place = arguments.pointer(1, as: UnsafeMutablePointer<GdkRectangle>.self)
    else { return false }
    let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
    var least: gint = 0
    gtk_widget_measure(sheet, GTK_ORIENTATION_VERTICAL, width, &least, nil, nil, nil)
    let full = max(least, height * 11 / 20)
    let y = height - gint((Double(full) * rise.value).rounded())
    place.pointee = GdkRectangle(x: 0, y: y, width: width, height: full)
    return true
  }

  // MARK: What is shown

  private func update() {
    for card in cards { card.update() }
    // The sheet tells what it covers: the cards' own words lie under it.
    let covered = cards.compactMap { $0.coveredText }
    let rows = stride(from: 0, to: covered.count, by: Self.columns).map {
      covered[$0..<min($0 + Self.columns, covered.count)].joined(separator: "   ")
    }
    sheetText.setText(rows.isEmpty ? "covers no card" : rows.joined(separator: "\n"))
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(300))
    rise.go(to: 0.5, over: .milliseconds(800))
    await rise.arrival()
    try await stage.shot("sheet-half")
    rise.go(to: 1)
    await rise.arrival()
    try await stage.shot("sheet")
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

/// One card: how much of it shows, and what is in the way.
@MainActor
private final class CoveredCard {
  let widget: WidgetPointer
  private let percent = Make.label("0 %", "number")
  private let why = Make.label("", "caption")
  private let number: Int
  /// How much of it shows, if something covers the rest.
  private(set) var coveredText: String?

  init(_ number: Int, log: EventLog) {
    self.number = number
    gtk_label_set_ellipsize(OpaquePointer(why), PANGO_ELLIPSIZE_END)
    let text = Make.column(spacing: 2, [Make.label("Card \(number)", "card-title"), percent, why])
    widget = Make.column([text.margins(14, 0, 0, 0)]).styled("card").sized(-1, CoveredPage.height)
    widget.visibility.crossed(CoveredPage.rule) { crossing in
      log.note(
        crossing.reason.map { "Card \(number) is invisible: \($0)" } ?? "Card \(number) is visible")
    }
  }

  func update() {
    guard let state = widget.visibility.current else { return }
    let reason = reason(of: state)
    let shown = "\(Int((state.fraction * 100).rounded())) %"
    percent.setText(shown)
    coveredText = reason == .covered ? "Card \(number): \(shown) is left" : nil
    let faint = state.opacity < 1 ? ", \(Int((state.opacity * 100).rounded())) %" : ""
    why.setText((reason?.description ?? "visible") + faint)
    widget.setClass("is-visible", reason == nil)
  }

  /// A state's own reason is that of the plain rule: what is faint comes before what is cut off.
  private func reason(of state: VisibilitySnapshot) -> InvisibilityReason? {
    switch state.reason {
    case .removed, .notMeasurable, .inactive, .hidden: return state.reason
    default:
      return state.opacity < CoveredPage.rule.minimumOpacity - VisibilityRule.tolerance
        ? .transparent : state.reason
    }
  }
}
