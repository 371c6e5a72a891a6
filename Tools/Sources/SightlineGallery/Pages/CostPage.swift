import SightlineGTK
import SightlineGTKToolkit

/// The cost of tracking: the same with 10,000 tracked widgets as with 100, and nothing while
/// nothing moves.
final class CostPage: Page {
  static let rowHeight = 40
  private static let counts = [100, 1_000, 10_000]

  let widget = Make.column()
  private let log: EventLog
  private let place = Make.column().expanding()
  private let visible: WeakObjectReference<WidgetPointer>
  private let share = ScrollShare()
  private var scroller: WeakObjectReference<WidgetPointer>?
  private var list: WeakObjectReference<WidgetPointer>?
  /// The rows on screen, of the box with this number. Rows of a removed box still report.
  private var visibleRows = 0
  private var box = 0

  init(log: EventLog) {
    self.log = log
    let label = Make.paragraph("", "chip")
    visible = WeakObjectReference(label)
    let buttons = Self.counts.map { count in
      Make.button("\(count.grouped) widgets") { [weak self] in self?.show(count) }
    }
    let tools = Make.column([Flow.make(buttons + [label]), share.widget]).styled("toolbar")
    for child in [tools, place] { widget.append(child) }
    show(Self.counts[0])
  }

  private func show(_ count: Int) {
    place.removeChildren()
    let list = Make.column(spacing: 4).margins(8, 0, 8, 0)
    self.list = WeakObjectReference(list)
    box += 1
    visibleRows = 0
    for number in 1...count {
      let row = Make.row([Make.label("Widget \(number)").margins(0, 0, 0, 12)])
        .styled("target").sized(-1, Self.rowHeight)
      // For recordings.
      gtk_widget_set_name(row, "Widget \(number)")
      list.append(row)
      // Don't log each change; that would cost more than the measured work.
      row.visibility.changed { [weak self, box] state in
        guard let self, self.box == box else { return }
        visibleRows += state == .visible ? 1 : -1
        showVisible(of: count)
      }
    }
    let scroller = Make.scroller(list, named: "Widgets").expanding()
    self.scroller = WeakObjectReference(scroller)
    place.append(scroller)
    share.follow(scroller.verticalAdjustment)
    showVisible(of: count)
    log.note("\(count.grouped) widgets are tracked")
    measure()
    ScrollObserver.of(scroller).phaseChanged { [weak self] in
      guard let self, $0.to == .idle else { return }
      share.show()
      log.note("\(count.grouped) widgets were scrolled: Sightline \(share.words)")
    }
  }

  /// Scrolls by itself once, so that there is something to measure.
  private func measure() {
    MainLoop.after(.milliseconds(400)) { [weak self] in
      guard let scroller = self?.scroller?.pointer, gtk_widget_get_mapped(scroller) != 0 else {
        return
      }
      ScrollObserver.of(scroller).scroll(to: 800, over: .seconds(1.5))
    }
  }

  private func showVisible(of count: Int) {
    // The last leave events arrive after the widgets are gone.
    visible.pointer?.setText("\(visibleRows) of \(count.grouped) are completely visible")
  }

  func perform(_ stage: Stage) async throws {
    for count in [100, 10_000] {
      await stage.say("\(count.grouped) tracked widgets are scrolled.")
      show(count)
      // It measures by itself first.
      await stage.wait(.seconds(2.5))
      await stage.frames(3)
      guard let adjustment = scroller?.pointer?.verticalAdjustment,
        let window = widget.visibility.window
      else { return }
      await stage.scroll(adjustment, to: 60, over: .zero)
      window.statistics = FrameStatistics()
      share.restart()
      await stage.scroll(adjustment, to: 3_000, over: .seconds(1.5))
      let cost = window.statistics
      share.show()
      let mean = (cost.total / max(1, cost.frames)).inMicroseconds(step: 0.1).withPlainSpaces
      log.note(
        "\(count.grouped) widgets, \(cost.frames) scrolled frames: Sightline takes \(mean) "
          + "of a frame on average and reads \(cost.widgetsRead) widgets; it \(share.words)")
      try await stage.shot("\(count)")
      let shown = rows.count { $0.isFullyVisible }
      try stage.expect(
        shown == visibleRows,
        "\(visibleRows) of \(count) widgets are reported visible, but \(shown) are")
    }
    await stage.say("Nothing moves: nothing runs.")
    // GTK's scroll bars fade out after a while.
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

  private var rows: [VisibilitySnapshot] {
    let rows = list?.pointer.map { CustomWidget.children(of: $0) } ?? []
    return rows.compactMap { $0.visibility.current }
  }
}
