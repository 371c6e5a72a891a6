import Foundation
import SightlineGTKToolkit
import SightlineGTKWidgets

/// A header that grows by the pull with its top in place and scrolls away at a parallax rate,
/// with a shrinking title.
final class StretchyHeaderPage: Page {
  private static let height = Setting(
    "Height of the header", 240, in: 120...320, step: 20, unit: "pt")
  private static let rate = Setting(
    "Speed of the picture", 100 * StretchyHeader.defaultParallaxRate, in: 0...100, step: 5,
    unit: "%")
  /// For people without a finger or mouse to drag with.
  private static let pull = Setting("Pull", 0, in: 0...160, step: 10, unit: "pt")

  let widget: WidgetPointer
  private let view: StretchyHeaderView
  private let readout = Make.paragraph("", "readout", "caption")
  private let log: EventLog
  /// The largest pull since the header was last at rest.
  private var most = 0.0

  init(log: EventLog) {
    self.log = log
    Self.pull.value = 0
    view = StretchyHeaderView(
      StretchyHeader(height: Self.height.value, parallaxRate: Self.rate.value / 100),
      title: "Lakes at dusk",
      background: Self.landscape(),
      content: Rows.cards(Invented.places, 30))
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

  var knobs: [Setting] {
    [Self.height, Self.rate, Self.pull.applied { [weak self] in self?.view.pull(by: $0) }]
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
        format: "Scrolled by %.0f pt, pulled by %.0f pt: header %.0f pt high, title %.1f pt",
        offset, view.pull, layout.frame.height, layout.titleSize))
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Pulled down, the header grows.", shot: "rest")
    await stage.move(over: .seconds(1.5)) { view.pull(by: 120 * $0) }
    try await stage.shot("pulled")
    view.release()
    await stage.wait(.milliseconds(400))
    await stage.say("Scrolled up, its picture moves slower than the list.")
    await stage.scroll(view.widget.verticalAdjustment, to: 120, over: .seconds(1.5))
    try await stage.shot("scrolled")
    await stage.scroll(view.widget.verticalAdjustment, to: 0, over: .seconds(1))
  }
}
