import SightlineGTK
import SightlineGTKToolkit

/// The handwritten recipe and Sightline on the same rows: their lost and false events, counted
/// against the truth, and their cost.
final class WithAndWithoutPage: Page {
  static let count = 300

  private static let threshold = Setting(
    "An item counts from", 50, in: 10...100, step: 10, unit: "%")
  private static let dwell = Setting("Seen after", 1, in: 0.5...3, step: 0.5, unit: "s")

  let widget: WidgetPointer
  private let list = NumberList("Feed", count: WithAndWithoutPage.count)
  private let sheet: WidgetPointer
  private let log: EventLog
  private let recipe: HandWrittenRecipe
  private let rows = ItemVisibility<FeedItem>()
  private let truth: FeedTruth
  private let byHand = FeedSide("By hand")
  private let sightline = FeedSide("Sightline")
  private var sides: [FeedSide] { [byHand, sightline] }
  private var feedRows: [WidgetPointer: FeedRow] = [:]
  private var bound: [FeedItem: WeakObjectReference<WidgetPointer>] = [:]
  private var settling: LoopSource?
  private var passes = 0
  private var turning: LoopSource?

  init(log: EventLog) {
    self.log = log
    let words = Make.label("A sheet", "title")
    sheet = Make.column([words]).styled("sheet").sized(-1, 170)
      .aligned(GTK_ALIGN_FILL, GTK_ALIGN_END)
    gtk_widget_set_visible(sheet, 0)
    let dwell = Duration.seconds(Self.dwell.value)
    let fraction = Self.threshold.value / 100
    recipe = HandWrittenRecipe(list: list.widget, fraction: fraction, dwell: dwell)
    truth = FeedTruth(fraction: fraction, dwell: dwell, sheet: sheet)
    let tools = Make.column().styled("toolbar")
    let overlay = Make.overlay(list.widget, [sheet]).expanding()
    gtk_widget_set_overflow(overlay, GTK_OVERFLOW_HIDDEN)
    widget = Make.column([tools, overlay])
    connect()
    observe()
    fill(tools)
    Signal.connect(widget, "unrealize") { [weak self] in self?.turning?.cancel() }
    // Carousels turn while the page is shown, as in many apps, unless motion is reduced.
    turnLater()
  }

  private func turnLater() {
    turning = MainLoop.after(.seconds(2)) { [weak self] in
      if !Style.shared.reducesMotion { self?.turn() }
      self?.turnLater()
    }
  }

  var knobs: [Setting] { [Self.threshold, Self.dwell] }

  // MARK: Building

  private func fill(_ tools: WidgetPointer) {
    let buttons = Flow.make([
      Make.label("Try", "caption"),
      Make.button("Fling") { [list] in list.throwList(by: 6_000) },
      Make.button("Turn carousels") { [weak self] in self?.turn() },
      Make.button("Sheet") { [weak self] in self?.toggleSheet() },
      Make.button("Remove first 5") { [weak self] in self?.removeFirst() },
    ])
    let counts = Make.row(spacing: 8, sides.map(\.widget))
    gtk_box_set_homogeneous(sightline_box(counts), 1)
    for child in [buttons, counts] { tools.append(child) }
    for side in sides {
      side.verdict.onMistake = { [weak self] event, isLost in self?.note(event, isLost, of: side) }
    }
  }

  private func connect() {
    list.connect { [weak self, list] in
      let row = FeedRow(in: list.widget)
      let widget = row.widget
      self?.feedRows[widget] = row
      Signal.connect(widget, "destroy") { [weak self] in self?.feedRows[widget] = nil }
      return widget
    } bind: { [weak self] widget, number in
      self?.bind(widget, number)
      return "Row \(number)"
    } unbind: { [weak self] widget, _ in
      self?.unbind(widget)
    }
  }

  private func bind(_ widget: WidgetPointer, _ number: Int) {
    guard let row = feedRows[widget] else { return }
    row.bind(number, opening: log.opening)
    for (item, widget) in row.shown {
      bound[item] = WeakObjectReference(widget)
      rows.bind(widget, to: item)
    }
  }

  private func unbind(_ widget: WidgetPointer) {
    guard let row = feedRows[widget] else { return }
    for (item, widget) in row.shown {
      if bound[item]?.pointer == widget { bound[item] = nil }
      rows.unbind(widget)
    }
    row.unbind()
  }

  private func observe() {
    let rule = VisibilityRule.fraction(Self.threshold.value / 100)
    let own = sightline.verdict
    recipe.report = { [byHand] in byHand.verdict.report($0) }
    rows.changed(rule) { item, state in
      own.report(state == .visible ? .entered(item) : .left(item))
    }
    rows.impression(ImpressionPolicy(rule: rule, dwell: .seconds(Self.dwell.value))) { item, _ in
      own.report(.seen(item))
    }
  }

  // MARK: The truth

  /// Runs after Sightline's pass.
  func frameEnded() {
    recipe.frameEnded(bound)
    let (entered, left) = truth.read(bound)
    for side in sides {
      for item in entered { side.verdict.expect(.entered(item)) }
      for item in left { side.verdict.expect(.left(item)) }
    }
    if let window = widget.visibility.window, window.passCount != passes {
      passes = window.passCount
      sightline.costs.append(window.statistics.last)
    }
    if !(entered.isEmpty && left.isEmpty) { settleSoon() }
  }

  /// Counts after a quiet period. Displaying the counts is not an event.
  private func settleSoon() {
    guard settling == nil else { return }
    settling = MainLoop.after(Verdict.patience) { [weak self] in
      guard let self else { return }
      settling = nil
      let waits = sides.map { $0.verdict.settle() }
      showCounts()
      // Impressions arrive after the last event.
      let isDwelling = !truth.visible.isSubset(of: truth.mustBeSeen)
      if isDwelling || waits.contains(true) { settleSoon() }
    }
  }

  private func showCounts() {
    truth.catchUp()
    byHand.costs = recipe.costs
    for side in sides { side.show(truth) }
  }

  private func note(_ event: Verdict.Event, _ isLost: Bool, of side: FeedSide) {
    let (item, words) =
      switch event {
      case .entered(let item): (item, "entered")
      case .left(let item): (item, "left")
      case .seen(let item): (item, "was seen")
      }
    let subject = EventSubject("\(item)") { [weak self] in self?.bound[item]?.pointer }
    log.note("\(side.name) \(isLost ? "lost" : "false"): \(item) \(words)", subject)
  }

  // MARK: Button actions

  private func turn() { for row in feedRows.values { row.turn() } }

  private func toggleSheet() {
    gtk_widget_set_visible(sheet, gtk_widget_get_visible(sheet) == 0 ? 1 : 0)
  }

  private func removeFirst() { log.note("Removed the first \(list.removeFirst(5))") }

  func perform(_ stage: Stage) async throws {
    await stage.say("Carousels turn, and the recipe doesn't notice.")
    await stage.wait(.milliseconds(1_400))
    await stage.scroll(list.widget.verticalAdjustment, to: 900, over: .seconds(1.5))
    turn()
    try await stage.shot("carousel", after: .milliseconds(1_300))
    await stage.say("A fling, and a sheet that covers rows.")
    list.throwList(by: 6_000)
    await stage.wait(upTo: .seconds(3)) { list.isResting }
    await stage.wait(.milliseconds(1_200))
    list.throwList(by: 6_000)
    await stage.wait(upTo: .seconds(3)) { list.isResting }
    toggleSheet()
    try await stage.shot("sheet", after: .milliseconds(1_300))
    toggleSheet()
    await stage.scroll(list.widget.verticalAdjustment, to: 0, over: .seconds(0.8))
    await stage.say("Rows are removed, and everything is counted.")
    removeFirst()
    await stage.wait(Verdict.patience * 2 + .seconds(Self.dwell.value))
    showCounts()
    try await stage.shot("counted")
    for side in sides { log.note("\(side.name): \(side.words)") }
    try stage.expect(!sightline.hasMistakes, "Sightline's events differ from the truth")
  }
}
