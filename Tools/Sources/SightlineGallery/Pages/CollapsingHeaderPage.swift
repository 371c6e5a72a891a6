import Foundation
import SightlineGTKToolkit
import SightlineGTKWidgets

/// A header that shrinks from 82 to 53 pt past a threshold.
final class CollapsingHeaderPage: Page {
  let widget: WidgetPointer
  private let view: CollapsingHeaderView
  private let readout = Make.paragraph("", "readout", "caption")

  init(log: EventLog) {
    let main = Make.label("128", "count").textAligned(0.5)
    let label = Make.label("unread messages", "caption").textAligned(0.5)
    // Lengths in points don't scale with the text; an app must scale them, as here.
    let scale = Style.shared.wholeTextScale
    view = CollapsingHeaderView(
      style: CollapsingHeader.Style(
        expandedHeight: Self.expanded.value * scale, collapsedHeight: Self.collapsed.value * scale,
        threshold: Self.threshold.value),
      main: main, label: label,
      content: Rows.cards(Invented.messages, 40))
    ScrollKeys.add(to: view.scroller, named: "Messages")
    widget = Make.column([view.widget.expanding().sized(-1, 280), readout])
    view.collapseChanged { log.note($0 ? "Header collapses" : "Header expands") }
  }

  private static let expanded = Setting("Height at rest", 82, in: 60...160, step: 1, unit: "pt")
  private static let collapsed = Setting(
    "Height when scrolled", 53, in: 40...60, step: 1, unit: "pt")
  private static let threshold = Setting("Collapse after", 142, in: 20...400, step: 1, unit: "pt")

  var knobs: [Setting] { [Self.expanded, Self.collapsed, Self.threshold] }

  func frameEnded() {
    let offset = ScrollObserver.of(view.scroller).geometry.distance(along: .vertical)
    readout.setText(String(format: "Scrolled by %.0f pt, header %.0f pt high", offset, view.height))
  }

  func perform(_ stage: Stage) async throws {
    let (adjustment, threshold) = (view.scroller.verticalAdjustment, Self.threshold.value)
    await stage.say("Scrolling towards the threshold.")
    await stage.scroll(adjustment, to: threshold - 1, over: .seconds(1.2))
    try await stage.shot("before")
    await stage.say("One point further, and it collapses.")
    await stage.scroll(adjustment, to: threshold + 1, over: .zero)
    try await stage.shot("collapsed", after: .milliseconds(200))
    await stage.say("Trembling around the threshold changes nothing.")
    for step in 0..<60 {
      let offset = threshold + (step.isMultiple(of: 2) ? -1 : 1)
      await stage.scroll(adjustment, to: offset, over: .zero)
    }
    await stage.say("Well above it, the header expands.")
    await stage.scroll(adjustment, to: threshold / 2, over: .seconds(1))
    try await stage.shot("expanded", after: .milliseconds(150))
    await stage.scroll(adjustment, to: 0, over: .seconds(0.3))
  }
}
