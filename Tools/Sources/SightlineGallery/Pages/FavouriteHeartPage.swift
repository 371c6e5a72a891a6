import CGTK
import SightlineCore
import SightlineGTKToolkit
import SightlineGTKWidgets

/// C7: a heart that flies from the tapped spot to the tab bar in a second, along an arc.
final class FavouriteHeartPage: Page {
  static let name = "favourite-heart"
  static let title = "Favourite heart"
  static let summary =
    "Tap a heart: it flies to Favourites along an arc, slows down and fades out, in a second. "
    + "Move the tab meanwhile, or resize the window: it ends where the tab is then."

  let widget: WidgetPointer
  private let hearts: FlyingHeart
  private let tab = Make.label("♥ Favourites 0", "tab-item")
  private let home = Make.label("Home", "tab-item")
  private let bar = Make.row()
  private var buttons: [WidgetPointer] = []
  private var count = 0

  init(log: EventLog) {
    let grid = Make.column(spacing: 14).margins(20)
    hearts = FlyingHeart(to: tab)
    widget = Make.overlay(
      Make.column([Make.scroller(grid).expanding(), bar.styled("tab-bar")]), [hearts.widget])
    for row in 0..<4 {
      let cards = (1...3).map { makeCard(3 * row + $0, log) }
      let line = Make.row(spacing: 14, cards)
      gtk_box_set_homogeneous(sightline_box(line), 1)
      grid.append(line)
    }
    let mover = Make.button("Move the tab") { [weak self] in self?.moveTab() }
    bar.append(home)
    bar.append(
      mover.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER).expanding(vertically: false))
    bar.append(tab)
  }

  private func makeCard(_ number: Int, _ log: EventLog) -> WidgetPointer {
    let heart = HeartButton("Favourite, card \(number)")
    let button = heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    buttons.append(button)
    heart.toggled = { [weak self] isFavourite in
      guard let self else { return }
      guard isFavourite else {
        count(-1)
        return log.note("heart \(number) is taken back: \(count)")
      }
      log.note("heart \(number) flies")
      hearts.fly(from: button) { [weak self] in
        guard let self else { return }
        count(1)
        log.note("heart \(number) is there: \(count)")
      }
    }
    return Make.row([
      Make.label("Card \(number)", "card-title").expanding(), button,
    ]).styled("story").sized(-1, 84)
  }

  private func count(_ change: Int) {
    count += change
    tab.setText("♥ Favourites \(count)")
  }

  /// Puts the tab to the other end of the bar.
  private func moveTab() {
    let isLast = gtk_widget_get_next_sibling(tab) == nil
    let (first, last) = isLast ? (tab, home) : (home, tab)
    gtk_box_reorder_child_after(sightline_box(bar), first, nil)
    gtk_box_reorder_child_after(sightline_box(bar), last, gtk_widget_get_last_child(bar))
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(200))
    for index in [0, 4, 2] {
      gtk_widget_activate(buttons[index])
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
