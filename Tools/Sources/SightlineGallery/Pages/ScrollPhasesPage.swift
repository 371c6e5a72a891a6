import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineScroll

/// C1 and C12: a scrolled window's geometry and its phases, live.
final class ScrollPhasesPage: Page {
  static let name = "scroll-phases"
  static let title = "Geometry and phases"
  static let summary =
    "Offset, sizes and the visible part of a scrolled window, and what it is doing: touch it, turn the "
    + "wheel, pull its bar, or let the program scroll. When nothing moves, nothing runs."

  let widget: WidgetPointer
  private let scroller: WidgetPointer
  private var chips: [WidgetPointer] = []
  private var values: [WidgetPointer] = []
  private let observer: ScrollObserver

  private static let names = ["Offset", "Content", "Container", "Visible"]

  init(log: EventLog) {
    scroller = Make.scroller(
      Rows.cards((1...60).map { "Row \($0)" }, text: "Something to scroll past")
    ).expanding()
    observer = ScrollObserver.of(scroller)
    let phases = Make.row(spacing: 8)
    gtk_box_set_homogeneous(sightline_box(phases), 1)
    for phase in ScrollingPhase.allCases {
      let chip = Make.label("\(phase)", "phase")
      gtk_label_set_xalign(OpaquePointer(chip), 0.5)
      chips.append(chip)
      phases.append(chip)
    }
    let numbers = Make.row(spacing: 8)
    gtk_box_set_homogeneous(sightline_box(numbers), 1)
    for name in Self.names {
      let value = Make.label("", "card-title")
      gtk_label_set_ellipsize(OpaquePointer(value), PANGO_ELLIPSIZE_END)
      values.append(value)
      numbers.append(
        Make.column(spacing: 2, [Make.label(name, "caption"), value]).styled("measure"))
    }
    let go = Make.row(spacing: 8)
    widget = Make.column([
      Make.column(spacing: 10, [phases, numbers, go]).margins(16, 20, 12, 20), scroller,
    ])
    for (name, offset) in [("To the top", 0.0), ("To 1500", 1_500), ("To the end", 100_000)] {
      go.append(
        Make.button(name) { [weak self] in
          self?.observer.scroll(to: offset, over: .milliseconds(800))
        })
    }
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
    for (label, text) in zip(values, texts) { label.setText(text) }
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(200))
    try await stage.shot("idle")
    observer.scroll(to: 1_500, over: .milliseconds(900))
    await stage.wait(.milliseconds(450))
    try await stage.shot("animating")
    await stage.wait(.milliseconds(700))
    // As the wheel does: a turn, and the offset that follows it.
    for _ in 0..<6 {
      observer.wheelTurned()
      await stage.scroll(
        scroller.verticalAdjustment, to: observer.geometry.contentOffset.y + 60, over: .zero)
    }
    observer.wheelTurned()
    gtk_adjustment_set_value(
      scroller.verticalAdjustment, observer.geometry.contentOffset.y + 60)
    try await stage.shot("wheel")
    await stage.wait(.milliseconds(300))
  }
}
