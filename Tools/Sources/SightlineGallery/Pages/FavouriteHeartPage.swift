import CGTK
import SightlineCore
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// A heart that flies from the tapped spot to the tab bar in one second, along an arc.
final class FavouriteHeartPage: Page {
  static let name = "favourite-heart"
  static let title = "Favourite heart"
  static let summary =
    "Tap a heart: it flies to Favourites along an arc in a second, slowing down and fading out; "
    + "tap again to take it back. If the tab moves or the window is resized meanwhile, it ends "
    + "at the tab's new position."

  let widget: WidgetPointer
  private let hearts: FlyingHeart
  private let tab = Make.line("♥ Favourites 0", "tab-item")
  private let home = Make.line("Home", "tab-item").expanding(vertically: false)
  private let bar = Make.row(spacing: 8)
  private var buttons: [HeartButton] = []
  /// The cards whose hearts have arrived and weren't removed.
  private var favourites: Set<Int> = []

  /// The last settings: the number of cards, and whether the tab is the first one.
  private static var count = 12.0
  private static var isFirst = false

  init(log: EventLog) {
    let grid = AdaptiveGrid(
      AdaptiveColumns(
        minimumItemWidth: 130 * Style.shared.wholeTextScale, spacing: 14,
        margins: LayoutInsets(top: 16, left: 20, bottom: 16, right: 20)))
    hearts = FlyingHeart(to: tab)
    widget = Make.overlay(
      Make.column([
        ScrollKeys.add(to: Make.scroller(grid.widget), named: "Cards").expanding().sized(-1, 240),
        bar.styled("tab-bar"),
      ]),
      [hearts.widget])
    for number in 1...Int(Self.count) { grid.append(makeCard(number, log)) }
    bar.append(home)
    bar.append(tab)
    if Self.isFirst { moveTab() }
  }

  private func makeCard(_ number: Int, _ log: EventLog) -> WidgetPointer {
    let heart = HeartButton("Favourite, card \(number)")
    let button = heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    buttons.append(heart)
    let card = Make.row([
      Make.line("Card \(number)", "card-title").expanding(), button,
    ]).styled("story").sized(-1, 84)
    let subject = EventSubject("Heart \(number)", card)
    heart.toggled { [weak self, weak heart] isOn in
      guard let self else { return }
      guard isOn else {
        favourites.remove(number)
        showCount()
        return log.note("\(subject.name) is taken back", subject)
      }
      log.note("\(subject.name) flies", subject)
      hearts.fly(from: button) { [weak self] in
        // It may have been removed during the flight.
        guard let self, heart?.isOn == true else { return }
        favourites.insert(number)
        showCount()
        log.note("\(subject.name) is there", subject)
      }
    }
    return card
  }

  private func showCount() { tab.setText("♥ Favourites \(favourites.count)") }

  var knobs: [Knob] {
    [
      Knob("Favourites first", .toggle(Self.isFirst)) { [weak self] in
        let isFirst = $0 == 1
        if isFirst != Self.isFirst { self?.moveTab() }
        Self.isFirst = isFirst
      },
      Knob("Cards", .slider(Self.count, in: 1...40, step: 1, unit: ""), rebuilds: true) {
        Self.count = $0
      },
    ]
  }

  /// Moves the tab to the other end of the bar.
  private func moveTab() {
    let isLast = gtk_widget_get_next_sibling(tab) == nil
    let (first, last) = isLast ? (tab, home) : (home, tab)
    gtk_box_reorder_child_after(sightline_box(bar), first, nil)
    gtk_box_reorder_child_after(sightline_box(bar), last, gtk_widget_get_last_child(bar))
    // The first one takes the space.
    _ = (first.expanding(vertically: false), last.expanding(horizontally: false, vertically: false))
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(200))
    for index in [0, 4, 2] {
      gtk_widget_activate(buttons[min(index, buttons.count - 1)].widget)
      await stage.wait(.milliseconds(110))
    }
    try await stage.shot("in-flight")
    moveTab()
    await stage.wait(.milliseconds(120))
    try await stage.shot("tab-moved")
    await stage.wait(.milliseconds(1_100))
    try await stage.shot("arrived")
  }
}
