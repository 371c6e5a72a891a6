import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// All parts together: rows and offers that are observed, a collapsing header that covers them,
/// tabs whose pages keep their scroll position, a carousel, and hearts that fly to the header.
final class ProductPage: Page {
  private static let titles = ["For you", "Favourites of the week", "Nearby", "New"]
  private static let offers = [
    "Two for one", "Free coffee", "Last tickets", "Half price", "New here",
  ]

  private static let share = Setting("A row counts from", 50, in: 10...100, step: 10, unit: "%")
  private static let dwell = Setting("Seen after", 1, in: 0.5...5, step: 0.5, unit: "s")
  static var policy: ImpressionPolicy {
    ImpressionPolicy(rule: .fraction(share.value / 100), dwell: .seconds(dwell.value))
  }

  let widget: WidgetPointer
  private let tabs = PagedTabs()
  private let head: ProductHeader
  private let favourites: Favourites
  private let carousel = CarouselView(mode: .continuous(speed: 25), narrowContent: .repeats)
  private var scrollers: [WidgetPointer] = []
  private var rows: [[ProductRow]] = []
  private let log: EventLog

  init(log: EventLog) {
    self.log = log
    tabs.pagesLieUnderTabs = true
    tabs.label = "Places"
    head = ProductHeader(tabs: tabs)
    favourites = Favourites(at: head.counter, log: log) { [head] in head.showFavourites($0) }
    widget = Make.overlay(head.make().expanding(), [favourites.sheet]).expanding().sized(-1, 320)
    for (index, title) in Self.titles.enumerated() {
      let scroller = makePage(title, top: index == 0 ? makeOffers() : nil)
      scrollers.append(scroller)
      tabs.append(title, scroller)
      Signal.connect(scroller.verticalAdjustment, "value-changed") { [weak self] in
        guard let self, self.tabs.selection == index else { return }
        follow(scroller)
      }
    }
    // The tabs' height is known here.
    let inset = Int((head.header.contentInset + tabs.stripHeight).rounded(.up)) + 12
    for list in rows.compactMap({ $0.first.flatMap { gtk_widget_get_parent($0.widget) } }) {
      gtk_widget_set_margin_top(list, gint(inset))
    }
    tabs.selectionChanged { [weak self] index in
      guard let self, let index else { return }
      log.note("\(Self.titles[index]) selected")
      follow(scrollers[index])
    }
    follow(scrollers[0])
  }

  var knobs: [Setting] { [Self.share, Self.dwell] }

  /// Creates the carousel with its pause button. Its offers are observed like rows.
  private func makeOffers() -> WidgetPointer {
    carousel.label = "Offers"
    carousel.setItems(
      Self.offers.enumerated().map { index, offer in
        let slide = Rows.tile(Make.label(offer, "card-title"), index, "slide").sized(190, 64)
        let subject = EventSubject(offer, slide)
        slide.visibility.impression(of: "\(log.opening) \(offer)", Self.policy) { [log] in
          log.note($0, subject)
        }
        return slide
      })
    let title = Make.line("Offers", "card-title").expanding(vertically: false)
    let bar = Make.row(spacing: 12, [title, PauseButton.make(for: carousel, log)])
    return Make.column(spacing: 6, [bar.margins(0, 24, 0, 24), carousel.widget])
  }

  private func makePage(_ title: String, top: WidgetPointer?) -> WidgetPointer {
    let list = Make.column(spacing: 8).margins(0, 0, 24, 0)
    let number = rows.count
    rows.append(
      Invented.places.indices.map { index in
        let place = Invented.places[(index + 5 * number) % Invented.places.count]
        let row = ProductRow(place, id: "\(log.opening) \(title) \(place.0)", log: log)
        favourites.connect(row.heart, row.subject)
        list.append(row.widget)
        return row
      })
    if let top { gtk_box_insert_child_after(sightline_box(list), top, nil) }
    return Make.scroller(list, named: title)
  }

  func frameEnded() {
    guard let index = tabs.selection else { return }
    for row in rows[index] { row.update() }
    head.showSeen(rows[index].count(where: \.isSeen), of: rows[index].count)
  }

  // MARK: The header

  private func follow(_ scroller: WidgetPointer) {
    let wasCollapsed = head.header.isCollapsed
    head.scroll(to: gtk_adjustment_get_value(scroller.verticalAdjustment))
    if head.header.isCollapsed != wasCollapsed {
      log.note(wasCollapsed ? "Header expands" : "Header collapses")
    }
  }

  func perform(_ stage: Stage) async throws {
    let list = scrollers[0].verticalAdjustment
    await stage.say("Rows turn green while you see them, and count after a second.")
    await stage.wait(.seconds(1))
    await stage.say("Scrolling on: new rows count, and the header covers others.")
    await stage.scroll(list, to: 260, over: .seconds(1.4))
    try await stage.shot("seen")
    await stage.wait(.seconds(1))
    await stage.say("A heart flies to its counter.")
    gtk_widget_activate(rows[0][4].heart.widget)
    try await stage.shot("hearts", after: .milliseconds(300))
    await stage.wait(.milliseconds(800))
    await stage.say("A swipe on the header turns the page.")
    await stage.drag(tabs, to: -300, at: 20)
    try await stage.shot("swipe-on-the-header")
    tabs.endDragging(speed: -500)
    await stage.wait(.milliseconds(600))
    await stage.say("Back: the tab kept its place.")
    tabs.select(0)
    try await stage.shot("as-it-was-left", after: .milliseconds(600))
  }
}
