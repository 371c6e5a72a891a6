import SightlineGTKToolkit
import SightlineGTKWidgets

/// A heart that flies from the tapped spot to the tab bar in one second, along an arc.
final class FavouriteHeartPage: Page {
  let widget: WidgetPointer
  private let favourites: Favourites
  private var buttons: [HeartButton] = []

  init(log: EventLog) {
    let grid = AdaptiveGrid(
      AdaptiveColumns(
        minimumItemWidth: 130 * Style.shared.wholeTextScale, spacing: 14,
        margins: LayoutInsets(top: 16, left: 24, bottom: 16, right: 24)))
    let home = Make.line("Home", "tab-item").expanding(vertically: false)
    let tab = Make.line("♥ Favourites 0", "tab-item")
    favourites = Favourites(at: tab, log: log) { tab.setText("♥ Favourites \($0)") }
    widget = Make.overlay(
      Make.column([
        Make.scroller(grid.widget, named: "Cards").expanding().sized(-1, 240),
        Make.row(spacing: 8, [home, tab]).styled("tab-bar"),
      ]),
      [favourites.sheet])
    for number in 1...12 { grid.append(makeCard(number)) }
  }

  private func makeCard(_ number: Int) -> WidgetPointer {
    let heart = HeartButton("Favourite, card \(number)")
    let button = heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    buttons.append(heart)
    let card = Make.row([
      Make.paragraph(Invented.places[number - 1].0, "card-title").expanding(), button,
    ]).styled("story").sized(-1, 84)
    favourites.connect(heart, EventSubject("Card \(number)", card))
    return card
  }

  func perform(_ stage: Stage) async throws {
    await stage.say("Three hearts, one after the other.")
    for index in [0, 4, 2] {
      gtk_widget_activate(buttons[index].widget)
      await stage.wait(.milliseconds(500))
    }
    try await stage.shot("in-flight")
    await stage.wait(.seconds(1))
    try await stage.say("They count once they have landed on the tab.", shot: "arrived")
    await stage.say("Another one, from below.")
    gtk_widget_activate(buttons[8].widget)
    await stage.wait(.milliseconds(1_400))
  }
}
