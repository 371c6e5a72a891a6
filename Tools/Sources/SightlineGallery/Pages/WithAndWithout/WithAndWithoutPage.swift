import CGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// The handwritten recipe and Sightline on the same rows: their lost and false events, counted
/// against the truth, and their cost.
final class WithAndWithoutPage: Page {
  static let name = "with-and-without"
  static let title = "With and without"
  static let summary =
    "One feed, observed twice: by a typical hand-written recipe and by Sightline. After each frame "
    + "a brute-force computation finds the visible items and counts the mistakes of both."

  static let count = 300
  private static var openings = 0

  /// The last settings, kept when the page is recreated.
  private static var threshold = 50.0
  private static var dwell = 1.0
  private static var pace = HandWrittenRecipe.Pace.onScroll

  let widget: WidgetPointer
  private let scroller: WidgetPointer
  private let model: ObjectReference<OpaquePointer>
  private let sheet: WidgetPointer
  private let log: EventLog
  private let opening: Int
  private let recipe: HandWrittenRecipe
  private let rows = RecycledRows<FeedItem>()
  private let truth: FeedTruth
  private let sides = (recipe: FeedSide("By hand"), sightline: FeedSide("Sightline"))
  private let fling = Fling()
  private var direction = 1.0
  private var feedRows: [WidgetPointer: FeedRow] = [:]
  private var bound: [FeedItem: WeakObjectReference<WidgetPointer>] = [:]
  private var settling: LoopSource?
  private var passes = 0

  init(log: EventLog) {
    Self.openings += 1
    opening = Self.openings
    self.log = log
    let strings = required(gtk_string_list_new(nil))
    model = ObjectReference(strings)
    let factory = required(gtk_signal_list_item_factory_new())
    let view = required(gtk_list_view_new(gtk_no_selection_new(strings), factory)).styled("items")
    view.setAccessibleLabel("Feed")
    scroller = ScrollKeys.add(to: Make.scroller(view), named: "Feed").expanding()
    let words = Make.label("A sheet", "title")
    sheet = Make.column([words]).styled("sheet").sized(-1, 170)
      .aligned(GTK_ALIGN_FILL, GTK_ALIGN_END)
    gtk_widget_set_visible(sheet, 0)
    let dwell = Duration.seconds(Self.dwell)
    recipe = HandWrittenRecipe(
      list: scroller, fraction: Self.threshold / 100, dwell: dwell, pace: Self.pace)
    truth = FeedTruth(fraction: Self.threshold / 100, dwell: dwell, sheet: sheet)
    let tools = Make.column(spacing: 8).styled("toolbar")
    let overlay = Make.overlay(scroller, [sheet]).expanding()
    gtk_widget_set_overflow(overlay, GTK_OVERFLOW_HIDDEN)
    widget = Make.column([tools, overlay])
    for text in (1...Self.count).map(String.init) { gtk_string_list_append(strings, text) }
    connect(factory)
    observe()
    fill(tools)
    Frames.follow(widget) { [weak self] in self?.frameEnded() }
    Signal.connect(widget, "unrealize") { [weak self] in self?.leave() }
  }

  var knobs: [Knob] {
    let paces = HandWrittenRecipe.Pace.allCases
    return [
      Knob(
        "Visible from", .slider(Self.threshold, in: 10...100, step: 10, unit: "%"), rebuilds: true
      ) { Self.threshold = $0 },
      Knob("Seen after", .slider(Self.dwell, in: 0.5...3, step: 0.5, unit: "s"), rebuilds: true) {
        Self.dwell = $0
      },
      Knob(
        "By hand",
        .choice(paces.map(\.name), selected: paces.firstIndex(of: Self.pace) ?? 0), rebuilds: true
      ) { Self.pace = paces[Int($0)] },
    ]
  }

  // MARK: Building

  private func fill(_ tools: WidgetPointer) {
    // Debug builds compare each pass with the reference path.
    assert(
      {
        sides.sightline.remark = ", with a debug build's checks"
        return true
      }())
    tools.append(
      Flow.make(
        gap: 8,
        [
          Make.button("Fling") { [weak self] in self?.throwList() },
          Make.button("Turn carousels") { [weak self] in self?.turn() },
          Make.button("Sheet") { [weak self] in self?.toggleSheet() },
          Make.button("Remove first 5") { [weak self] in self?.removeFirst() },
        ]))
    tools.append(Tiles.make(gap: 10, [sides.recipe.widget, sides.sightline.widget]))
    for side in [sides.recipe, sides.sightline] {
      side.verdict.onMistake = { [weak self] event, isLost in self?.note(event, isLost, of: side) }
    }
  }

  private func connect(_ factory: OpaquePointer) {
    Signal.connect(factory, "setup") { [weak self] arguments in
      guard let self, let item = arguments.pointer(0, as: OpaquePointer.self) else { return }
      let row = FeedRow(in: scroller)
      gtk_list_item_set_child(item, row.widget)
      feedRows[row.widget] = row
      let widget = row.widget
      Signal.connect(widget, "destroy") { [weak self] in self?.feedRows[widget] = nil }
    }
    Signal.connect(factory, "bind") { [weak self] in self?.bind($0) }
    Signal.connect(factory, "unbind") { [weak self] in self?.unbind($0) }
  }

  private func bind(_ arguments: SignalArguments) {
    guard let item = arguments.pointer(0, as: OpaquePointer.self),
      let child = gtk_list_item_get_child(item), let row = feedRows[child],
      let string = gtk_list_item_get_item(item),
      let text = gtk_string_object_get_string(OpaquePointer(string)),
      let number = Int(String(cString: text))
    else { return }
    row.bind(number, opening: opening)
    // The list's own widget around the row would otherwise have no name.
    gtk_widget_get_parent(child)?.setAccessibleLabel("Row \(number)")
    for (item, widget) in row.shown {
      bound[item] = WeakObjectReference(widget)
      recipe.bind(widget, to: item)
      rows.bind(widget, to: item)
    }
  }

  private func unbind(_ arguments: SignalArguments) {
    guard let item = arguments.pointer(0, as: OpaquePointer.self),
      let child = gtk_list_item_get_child(item), let row = feedRows[child]
    else { return }
    for (item, widget) in row.shown {
      if bound[item]?.pointer == widget { bound[item] = nil }
      recipe.unbind(widget, from: item)
      rows.unbind(widget)
    }
    row.unbind()
  }

  private func observe() {
    let rule = VisibilityRule.fraction(Self.threshold / 100)
    let (hand, own) = (sides.recipe.verdict, sides.sightline.verdict)
    recipe.entered = { hand.report(.entered($0)) }
    recipe.left = { hand.report(.left($0)) }
    recipe.seen = { hand.report(.seen($0)) }
    rows.changed(rule) { item, state in
      own.report(state == .visible ? .entered(item) : .left(item))
    }
    rows.impression(ImpressionPolicy(rule: rule, dwell: .seconds(Self.dwell))) { item, _ in
      own.report(.seen(item))
    }
  }

  // MARK: The truth

  /// Runs after Sightline's pass, in the same frame as the recipe.
  private func frameEnded() {
    let (entered, left) = truth.read(bound)
    for verdict in [sides.recipe.verdict, sides.sightline.verdict] {
      for item in entered { verdict.expect(.entered(item)) }
      for item in left { verdict.expect(.left(item)) }
    }
    if let window = widget.visibility.window, window.passCount != passes {
      passes = window.passCount
      sides.sightline.costs.append(window.statistics.last)
    }
    if !(entered.isEmpty && left.isEmpty) { settleSoon() }
  }

  /// Counts after a quiet period. Displaying the counts is not an event.
  private func settleSoon() {
    guard settling == nil else { return }
    settling = MainLoop.after(Verdict.patience) { [weak self] in
      guard let self else { return }
      settling = nil
      let waits = [sides.recipe.verdict, sides.sightline.verdict].map { $0.settle() }
      showCounts()
      // Impressions arrive after the last event.
      if waits.contains(true) || hasOpenDwells { settleSoon() }
    }
  }

  private var hasOpenDwells: Bool {
    truth.catchUp()
    return !truth.visible.isSubset(of: truth.mustBeSeen)
  }

  private func showCounts() {
    truth.catchUp()
    sides.recipe.costs = recipe.costs
    for side in [sides.recipe, sides.sightline] { side.show(impressions(of: side)) }
  }

  private func impressions(of side: FeedSide) -> (lost: Int, wrong: Int) {
    side.verdict.impressions(certain: truth.mustBeSeen, possible: truth.mayBeSeen)
  }

  private func note(_ event: Verdict.Event, _ isLost: Bool, of side: FeedSide) {
    let (item, words) =
      switch event {
      case .entered(let item): (item, "entered")
      case .left(let item): (item, "left")
      case .seen(let item): (item, "was seen")
      }
    let subject = EventSubject("\(item)") { [weak self] in self?.bound[item]?.pointer }
    log.note("\(side.name) \(isLost ? "lost" : "made up"): \(item) \(words)", subject)
  }

  private func leave() {
    recipe.stop()
    fling.stop()
    settling?.cancel()
    settling = nil
  }

  // MARK: Button actions

  private func throwList() {
    fling.start(scroller.verticalAdjustment, of: scroller, by: direction * 6_000)
    direction = -direction
  }

  private func turn() { for row in feedRows.values { row.turn() } }

  private func toggleSheet() {
    gtk_widget_set_visible(sheet, gtk_widget_get_visible(sheet) == 0 ? 1 : 0)
  }

  private func removeFirst() {
    fling.stop()
    let length = Int(g_list_model_get_n_items(model.pointer))
    gtk_string_list_splice(model.pointer, 0, guint(min(5, length)), nil)
    log.note("Removed the first \(min(5, length))")
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(1_400))
    await stage.scroll(scroller.verticalAdjustment, to: 900, over: .seconds(1.5))
    turn()
    await stage.wait(.milliseconds(1_300))
    try await stage.shot("carousel")
    throwList()
    await fling.rest()
    await stage.wait(.milliseconds(1_200))
    throwList()
    await fling.rest()
    toggleSheet()
    await stage.wait(.milliseconds(1_300))
    try await stage.shot("sheet")
    toggleSheet()
    await stage.scroll(scroller.verticalAdjustment, to: 0, over: .seconds(0.8))
    removeFirst()
    await stage.wait(Verdict.patience * 2 + .seconds(Self.dwell))
    showCounts()
    try await stage.shot("counted")
    for side in [sides.recipe, sides.sightline] { log.note("\(side.name): \(side.words)") }
    let verdict = sides.sightline.verdict
    let impressions = impressions(of: sides.sightline)
    guard
      Task.isCancelled || verdict.lost + verdict.wrong + impressions.lost + impressions.wrong == 0
    else {
      throw GalleryError.failed(page: Self.name, "Sightline's events are not the truth's")
    }
  }
}
