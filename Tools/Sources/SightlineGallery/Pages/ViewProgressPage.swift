import SightlineGTK
import SightlineGTKToolkit

/// The progress of cards through the viewport, in CSS's four ranges.
final class ViewProgressPage: Page {
  private static let heights = [190, 240, 190, 900, 190, 280, 190, 190]

  let widget: WidgetPointer
  private var cards: [ProgressCard] = []

  init(log: EventLog) {
    let list = Make.column(spacing: 16).margins(16, 24, 16, 24)
    widget = Make.scroller(list, named: "Cards").expanding().sized(-1, 260)
    for (index, height) in Self.heights.enumerated() {
      let card = ProgressCard(number: index + 1, height: height, in: list, of: widget, log: log)
      list.append(card.widget)
      cards.append(card)
    }
  }

  func frameEnded() { for card in cards { card.update() } }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Bars fill as cards travel through the window.", shot: "top")
    await stage.scroll(widget.verticalAdjustment, to: 300, over: .seconds(1.5))
    try await stage.shot("middle")
    await stage.say("A card taller than the window contains the window instead.")
    await stage.scroll(widget.verticalAdjustment, to: 800, over: .seconds(1.5))
    try await stage.shot("tall")
    await stage.scroll(widget.verticalAdjustment, to: 0, over: .seconds(1))
  }
}

@MainActor
private final class ProgressCard {
  private static let ranges: [ViewProgress.Range] = [.entry, .contain, .exit, .cover]

  let widget: WidgetPointer
  private let list: WidgetPointer
  private let scroller: WidgetPointer
  private let subject: EventSubject
  private let log: EventLog
  private var cells: [(bar: WidgetPointer, text: WidgetPointer)] = []
  private var isCovering = false

  init(
    number: Int, height: Int, in list: WidgetPointer, of scroller: WidgetPointer, log: EventLog
  ) {
    self.list = list
    self.scroller = scroller
    self.log = log
    var lines: [WidgetPointer] = []
    for range in Self.ranges {
      let name = Make.label("\(range)", "caption").reserving(7)
      let bar = required(gtk_progress_bar_new()).expanding(vertically: false)
        .aligned(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
      bar.setAccessibleLabel("Card \(number), \(range)")
      let text = Make.label("0 %", "progress-value").reserving(5).textAligned(1)
      cells.append((bar, text))
      lines.append(Make.row(spacing: 10, [name, bar, text]))
    }
    let panel = Make.column(
      spacing: 3, [Make.label("\(height) pt high", "card-title")] + lines
    ).styled("card")
    let name = Make.label("\(number)", "number").margins(24, 0, 0, 22)
    gtk_label_set_yalign(OpaquePointer(name), 0)
    widget = StickyRow(height: height, body: name, panel: panel, in: scroller).widget.styled("tall")
    subject = EventSubject("Card \(number)", widget)
  }

  func update() {
    guard let bounds = widget.bounds(in: list), bounds.height > 0 else { return }
    // The list's margin belongs to the content, not to the list.
    let margin = LayoutPoint(x: 0, y: Double(gtk_widget_get_margin_top(list)))
    let progress = ViewProgress(
      of: bounds.offset(by: margin), in: ScrollObserver.of(scroller).geometry)
    for (range, cell) in zip(Self.ranges, cells) {
      let value = progress.value(in: range)
      cell.bar.setProgress(value)
      cell.text.setNumbers("\(Int((value * 100).rounded(.down))) %")
    }
    let cover = progress.value(in: .cover)
    let isNow = cover > 0 && cover < 1
    if isNow != isCovering {
      isCovering = isNow
      log.note("\(subject.name) \(isNow ? "appeared" : "disappeared")", subject)
    }
  }
}
