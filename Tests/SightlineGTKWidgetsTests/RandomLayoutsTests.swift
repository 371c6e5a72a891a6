#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll
import SightlineTestSupport
import XCTest

/// Headers and grids in a real window, operated at random, compared with plain rules at rest. They
/// may still be moving when their window closes and the world is released.
final class RandomLayoutsTests: GTKTestCase {
  override func tearDown() {
    MainActor.assumeIsolated { setAnimations(true) }
  }

  func testAStretchyHeaderFillsItsPlaceAfterAnyOperation() {
    onMain { driver in
      for seed in seeds { operate(StretchyWorld(seed: seed), seed, driver) }
    }
  }

  func testAHeaderCollapsesAtItsThresholdAfterAnyOperation() {
    onMain { driver in
      for seed in seeds { operate(CollapsingWorld(seed: seed), seed, driver) }
    }
  }

  func testItemsFormAGridAfterAnyOperation() {
    onMain { driver in
      for seed in seeds { operate(GridWorld(seed: seed), seed, driver) }
    }
  }
}

// MARK: Headers

@MainActor
private final class StretchyWorld: WidgetWorld {
  private let background = ScrollFixture.box(height: -1)
  private let content = ScrollFixture.box(height: 900)
  private let view: StretchyHeaderView
  private var random: SeededGenerator
  private var isHeld = false
  private var repeated: String?
  private var reported = 0.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    view = StretchyHeaderView(
      StretchyHeader(height: 120, parallaxRate: 0.25), title: "Lakes", background: background,
      content: content)
    view.pullChanged { [weak self] in
      guard let self else { return }
      if $0 == reported { repeated = "\($0) was reported again" }
      reported = $0
    }
  }

  var widget: WidgetPointer { view.widget }
  var isAtRest: Bool { isHeld || view.pull == 0 }

  func act(in window: WidgetPointer) -> String {
    switch random.index(8) {
    case 0...2:
      let offset = random.number(0...1) * 300
      gtk_adjustment_set_value(ScrollFixture.vertical(widget), offset)
      return "scroll to \(offset)"
    case 3...4:
      let distance = random.number(-20...120)
      isHeld = true
      view.pull(by: distance)
      return "pull by \(distance)"
    case 5:
      isHeld = false
      view.release()
      return "release"
    case 6:
      let height = 200 * random.index(5)
      gtk_widget_set_size_request(content, -1, gint(height))
      return "content is \(height) high"
    default: return changeSystem(of: window, &random)
    }
  }

  func mistake() -> String? {
    repeated ?? (reported == view.pull ? nil : "\(view.pull) was not reported, but \(reported)")
  }

  func mistakeAtRest() -> String? {
    let offset = gtk_adjustment_get_value(ScrollFixture.vertical(widget)).rounded(.down)
    let distance = offset - view.pull
    let (picture, below) = (
      ScrollFixture.bounds(background, in: widget), ScrollFixture.bounds(content, in: widget)
    )
    if below.minY != 120 - distance { return "content at \(below.minY), scrolled by \(distance)" }
    // Turning animations off takes effect with the next layout.
    let tops = [0.25, 1].map { -max(0, distance) * $0 }
    if !tops.contains(where: { abs($0 - picture.minY) < 0.01 }) {
      return "background at \(picture.minY), not \(tops[0])"
    }
    let height = 120 + max(0, -distance)
    return abs(picture.height - height) < 0.01 ? nil : "background \(picture), not \(height) high"
  }
}

@MainActor
private final class CollapsingWorld: WidgetWorld {
  private let main = ScrollFixture.label("128")
  private let label = ScrollFixture.label("messages")
  private let content = ScrollFixture.box(height: 2_000)
  private let view: CollapsingHeaderView
  private let style = CollapsingHeader.Style()
  private var random: SeededGenerator
  private var repeated: String?
  private var reported = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    view = CollapsingHeaderView(style: style, main: main, label: label, content: content)
    view.collapseChanged { [weak self] in
      guard let self else { return }
      if $0 == reported { repeated = "\($0) was reported again" }
      reported = $0
    }
  }

  var widget: WidgetPointer { view.widget }
  private var height: Double { view.isCollapsed ? style.collapsedHeight : style.expandedHeight }
  private var bar: LayoutRect? {
    gtk_widget_get_parent(main).map { ScrollFixture.bounds($0, in: widget) }
  }
  /// The last frame of an animation is drawn after its end.
  var isAtRest: Bool { view.height == height && bar?.height == height }

  func act(in window: WidgetPointer) -> String {
    switch random.index(6) {
    case 0...3:
      let offset = random.number(0...1) * 2 * style.threshold
      gtk_adjustment_set_value(ScrollFixture.vertical(view.scroller), offset)
      return "scroll to \(offset)"
    case 4:
      let height = 200 * random.index(5)
      gtk_widget_set_size_request(content, -1, gint(height))
      return "content is \(height) high"
    default: return changeSystem(of: window, &random)
    }
  }

  func mistake() -> String? {
    repeated ?? (reported == view.isCollapsed ? nil : "\(view.isCollapsed) was not reported")
  }

  func mistakeAtRest() -> String? {
    let offset = gtk_adjustment_get_value(ScrollFixture.vertical(view.scroller))
    if offset >= style.threshold, !view.isCollapsed { return "expanded at \(offset)" }
    if offset <= style.threshold - style.hysteresis, view.isCollapsed {
      return "collapsed at \(offset)"
    }
    if bar?.minY != 0 { return "bar \(bar as Any)" }
    if (gtk_widget_get_child_visible(label) != 0) == view.isCollapsed { return "the label" }
    let place = ScrollFixture.bounds(content, in: widget).minY
    return abs(place - style.expandedHeight + offset) <= 1 ? nil : "content at \(place)"
  }
}

// MARK: Grid

@MainActor
private final class GridWorld: WidgetWorld {
  private let grid = AdaptiveGrid(
    AdaptiveColumns(minimumItemWidth: 70, spacing: 10, rowSpacing: 6))
  private let scroller: WidgetPointer
  private var items: [(widget: WidgetPointer, height: Int, isShown: Bool)] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    scroller = ScrollFixture.scroller(around: grid.widget)
  }

  var widget: WidgetPointer { scroller }
  var isAtRest: Bool { true }

  func act(in window: WidgetPointer) -> String {
    for _ in 0..<1 + random.index(3) { change() }
    let change = random.oneIn(3) ? changeSystem(of: window, &random) : ""
    let isForward = random.oneIn(2)
    gtk_widget_set_direction(grid.widget, isForward ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL)
    return "\(items.map { $0.isShown ? $0.height : -1 }), forward \(isForward), \(change)"
  }

  private func change() {
    let (index, height) = (random.index(max(1, items.count)), 10 + 10 * random.index(6))
    switch random.index(6) {
    case 0 where !items.isEmpty: grid.remove(items.remove(at: index).widget)
    case 1 where !items.isEmpty:
      items[index].isShown.toggle()
      gtk_widget_set_visible(items[index].widget, items[index].isShown ? 1 : 0)
    // GTK 4.8 forgets a size requested for a hidden widget.
    case 2 where !items.isEmpty && items[index].isShown:
      items[index].height = height
      gtk_widget_set_size_request(items[index].widget, -1, gint(height))
    default:
      items.append((ScrollFixture.box(height: height), height, true))
      if let item = items.last { grid.append(item.widget) }
    }
  }

  func mistake() -> String? { nil }

  func mistakeAtRest() -> String? {
    let room = Double(gtk_widget_get_width(grid.widget))
    let count = max(1, Int((room + 10) / 80))
    let isForward = gtk_widget_get_direction(grid.widget) == GTK_TEXT_DIR_LTR
    let shown = items.filter(\.isShown)
    let height = Double(shown.map(\.height).max() ?? 0)
    let width = (room - 10 * Double(count - 1)) / Double(count)
    for (index, item) in shown.enumerated() {
      let place = ScrollFixture.bounds(item.widget, in: grid.widget)
      let start = Double(index % count) * (width + 10)
      let left = isForward ? start : room - start - width
      let top = Double(index / count) * (height + 6)
      if abs(place.minX - left) > 0.51 || abs(place.maxX - left - width) > 0.51
        || place.minY != top || place.height != height
      {
        return "item \(index) of \(count) columns at \(place), not at \(left), \(top)"
      }
    }
    return nil
  }
}
#endif
