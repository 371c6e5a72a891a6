import SightlineGTK
import SightlineGTKToolkit

/// Items taller than the screen, which are never completely visible, under four measures at
/// once; and one with several thresholds.
final class TallItemsPage: Page {
  static let heights = [620, 900, 1_600, 2_400, 900]
  static let ladderItem = 2
  static let ladder = [0.25, 0.5, 0.75, 1]

  let widget: WidgetPointer
  private var items: [TallItem] = []

  init(log: EventLog) {
    let list = Make.column(spacing: 20).margins(16, 24, 24, 24)
    widget = Make.scroller(list, named: "Items").expanding()
    for (index, height) in Self.heights.enumerated() {
      let item = TallItem(number: index + 1, height: height, in: widget, log: log)
      items.append(item)
      list.append(item.widget)
    }
  }

  fileprivate static let threshold = Setting(
    "An item counts from", 50, in: 10...90, step: 10, unit: "%")

  var knobs: [Setting] { [Self.threshold] }

  func frameEnded() { for item in items { item.update() } }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Each item says how much of it shows, in four ways.", shot: "top")
    await stage.say("Half of this item is enough by each.")
    await stage.scroll(widget.verticalAdjustment, to: 970, over: .seconds(1.3))
    try await stage.shot("steps")
    await stage.say("Half of the longest never fits; half of the window does.")
    await stage.scroll(widget.verticalAdjustment, to: 4_400, over: .seconds(1.8))
    try await stage.shot("longest")
    await stage.scroll(widget.verticalAdjustment, to: 0, over: .seconds(0.8))
  }
}

/// An item with its share under each measure.
@MainActor
private final class TallItem {
  let widget: WidgetPointer
  private let scroller: WidgetPointer
  private let measures: [MeasureBox]
  private let shown = Make.paragraph("", "caption")

  init(number: Int, height pixels: Int, in scroller: WidgetPointer, log: EventLog) {
    self.scroller = scroller
    let threshold = TallItemsPage.threshold.value / 100
    let terms = "from \(Percent.text(threshold))"
    measures = [
      MeasureBox("Of item", terms, .share(threshold, of: .item), \.fraction),
      MeasureBox("Of viewport", terms, .share(threshold, of: .viewport), \.viewportShare),
      MeasureBox("Of the smaller", terms, .share(threshold, of: .smaller), \.smallerShare),
      MeasureBox("All edges", "each once", .allEdgesSeen, nil),
    ]
    let title = Make.paragraph("Item \(number) · \(pixels.grouped) pt high", "card-title")
    let heading = Make.column(spacing: 2, [title, shown])
    let grid = Make.grid(measures.map(\.widget), least: 110)
    let panel = Make.column(spacing: 10, [heading, grid]).styled("card")
    widget = StickyRow(height: pixels, body: Self.marks(), panel: panel, in: scroller).widget
      .styled("tall")
    for measure in measures { measure.observe(widget, in: scroller, "Item \(number)", log) }
    if number == TallItemsPage.ladderItem { addLadder(to: panel, number: number, log: log) }
  }

  /// Adds several thresholds to one item, each reported separately.
  private func addLadder(to panel: WidgetPointer, number: Int, log: EventLog) {
    let steps = TallItemsPage.ladder
    let chips = steps.map { Make.label(Percent.text($0), "chip") }
    let subjects = steps.map {
      EventSubject("Item \(number) (from \(GalleryEvent.percent($0)))", widget)
    }
    panel.append(Flow.make([Make.label("Thresholds of the item", "caption")] + chips))
    let references = chips.map { WeakObjectReference($0) }
    widget.visibility.crossed(.thresholds(steps), in: scroller.visibility) { crossing in
      log.note(crossing, subjects[crossing.threshold])
      references[crossing.threshold].pointer?.setClass("is-on", crossing.visibility == .visible)
    }
  }

  /// Creates ten marks along the item that show which part is on screen.
  private static func marks() -> WidgetPointer {
    let column = Make.column()
    gtk_box_set_homogeneous(sightline_box(column), 1)
    for index in 0..<10 {
      let mark = Make.label(Percent.text(Double(index) / 10), "mark")
      gtk_label_set_yalign(OpaquePointer(mark), 0)
      mark.setClass("is-first", index == 0)
      column.append(mark.expanding())
    }
    return column
  }

  func update() {
    guard let state = widget.visibility.current(in: scroller.visibility) else { return }
    for measure in measures { measure.update(state) }
    guard let whole = state.boundingRect, let visible = state.visibleRect, whole.height > 0 else {
      return
    }
    let ends = [visible.minY, visible.maxY].map { Percent.text(($0 - whole.minY) / whole.height) }
    let isCut = visible.minY > whole.minY + 0.5 || visible.maxY < whole.maxY - 0.5
    shown.setText("The window shows \(isCut ? "\(ends[0]) to \(ends[1])" : "all of it")")
  }
}

/// A measure, in a box that shows an item's share under it.
@MainActor
private final class MeasureBox {
  let widget = Make.column(spacing: 2).styled("measure")
  private let name: String
  /// The rule that demonstrates the measure.
  private let rule: VisibilityRule
  /// The share the rule evaluates; `nil` for edges, which are either seen or not.
  private let share: ((VisibilitySnapshot) -> Double)?
  private let number = Make.label("–", "percent")
  private let progress = required(gtk_progress_bar_new()).margins(4, 0, 4, 0)
  private var isVisible = false

  init(
    _ name: String, _ terms: String, _ rule: VisibilityRule,
    _ share: ((VisibilitySnapshot) -> Double)?
  ) {
    (self.name, self.rule, self.share) = (name, rule, share)
    let (title, rule) = (Make.paragraph(name, "caption"), Make.paragraph(terms, "caption"))
    for part in [title, number, progress, rule] { widget.append(part) }
  }

  func observe(
    _ item: WidgetPointer, in scroller: WidgetPointer, _ itemName: String, _ log: EventLog
  ) {
    progress.setAccessibleLabel("\(name), \(itemName.lowercased())")
    let box = WeakObjectReference(widget)
    let subject = EventSubject("\(itemName) (\(name.lowercased()))", item)
    item.visibility.crossed(rule, in: scroller.visibility) { [weak self] crossing in
      log.note(crossing, subject)
      box.pointer?.setClass("is-visible", crossing.isVisible)
      self?.isVisible = crossing.isVisible
    }
  }

  func update(_ state: VisibilitySnapshot) {
    let value = share?(state) ?? (isVisible ? 1 : 0)
    progress.setProgress(value)
    number.setText(share == nil ? isVisible ? "seen" : "unseen" : Percent.text(value))
  }
}
