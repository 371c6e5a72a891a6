import CGTK
import SightlineCore
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// Endless carousels that move by 0.25 points per 0.01 s.
final class CarouselPage: Page {
  static let name = "carousel"
  static let title = "Endless carousel"
  static let summary =
    "They loop seamlessly, can be dragged and paused, and stop while touched, focused or out of "
    + "view. A screen reader finds each item once."

  let widget: WidgetPointer
  private let even: CarouselView
  private let paged: CarouselView
  private let few = CarouselView(narrowContent: .repeats)

  /// The last settings: points per second, and seconds per page.
  private static var speed = 25.0
  private static var interval = 1.0

  init(log: EventLog) {
    even = CarouselView(mode: .continuous(speed: Self.speed), narrowContent: .repeats)
    paged = CarouselView(
      mode: .paged(every: .seconds(Self.interval)), alignment: .center, narrowContent: .repeats)
    even.setItems((1...7).map { Self.slide($0, width: 130 + 20 * ($0 % 3), height: 110) })
    paged.setItems((1...5).map { Self.slide($0, width: 280, height: 130) })
    few.setItems((1...2).map { Self.slide($0, width: 290, height: 90) })
    let list = Make.column(spacing: 22).margins(18, 0, 24, 0)
    widget = ScrollKeys.add(to: Make.scroller(list), named: "Carousels").expanding().sized(-1, 240)
    let speed = Knob.text(Self.speed, step: 1, unit: "points")
    let interval = Knob.text(Self.interval, step: 0.5, unit: "s")
    for (title, caption, view) in [
      ("All the time", "\(speed) a second, seven items of three widths", even),
      ("A page at a time", "a page every \(interval), in the middle; it turns in 0.35 s", paged),
      ("Two items", "too few to fill the width: the item at both ends is one widget", few),
    ] {
      let words = Make.column(
        spacing: 2, [Make.paragraph(title, "card-title"), Make.paragraph(caption, "caption")]
      ).expanding(vertically: false)
      view.label = title
      list.append(
        Make.column([
          Make.row(spacing: 12, [words, PauseButton.make(for: view, log)]).margins(0, 20, 8, 20),
          view.widget,
        ]))
    }
    paged.currentItemChanged { [weak self] item in
      guard let self, let item else { return }
      log.note("Page \(item + 1) of \(paged.count)", EventSubject("Pages", paged.widget))
    }
  }

  var knobs: [Knob] {
    [
      Knob("Speed", .slider(Self.speed, in: 0...200, step: 5, unit: "pt/s"), rebuilds: true) {
        Self.speed = $0
      },
      Knob(
        "A page every", .slider(Self.interval, in: 0.5...5, step: 0.5, unit: "s"), rebuilds: true
      ) {
        Self.interval = $0
      },
    ]
  }

  private static func slide(_ number: Int, width: Int, height: Int) -> WidgetPointer {
    let label = Make.label("\(number)", "number").expanding()
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    return Make.column([label]).styled("slide", Rows.colors[(number - 1) % 5])
      .sized(width, height)
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(700))
    try await stage.shot("turning")
    await stage.drag(even, to: 260)
    try await stage.shot("dragged")
    even.letGo(speed: 500)
    while !paged.isTicking { await stage.wait(.milliseconds(10)) }
    await stage.wait(.milliseconds(120))
    try await stage.shot("page-turning")
    await stage.wait(.milliseconds(700))
  }
}

extension Stage {
  /// Drags a carousel to the right with a finger that stays down.
  func drag(
    _ carousel: CarouselView, to way: Double, over duration: Duration = .milliseconds(500)
  ) async {
    guard carousel.hold() else { return }
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      let progress = min(1, (clock.now - start) / duration)
      carousel.drag(to: way * progress)
      await frames(1)
      if progress >= 1 { return }
    }
  }
}
