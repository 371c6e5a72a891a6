import Foundation
import SightlineGTK
import SightlineGTKToolkit

/// A scrolled window's geometry and phases, live.
final class ScrollPhasesPage: Page {
  let widget: WidgetPointer
  private let scroller: WidgetPointer
  private var chips: [WidgetPointer] = []
  private var values: [WidgetPointer] = []
  private let observer: ScrollObserver

  private static let names = ["Offset", "Content", "Container", "Visible"]

  init(log: EventLog) {
    let rows = Rows.cards(Invented.places, 60)
    scroller = Make.scroller(rows, named: "Rows").expanding().sized(-1, 220)
    observer = ScrollObserver.of(scroller)
    chips = ScrollingPhase.allCases.map { Make.label("\($0)", "phase") }
    values = Self.names.map { _ in Make.label("", "card-title").reserving(11) }
    let numbers = zip(Self.names, values).map { name, value in
      Make.column(spacing: 2, [Make.label(name, "caption"), value]).styled("measure")
    }
    let places = [("To the top", 0.0), ("To 1500", 1_500), ("To the end", 100_000)]
    let go = places.map { [observer] name, offset in
      Make.button(name) { observer.scroll(to: offset, over: .seconds(0.8)) }
    }
    let tools = [Flow.make(chips), Make.grid(numbers, least: 145), Flow.make(go)]
    widget = Make.column([Make.column(tools).styled("toolbar"), scroller])
    observer.geometryChanged { [weak self] in self?.show($0) }
    observer.phaseChanged { [weak self] change in
      log.note("\(change.from) → \(change.to)")
      self?.show(change.to)
    }
    show(observer.phase)
    show(observer.geometry)
  }

  private func show(_ phase: ScrollingPhase) {
    for (chip, other) in zip(chips, ScrollingPhase.allCases) {
      chip.setClass("is-on", other == phase)
    }
  }

  private func show(_ geometry: ScrollMetrics) {
    let visible = geometry.visibleRect
    let texts = [
      String(
        format: "%.0f · %.0f %%", geometry.contentOffset.y,
        geometry.progress(along: .vertical) * 100),
      String(format: "%.0f × %.0f", geometry.contentSize.width, geometry.contentSize.height),
      String(format: "%.0f × %.0f", geometry.containerSize.width, geometry.containerSize.height),
      String(format: "%.0f … %.0f", visible.minY, visible.maxY),
    ]
    for (label, text) in zip(values, texts) { label.setNumbers(text) }
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("At rest the phase is idle.", shot: "idle")
    await stage.say("A scroll by the program is animating.")
    observer.scroll(to: 1_500, over: .seconds(2))
    try await stage.shot("animating", after: .seconds(1))
    await stage.wait(.milliseconds(1_300))
    await stage.say("The wheel is interacting.")
    // Like the wheel: a turn, followed by a change of the offset.
    for _ in 0..<30 {
      observer.wheelTurned()
      await stage.scroll(
        scroller.verticalAdjustment, to: observer.geometry.contentOffset.y + 15, over: .zero)
    }
    observer.wheelTurned()
    gtk_adjustment_set_value(scroller.verticalAdjustment, observer.geometry.contentOffset.y + 60)
    try await stage.shot("wheel")
    await stage.wait(.milliseconds(300))
  }
}
