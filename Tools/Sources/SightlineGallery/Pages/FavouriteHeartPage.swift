import SightlineGTKToolkit
import SightlineGTKWidgets

/// A heart that flies from the tapped spot to the tab bar in one second, along an arc.
final class FavouriteHeartPage: Page {
  let widget: WidgetPointer
  private let hearts: FlyingHeart
  private let tab = Make.line("♥ Favourites 0", "tab-item")
  private var buttons: [HeartButton] = []
  /// The cards whose hearts have arrived and weren't removed.
  private var favourites: Set<Int> = []

  init(log: EventLog) {
    let grid = AdaptiveGrid(
      AdaptiveColumns(
        minimumItemWidth: 130 * Style.shared.wholeTextScale, spacing: 14,
        margins: LayoutInsets(top: 16, left: 24, bottom: 16, right: 24)))
    let home = Make.line("Home", "tab-item").expanding(vertically: false)
    hearts = FlyingHeart(to: tab)
    widget = Make.overlay(
      Make.column([
        Make.scroller(grid.widget, named: "Cards").expanding().sized(-1, 240),
        Make.row(spacing: 8, [home, tab]).styled("tab-bar"),
      ]),
      [hearts.widget])
    for number in 1...12 { grid.append(makeCard(number, log)) }
  }

  private func makeCard(_ number: Int, _ log: EventLog) -> WidgetPointer {
    let heart = HeartButton("Favourite, card \(number)")
    let button = heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    buttons.append(heart)
    let card = Make.row([
      Make.paragraph(Invented.places[number - 1].0, "card-title").expanding(), button,
    ]).styled("story").sized(-1, 84)
    let subject = EventSubject("Heart \(number)", card)
    heart.toggled { [weak self, weak heart] isOn in
      guard let self else { return }
      guard isOn else {
        favourites.remove(number)
        showCount()
        return log.note("\(subject.name) is removed", subject)
      }
      log.note("\(subject.name) flies", subject)
      hearts.fly(from: button) { [weak self] in
        // It may have been removed during the flight.
        guard let self, heart?.isOn == true else { return }
        favourites.insert(number)
        showCount()
        log.note("\(subject.name) landed", subject)
      }
    }
    return card
  }

  private func showCount() { tab.setText("♥ Favourites \(favourites.count)") }

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
