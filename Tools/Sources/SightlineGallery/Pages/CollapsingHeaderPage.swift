import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// C3: a header that becomes lower, 82 to 53 pt, when the offset passes −142.
final class CollapsingHeaderPage: Page {
  static let name = "collapsing-header"
  static let title = "Collapsing header"
  static let summary =
    "82 pt high at rest and 53 pt once the content's top passes −142, in 0.08 s. The label goes, the "
    + "padding shrinks. Trembling about the threshold toggles it once."

  let widget: WidgetPointer
  private let view: CollapsingHeaderView
  private let readout = Make.label("", "readout", "caption")

  init(log: EventLog) {
    let main = Make.label("128", "count")
    let label = Make.label("unread messages", "caption")
    for text in [main, label] { gtk_label_set_xalign(OpaquePointer(text), 0.5) }
    view = CollapsingHeaderView(
      main: main, label: label,
      content: Rows.cards(
        (1...40).map { "Message \($0)" }, text: "The first line of what somebody wrote"))
    widget = Make.column([view.widget.expanding(), readout])
    view.changed { log.note($0 ? "The header collapses" : "The header expands") }
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  private func update() {
    let offset = ScrollObserver.of(view.scroller).geometry.distance(along: .vertical)
    readout.setText(
      String(
        format: "content at %@%.0f · header %.0f high", offset > 0 ? "−" : "", offset, view.height))
  }

  func perform(_ stage: Stage) async throws {
    let adjustment = view.scroller.verticalAdjustment
    await stage.scroll(adjustment, to: 141, over: .seconds(0.8))
    try await stage.shot("before")
    await stage.scroll(adjustment, to: 143, over: .zero)
    await stage.wait(.milliseconds(200))
    try await stage.shot("collapsed")
    for step in 0..<20 {
      await stage.scroll(adjustment, to: step.isMultiple(of: 2) ? 141 : 143, over: .zero)
    }
    await stage.scroll(adjustment, to: 60, over: .seconds(0.6))
    await stage.wait(.milliseconds(150))
    try await stage.shot("expanded")
    await stage.scroll(adjustment, to: 0, over: .seconds(0.3))
  }
}
