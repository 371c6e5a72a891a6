import SightlineGTK
import SightlineGTKToolkit

/// A hundred cards. A card is visible while no sliver of it is hidden.
final class VisibleItemsPage: Page {
  private static let count = 100
  private static let height = 300
  private static let spacing = 32

  let widget: WidgetPointer
  private let scroller: WidgetPointer

  init(log: EventLog) {
    let list = Make.column(spacing: Self.spacing)
    scroller = Make.scroller(list, named: "Cards").expanding()
    let edge = Make.label("edge of the viewport", "edge-name").aligned(GTK_ALIGN_END, GTK_ALIGN_END)
    widget = Make.column([edge, Make.block("edge"), scroller, Make.block("edge")])
    for number in 1...Self.count {
      let title = Make.label("Card \(number)", "title")
      let state = Make.label("invisible", "caption")
      let target = Make.column(spacing: 6, [title, state]).styled("target").sized(-1, Self.height)
      title.expanding().aligned(GTK_ALIGN_CENTER, GTK_ALIGN_END)
      state.expanding().aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START)
      list.append(target)
      let subject = EventSubject("Card \(number)", target)
      let label = WeakObjectReference(state)
      target.visibility.crossed(Self.rule) { crossing in
        let word = crossing.isVisible ? "visible" : "invisible"
        log.note(crossing, subject)
        // The sentences of the page's model, a UIKit app.
        say("TargetView \(number) is \(word)!!")
        label.pointer?.setText(word)
        subject.mark(crossing)
      }
    }
  }

  private static let threshold = Setting(
    "A card counts from", 100, in: 10...100, step: 10, unit: "%")

  private static var rule: VisibilityRule {
    threshold.value < 100 ? .fraction(threshold.value / 100) : .asMuchAsFits
  }

  var knobs: [Setting] { [Self.threshold] }

  func perform(_ stage: Stage) async throws {
    let adjustment = scroller.verticalAdjustment
    try await stage.say("Two cards are completely visible.", shot: "top")
    await stage.say("A sliver of the first is hidden: it has left.")
    await stage.scroll(adjustment, to: 12, over: .seconds(1))
    await stage.say("One after the other comes and goes.")
    await stage.scroll(adjustment, to: Double(3 * (Self.height + Self.spacing)), over: .seconds(3))
    try await stage.shot("scrolled")
    await stage.scroll(adjustment, to: 0, over: .seconds(1))
    try await stage.shot("end")
  }
}
