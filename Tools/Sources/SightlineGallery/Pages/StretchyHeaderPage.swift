import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// C2: a header that grows by the pull with its top in place, moves at a parallax rate when scrolled up,
/// and whose title becomes smaller.
final class StretchyHeaderPage: Page {
  static let name = "stretchy-header"
  static let title = "Stretchy header"
  static let summary =
    "Drag the list down: the header grows by exactly the pull, its top stays put. Scrolled up, the "
    + "picture moves at 0.35 of the speed and the title shrinks."

  static let height = 240.0

  let widget: WidgetPointer
  private let view: StretchyHeaderView
  private let readout = Make.label("", "readout", "caption")
  private let log: EventLog

  init(log: EventLog) {
    self.log = log
    let titles = (1...30).map { "Lake \($0)" }
    view = StretchyHeaderView(
      StretchyHeader(height: Self.height), title: "Lakes at dusk",
      background: Self.landscape(),
      content: Rows.cards(titles, text: "A quiet place, an hour from here"))
    widget = Make.column([view.widget.expanding(), readout])
    ScrollObserver.of(view.widget).geometryChanged { [weak self] _ in self?.update() }
    view.pulled { [weak self] pull in
      self?.update()
      if pull == 0 { self?.log.note("Back at rest") }
    }
    update()
  }

  /// A sun over a lake.
  private static func landscape() -> WidgetPointer {
    let sun = Make.block("sun", width: 72, height: 72)
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START).margins(84, 0, 0, 180)
    let lake = Make.block("lake", height: 100).aligned(GTK_ALIGN_FILL, GTK_ALIGN_END)
    return Make.overlay(Make.block("landscape"), [sun, lake])
  }

  private func update() {
    let offset = ScrollObserver.of(view.widget).geometry.distance(along: .vertical)
    let layout = view.header.layout(scrolled: offset - view.pull, width: 0)
    readout.setText(
      String(
        format: "offset %.0f · pull %.0f · header %.0f high, top at %.0f · title %.1f pt", offset,
        view.pull, layout.frame.height, layout.frame.minY + 0, layout.titleSize))
  }

  func perform(_ stage: Stage) async throws {
    try await stage.shot("rest")
    for step in 1...40 {
      view.pull(by: Double(step) * 3)
      await stage.frames(1)
    }
    log.note("Pulled by \(Int(view.pull))")
    try await stage.shot("pulled")
    view.release()
    await stage.wait(.milliseconds(400))
    await stage.scroll(view.widget.verticalAdjustment, to: 120, over: .seconds(0.7))
    log.note("Scrolled by 120")
    try await stage.shot("scrolled")
    await stage.scroll(view.widget.verticalAdjustment, to: 0, over: .seconds(0.5))
  }
}
