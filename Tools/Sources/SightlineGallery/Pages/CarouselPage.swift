import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Endless carousels that move by 0.25 points per 0.01 s.
final class CarouselPage: Page {
  let widget: WidgetPointer
  private let even: CarouselView
  private let paged: CarouselView
  private let few = CarouselView(narrowContent: .repeats)

  private static let speed = Setting("Speed", 25, in: 0...200, step: 5, unit: "pt/s")
  private static let interval = Setting("Turn a page every", 1, in: 0.5...5, step: 0.5, unit: "s")

  init(log: EventLog) {
    even = CarouselView(mode: .continuous(speed: Self.speed.value), narrowContent: .repeats)
    paged = CarouselView(
      mode: .paged(every: .seconds(Self.interval.value)), alignment: .center,
      narrowContent: .repeats)
    even.setItems((1...7).map { Self.slide($0, width: 130 + 20 * ($0 % 3), height: 110) })
    paged.setItems((1...5).map { Self.slide($0, width: 280, height: 130) })
    few.setItems((1...2).map { Self.slide($0, width: 290, height: 90) })
    let list = Make.column(spacing: 22).margins(18, 0, 24, 0)
    widget = Make.scroller(list, named: "Carousels").expanding().sized(-1, 240)
    let speed = Quantity.text(Self.speed.value, step: 1, unit: "points")
    let interval = Quantity.text(Self.interval.value, step: 0.5, unit: "s")
    for (title, caption, view) in [
      ("All the time", "Seven items of three widths, at \(speed) a second", even),
      ("A page at a time", "A centred page every \(interval)", paged),
      ("Two items", "Two items, repeated to fill the width", few),
    ] {
      let words = Rows.words(title, Make.paragraph(caption, "caption"))
      view.label = title
      list.append(
        Make.column([
          Make.row(spacing: 12, [words, PauseButton.make(for: view, log)]).margins(0, 24, 8, 24),
          view.widget,
        ]))
    }
    paged.currentItemChanged { [weak self] item in
      guard let self, let item else { return }
      log.note("Page \(item + 1) of \(paged.count)", EventSubject("Pages", paged.widget))
    }
  }

  var knobs: [Setting] { [Self.speed, Self.interval] }

  private static func slide(_ number: Int, width: Int, height: Int) -> WidgetPointer {
    Rows.tile(Make.label("\(number)", "number"), number - 1, "slide").sized(width, height)
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Three carousels turn by themselves.", shot: "turning", after: .seconds(1))
    await stage.say("A finger takes over, and the throw runs out.")
    if even.hold() { await stage.move(over: .milliseconds(500)) { even.drag(to: 260 * $0) } }
    try await stage.shot("dragged")
    even.letGo(speed: 500)
    // With reduced motion, or paused, it never turns.
    await stage.wait(upTo: .seconds(6)) { paged.isTicking }
    try await stage.shot("page-turning", after: .milliseconds(120))
    await stage.say("One turns page by page.")
    await stage.wait(.seconds(2))
  }
}
