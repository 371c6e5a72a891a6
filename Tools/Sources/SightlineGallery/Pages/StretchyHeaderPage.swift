import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// A header that grows by the pull with its top in place and scrolls away at a parallax rate,
/// with a shrinking title.
final class StretchyHeaderPage: Page {
  static let name = "stretchy-header"
  static let title = "Stretchy header"
  static let summary =
    "Drag the list down from any position: past the top the header grows by exactly the pull, and "
    + "its top stays put. Scrolling up moves the picture at 0.35 of the speed and shrinks the "
    + "title."

  /// The last settings: the height in points, and the parallax rate.
  private static var height = 240.0
  private static var rate = StretchyHeader.defaultParallaxRate

  let widget: WidgetPointer
  private let view: StretchyHeaderView
  private let readout = Make.paragraph("", "readout", "caption")
  private let log: EventLog
  /// The largest pull since the header was last at rest.
  private var most = 0.0

  init(log: EventLog) {
    self.log = log
    let titles = (1...30).map { "Lake \($0)" }
    view = StretchyHeaderView(
      StretchyHeader(height: Self.height, parallaxRate: Self.rate), title: "Lakes at dusk",
      background: Self.landscape(),
      content: Rows.cards(titles, text: "A quiet place, an hour from here"))
    ScrollKeys.add(to: view.widget, named: "Lakes")
    widget = Make.column([view.widget.expanding().sized(-1, 320), readout])
    ScrollObserver.of(view.widget).geometryChanged { [weak self] _ in self?.update() }
    view.pullChanged { [weak self] pull in
      guard let self else { return }
      update()
      if pull > most { most = pull }
      guard pull == 0 else { return }
      log.note("Header pulled by \(Int(most)) pt, back at rest")
      most = 0
    }
    update()
  }

  var knobs: [Knob] {
    [
      Knob("Height", .slider(Self.height, in: 120...320, step: 20, unit: "pt"), rebuilds: true) {
        Self.height = $0
      },
      Knob(
        "Parallax", .slider(Self.rate * 100, in: 0...100, step: 5, unit: "%"), rebuilds: true
      ) { Self.rate = $0 / 100 },
      // For people without a finger or mouse to drag with.
      Knob("Pull", .slider(0, in: 0...160, step: 10, unit: "pt")) { [weak self] in
        self?.view.pull(by: $0)
      },
    ]
  }

  /// Creates a picture of a sun over a lake.
  private static func landscape() -> WidgetPointer {
    let sun = Make.block("sun", width: 72, height: 72)
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START).margins(84, 0, 0, 140)
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
    try await stage.shot("pulled")
    view.release()
    await stage.wait(.milliseconds(400))
    await stage.scroll(view.widget.verticalAdjustment, to: 120, over: .seconds(0.7))
    try await stage.shot("scrolled")
    await stage.scroll(view.widget.verticalAdjustment, to: 0, over: .seconds(0.5))
  }
}
