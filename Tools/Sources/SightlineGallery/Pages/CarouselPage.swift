import CGTK
import SightlineCore
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// C8: endless carousels, with the mission's speed of 0.25 points per 0.01 s.
final class CarouselPage: Page {
  static let name = "carousel"
  static let title = "Endless carousel"
  static let summary =
    "They turn by themselves without a seam, can be dragged, stand still while touched, and stop "
    + "where nobody can see them. Each item exists once."

  private static let colours = ["blue", "teal", "green", "purple", "orange"]

  let widget: WidgetPointer
  private let even = CarouselView()
  private let paged = CarouselView(mode: .paged(every: .seconds(1)), alignment: .center)
  private let few = CarouselView(narrowContent: .repeats)
  private var current: Int?

  init(log: EventLog) {
    even.setItems((1...7).map { Self.slide($0, width: 130 + 20 * ($0 % 3), height: 110) })
    paged.setItems((1...5).map { Self.slide($0, width: 420, height: 130) })
    few.setItems((1...2).map { Self.slide($0, width: 290, height: 90) })
    let list = Make.column(spacing: 22).margins(18, 0, 24, 0)
    for (title, caption, view) in [
      ("All the time", "25 points a second, seven items of three widths", even),
      ("A page at a time", "a page every second, in the middle; it turns in 0.35 s", paged),
      ("Two items", "too few to fill the width: what shows at both ends is one widget", few),
    ] {
      let heading = Make.column(
        spacing: 2,
        [
          Make.label(title, "card-title"), Make.label(caption, "caption"),
        ]
      ).margins(0, 20, 8, 20)
      view.label = title
      list.append(Make.column([heading, view.widget]))
    }
    widget = Make.scroller(list).expanding()
    Frames.follow(widget) { [weak self] in
      guard let self, let item = paged.currentItem, item != current else { return }
      current = item
      log.note("page \(item + 1) of \(paged.count)")
    }
  }

  private static func slide(_ number: Int, width: Int, height: Int) -> WidgetPointer {
    let label = Make.label("\(number)", "number").expanding()
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    return Make.column([label]).styled("slide", colours[(number - 1) % colours.count])
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
  /// Drags a carousel with a finger that stays on it, so far to the right.
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
