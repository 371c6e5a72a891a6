import CGTK
import Foundation
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// What tracking costs: as much with 10,000 tracked widgets as with 100, and nothing while nothing moves.
final class CostPage: Page {
  static let name = "cost"
  static let title = "What it costs"
  static let summary =
    "All widgets of a plain box are tracked. A frame that scrolls costs the same for 100 as for 10,000; "
    + "while nothing moves, nothing runs."

  static let rowHeight = 40

  let widget: WidgetPointer
  private let log: EventLog
  private let place = Make.column().expanding()
  private let result = Make.label("", "caption")
  private var scroller: WeakObjectReference<WidgetPointer>?
  private var visibleCount = 0

  init(log: EventLog) {
    self.log = log
    widget = Make.column()
    let buttons = [100, 1_000, 10_000].map { count in
      Make.button("\(count) widgets") { [weak self] in self?.show(count) }
    }
    widget.append(Make.row(spacing: 8, buttons + [result.margins(0, 0, 0, 8)]).styled("toolbar"))
    widget.append(place)
    show(100)
  }

  /// Shows a box of so many tracked widgets.
  private func show(_ count: Int) {
    while let old = gtk_widget_get_first_child(place) { gtk_box_remove(sightline_box(place), old) }
    let list = Make.column(spacing: 4).margins(8, 20, 8, 20)
    visibleCount = 0
    let reference = WeakObjectReference(result)
    for number in 1...count {
      let row = Make.row([Make.label("Widget \(number)").margins(0, 0, 0, 12)])
        .styled("target").sized(-1, Self.rowHeight)
      list.append(row)
      row.visibility.changed { [weak self] state in
        guard let self else { return }
        visibleCount += state == .visible ? 1 : -1
        reference.pointer?.setText("\(visibleCount) of \(count) are completely visible")
      }
    }
    let scroller = Make.scroller(list).expanding()
    self.scroller = WeakObjectReference(scroller)
    place.append(scroller)
  }

  func perform(_ stage: Stage) async throws {
    for count in [100, 10_000] {
      show(count)
      await stage.frames(3)
      guard let adjustment = scroller?.pointer?.verticalAdjustment,
        let window = widget.visibility.window
      else { return }
      await stage.scroll(adjustment, to: 60, over: .zero)
      window.statistics = FrameStatistics()
      await stage.scroll(adjustment, to: 3_000, over: .seconds(1.5))
      let cost = window.statistics
      log.note(
        "\(count) widgets: \(cost.frames) scrolled frames, own time \(microseconds(cost.mean)) a frame, "
          + "median \(microseconds(cost.median)), \(cost.widgetsRead) widgets read in the last one")
      try await stage.shot("\(count)")
    }
    // GTK's scroll bars fade away after a while.
    await stage.wait(.seconds(4))
    guard let window = widget.visibility.window else { return }
    window.statistics = FrameStatistics()
    let passes = window.passCount
    await stage.wait(.seconds(2))
    let idle = window.statistics
    log.note(
      "2 s of nothing: \(idle.frames) frames, \(window.passCount - passes) passes, "
        + "\(idle.timers) timers")
    try await stage.shot("idle")
  }

  private func microseconds(_ duration: Duration) -> String {
    String(format: "%.1f µs", duration / .microseconds(1))
  }
}
