@_spi(Gallery) import SightlineCore
import SightlineGTK
import SightlineGTKToolkit

/// Carousels inside a feed. The carousel clips an item at the sides and the feed clips it above
/// and below; both count.
final class CarouselsPage: Page {
  static let carousels = 6
  static let itemsPerCarousel = 12

  let widget: WidgetPointer
  private var strips: [WidgetPointer] = []
  private var items: [CarouselItem] = []

  init(log: EventLog) {
    let list = Make.column(spacing: 20).margins(16, 0, 24, 0)
    widget = Make.scroller(list, named: "Feed").expanding()
    for number in 1...Self.carousels {
      list.append(Self.story(number))
      let row = Make.row(spacing: 12).margins(8, 24, 14, 24)
      for index in 1...Self.itemsPerCarousel {
        let item = CarouselItem(number: index, carousel: number)
        row.append(item.widget)
        items.append(item)
        let subject = EventSubject("Carousel \(number), item \(index)", item.widget)
        item.widget.visibility.crossed(Self.rule) { crossing in
          log.note(crossing, subject)
          subject.mark(crossing)
        }
      }
      let strip = Make.scroller(row, named: "Carousel \(number)", horizontal: true, vertical: false)
      ScrollKeys.passWheel(over: strip, to: widget)
      strips.append(strip)
      list.append(
        Make.column([
          Make.label("Carousel \(number)", "card-title").margins(0, 24, 0, 24), strip,
        ]))
    }
  }

  private static let threshold = Setting(
    "An item counts from", 100, in: 10...100, step: 10, unit: "%")

  private static var rule: VisibilityRule { .share(threshold.value / 100, of: .item) }

  var knobs: [Setting] { [Self.threshold] }

  func frameEnded() { for item in items { item.update() } }

  private static func story(_ number: Int) -> WidgetPointer {
    let place = Invented.places[number]
    return Rows.words(place.0, Make.line(place.1, "caption")).styled("card").margins(0, 24, 0, 24)
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Green items are completely visible.", shot: "top")
    await stage.say("Scrolled sideways, others are cut off.")
    await stage.scroll(strips[0].horizontalAdjustment, to: 450, over: .seconds(1))
    try await stage.shot("carousel")
    await stage.say("The feed cuts them off above and below.")
    await stage.scroll(widget.verticalAdjustment, to: 390, over: .seconds(1))
    await stage.scroll(strips[2].horizontalAdjustment, to: 990, over: .seconds(1))
    try await stage.shot("feed")
    await stage.scroll(widget.verticalAdjustment, to: 0, over: .seconds(1))
  }
}

/// A carousel item that shows its visible fraction and the reason for the rest.
@MainActor
private final class CarouselItem {
  let widget: WidgetPointer
  private let share = Make.label("–", "percent")
  private let reason = Make.line("", "caption")
  private let name: String

  init(number: Int, carousel: Int) {
    self.name = "Carousel \(carousel), item \(number)"
    let title = Make.label("\(carousel) · \(number)", "title")
    let picture = Rows.tile(title, carousel + number, "picture").sized(-1, 76)
    widget = Make.column(spacing: 0, [picture, share.margins(8, 0, 0, 0), reason]).styled("card")
      .sized(168, -1)
  }

  func update() {
    guard let state = widget.visibility.current else { return }
    share.setText(Percent.text(state.fraction), of: (widget, name))
    reason.setText(state.reason?.label ?? "all of it")
  }
}
