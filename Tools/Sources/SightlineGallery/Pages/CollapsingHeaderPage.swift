import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// A header that shrinks from 82 to 53 pt when the offset passes −142.
final class CollapsingHeaderPage: Page {
  static let name = "collapsing-header"
  static let title = "Collapsing header"
  static let summary =
    "82 pt high at rest and 53 pt once the content's top passes −142, in 0.08 s. The label "
    + "disappears, the padding shrinks. Jitter around the threshold toggles it once."

  let widget: WidgetPointer
  private let view: CollapsingHeaderView
  private let readout = Make.paragraph("", "readout", "caption")

  init(log: EventLog) {
    let main = Make.label("128", "count")
    let label = Make.label("unread messages", "caption")
    for text in [main, label] { gtk_label_set_xalign(OpaquePointer(text), 0.5) }
    // Lengths in points don't scale with the text; an app must scale them, as here.
    let scale = Style.shared.wholeTextScale
    view = CollapsingHeaderView(
      style: CollapsingHeader.Style(
        expandedHeight: Self.expanded * scale, collapsedHeight: Self.collapsed * scale,
        threshold: Self.threshold),
      main: main, label: label,
      content: Rows.cards(
        (1...40).map { "Message \($0)" }, text: "The first line of the message"))
    ScrollKeys.add(to: view.scroller, named: "Messages")
    widget = Make.column([view.widget.expanding().sized(-1, 280), readout])
    view.collapseChanged { log.note($0 ? "Header collapses" : "Header expands") }
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  /// The last settings, in points.
  private static var expanded = 82.0
  private static var collapsed = 53.0
  private static var threshold = 142.0

  var knobs: [Knob] {
    [
      Knob(
        "Expanded", .slider(Self.expanded, in: 60...160, step: 1, unit: "pt"), rebuilds: true
      ) { Self.expanded = $0 },
      Knob(
        "Collapsed", .slider(Self.collapsed, in: 40...60, step: 1, unit: "pt"), rebuilds: true
      ) { Self.collapsed = $0 },
      Knob(
        "Threshold", .slider(Self.threshold, in: 20...400, step: 1, unit: "pt"), rebuilds: true
      ) { Self.threshold = $0 },
    ]
  }

  private func update() {
    let offset = ScrollObserver.of(view.scroller).geometry.distance(along: .vertical)
    readout.setText(
      String(
        format: "content at %@%.0f · header %.0f high", offset > 0 ? "−" : "", offset, view.height))
  }

  func perform(_ stage: Stage) async throws {
    let adjustment = view.scroller.verticalAdjustment
    await stage.scroll(adjustment, to: Self.threshold - 1, over: .seconds(0.8))
    try await stage.shot("before")
    await stage.scroll(adjustment, to: Self.threshold + 1, over: .zero)
    await stage.wait(.milliseconds(200))
    try await stage.shot("collapsed")
    for step in 0..<20 {
      let offset = Self.threshold + (step.isMultiple(of: 2) ? -1 : 1)
      await stage.scroll(adjustment, to: offset, over: .zero)
    }
    await stage.scroll(adjustment, to: Self.threshold / 2, over: .seconds(0.6))
    await stage.wait(.milliseconds(150))
    try await stage.shot("expanded")
    await stage.scroll(adjustment, to: 0, over: .seconds(0.3))
  }
}
