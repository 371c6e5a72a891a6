#if GTK && os(Linux)
import CSightlineGTK
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll
import SightlineTestSupport
import XCTest

/// A list that loads pages while a user scrolls it and an app changes it. The state is compared
/// with plain rules at rest.
final class RandomLoadsTests: GTKTestCase {
  func testOnePageAtATimeIsLoadedWhenTheEndShows() {
    onMain { driver in
      for seed in seeds { operate(LoadsWorld(seed: seed), seed, driver) }
    }
  }
}

@MainActor
private final class LoadsWorld: WidgetWorld {
  private typealias Row = (widget: WidgetPointer, height: Int, isShown: Bool)

  private let holder = ScrollFixture.box(height: 100)
  private let box = ScrollFixture.box(height: -1)
  private let scroller: ObjectReference<WidgetPointer>
  private let condition: LoadMoreTrigger.Condition
  private let loads = PendingLoads()
  private let controller: LoadMoreController
  private var random: SeededGenerator
  private var rows: [Row] = []
  private var states: [LoadMoreTrigger.State] = [.ready]
  private var wrong: String?
  private var isRetrying = false
  /// Whether the last load failed or was the last one.
  private var ending: PendingLoads.End?
  /// The kinds of changes since the last rest, and the list then.
  private var changes: Set<Change> = []
  private var rest: (isStalled: Bool, count: Int) = (false, 0)

  private enum Change: String { case emptyLoad, scroll, rows, other }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    condition = random.oneIn(3) ? .share(0.9) : .itemFromEnd(3)
    let widget = ScrollFixture.scroller(around: box)
    scroller = ObjectReference(widget)
    gtk_widget_set_vexpand(widget, 1)
    gtk_box_append(sightline_box(holder), widget)
    controller = LoadMoreController(of: widget, itemsIn: box, when: condition) { [loads] in
      try await loads.load()
    }
    controller.stateChanged { [weak self] in
      guard let self else { return }
      if states.last == $0 { wrong = "\($0) was reported again" }
      if $0 == .loading, !isRetrying, !showsEnd(slip: 1) { wrong = "loads before the end" }
      states.append($0)
    }
    add(random.index(9))
  }

  var widget: WidgetPointer { holder }
  var isAtRest: Bool { loads.count == (controller.state == .loading ? 1 : 0) }
  private var isShown: Bool { gtk_widget_get_mapped(scroller.pointer) != 0 }
  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    ScrollFixture.vertical(scroller.pointer)
  }
  private var offset: Double { gtk_adjustment_get_value(adjustment) }
  private var shown: [Row] { rows.filter(\.isShown) }

  // MARK: The app

  private func add(_ count: Int) {
    for _ in 0..<count {
      let height = 20 + 20 * random.index(3)
      let row = ScrollFixture.box(height: height)
      let index = random.oneIn(3) ? random.index(rows.count + 1) : rows.count
      let previous = index == 0 ? nil : rows[index - 1].widget
      gtk_box_insert_child_after(sightline_box(box), row, previous)
      rows.insert((row, height, true), at: index)
    }
  }

  private func remove(_ count: Int) {
    for _ in 0..<count {
      gtk_box_remove(sightline_box(box), rows.remove(at: random.index(rows.count)).widget)
    }
  }

  private func changeRows() {
    switch random.index(5) {
    case 0: remove(random.oneIn(3) ? rows.count : random.index(rows.count + 1))
    case 1: add(random.index(7))
    case 2:
      // The same length.
      let count = random.index(rows.count + 1)
      remove(count)
      add(random.oneIn(2) ? count : random.index(4))
    case 3 where !rows.isEmpty:
      let index = random.index(rows.count)
      rows[index].isShown.toggle()
      gtk_widget_set_visible(rows[index].widget, rows[index].isShown ? 1 : 0)
    default:
      // GTK 4.8 forgets a size requested for a hidden widget.
      guard let index = rows.indices.randomElement(using: &random), rows[index].isShown else {
        return
      }
      rows[index].height = 20 + 20 * random.index(3)
      gtk_widget_set_size_request(rows[index].widget, -1, gint(rows[index].height))
    }
  }

  func act(in window: WidgetPointer) -> String {
    switch random.index(14) {
    case 0...2:
      changes.insert(.scroll)
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      let target = random.oneIn(3) ? random.number(0...1) * end : offset + random.number(-60...60)
      gtk_adjustment_set_value(adjustment, target)
      return "scroll to \(target)"
    case 3...6:
      guard isAtRest, controller.state == .loading else { return "no load" }
      guard let end = loads.end(&random, adding: { _ in }) else { return "no load" }
      add(end.count)
      changes.insert(end.isEmpty ? .emptyLoad : .other)
      ending = end
      return "\(end)"
    case 7...9:
      for _ in 0..<1 + random.index(2) { changeRows() }
      // Changes just after a load may leave as many items as before it.
      changes.insert(controller.state == .loading && loads.count == 0 ? .emptyLoad : .rows)
      controller.changed(itemCount: shown.count)
      return "rows \(rows.map { $0.isShown ? $0.height : -1 })"
    case 10:
      changes.insert(.other)
      ending = nil
      if random.oneIn(2) { changeRows() }
      controller.reset()
      return "\(shown.count) other rows"
    case 11:
      if controller.state == .failed { ending = nil }
      changes.insert(.other)
      isRetrying = true
      controller.retry()
      isRetrying = false
      return "retry"
    case 12:
      changes.insert(.other)
      return changePlace()
    default:
      changes.insert(.other)
      return changeSystem(of: window, &random)
    }
  }

  private func changePlace() -> String {
    let scroller = scroller.pointer
    if gtk_widget_get_parent(scroller) == nil {
      gtk_box_append(sightline_box(holder), scroller)
    } else if random.oneIn(2) {
      gtk_box_remove(sightline_box(holder), scroller)
    } else {
      gtk_widget_set_visible(scroller, 1 - gtk_widget_get_visible(scroller))
    }
    return "shown \(isShown)"
  }

  // MARK: The screen

  /// Returns whether the condition holds; nearly, if places may slip.
  private func showsEnd(slip: Double) -> Bool {
    let shown = shown
    guard !shown.isEmpty else { return false }
    let (bottom, heights) = (offset + gtk_adjustment_get_page_size(adjustment), shown.map(\.height))
    guard let first = condition.firstItem(of: shown.count) else {
      return bottom + slip >= 0.9 * gtk_adjustment_get_upper(adjustment)
    }
    return bottom + slip > Double(heights.prefix(first).reduce(0, +))
  }

  func mistake() -> String? {
    if let wrong { return wrong }
    return loads.count > 1 ? "\(loads.count) loads" : nil
  }

  func mistakeAtRest() -> String? {
    let state = controller.state
    if states.last != state { return "\(state) was not reported, but \(states.suffix(3))" }
    if (state == .failed) != (ending?.isFailed == true) { return "\(state) after \(ending as Any)" }
    if (state == .finished) != (ending?.hasMore == false) {
      return "\(state) after \(ending as Any)"
    }
    guard isShown else { return nil }
    defer {
      rest = (state == .stalled, shown.count)
      changes = []
    }
    if case .settling = state { return "\(state) with \(shown.count) rows" }
    let isChanged = changes == [.rows] && shown.count != rest.count
    let mayStall = changes.contains(.emptyLoad) || rest.isStalled && !isChanged
    guard showsEnd(slip: -1) else { return nil }
    if state == .ready { return "nothing loads at the end" }
    return state == .stalled && !mayStall ? "it is stalled after \(changes.map(\.rawValue))" : nil
  }
}
#endif
