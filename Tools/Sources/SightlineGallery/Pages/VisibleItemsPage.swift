import CGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// A hundred targets, 300 pt high and 32 pt apart, between two red bars of 4 pt that bound the
/// viewport. A target is visible while no sliver of it is hidden.
final class VisibleItemsPage: Page {
  static let name = "visible-items"
  static let title = "Visible items"
  static let summary =
    "100 targets, 300 pt high, 32 pt apart, between two bars of 4 pt. A target is visible while "
    + "all of it is on screen, and invisible again as soon as a sliver is hidden."

  static let count = 100
  static let height = 300
  static let spacing = 32
  static let barHeight = 4

  let widget: WidgetPointer
  let scroller: WidgetPointer
  private(set) var targets: [WidgetPointer] = []

  init(log: EventLog) {
    let list = Make.column(spacing: Self.spacing)
    scroller = ScrollKeys.add(to: Make.scroller(list), named: "Targets").expanding()
    widget = Make.column([
      Make.block("bar", height: Self.barHeight), scroller,
      Make.block("bar", height: Self.barHeight),
    ])
    for number in 1...Self.count {
      let title = Make.label("TargetView \(number)", "title")
      let state = Make.label("invisible", "caption")
      let target = Make.column(spacing: 6, [title, state]).styled("target").sized(-1, Self.height)
      for label in [title, state] { label.expanding().aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER) }
      title.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_END)
      state.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START)
      list.append(target)
      targets.append(target)
      let subject = EventSubject("TargetView \(number)", target)
      let look = (target: WeakObjectReference(target), state: WeakObjectReference(state))
      target.visibility.changed(Self.rule) { change in
        let isVisible = change == .visible
        log.note(change, subject)
        say("\(subject.name) is \(isVisible ? "visible" : "invisible")!!")
        look.state.pointer?.setText(isVisible ? "visible" : "invisible")
        look.target.pointer?.setClass("is-visible", isVisible)
      }
    }
  }

  /// The last setting, kept when the page is recreated.
  private static var threshold = 100.0

  private static var rule: VisibilityRule {
    threshold < 100 ? .fraction(threshold / 100) : .asMuchAsFits
  }

  var knobs: [Knob] {
    [
      Knob(
        "Visible from",
        .slider(Self.threshold, in: 10...100, step: 10, unit: "%"), rebuilds: true
      ) { Self.threshold = $0 }
    ]
  }

  func perform(_ stage: Stage) async throws {
    try await stage.shot("top")
    await stage.scroll(scroller.verticalAdjustment, to: 1_500, over: .seconds(1.5))
    try await stage.shot("scrolled")
    await stage.scroll(scroller.verticalAdjustment, to: 1_499, over: .zero)
    await stage.scroll(scroller.verticalAdjustment, to: 34_000, over: .seconds(2))
    try await stage.shot("end")
    await stage.scroll(scroller.verticalAdjustment, to: 0, over: .seconds(1))
  }
}
