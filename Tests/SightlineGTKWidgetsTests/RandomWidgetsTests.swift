#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll
import SightlineTestSupport
import XCTest

/// Widgets in a real window, operated at random by a user, an app and the system. Their places
/// on the screen are compared with plain rules, at once and at rest.
final class RandomWidgetsTests: GTKTestCase {
  override func tearDown() {
    MainActor.assumeIsolated { setAnimations(true) }
  }

  func testTheSectionBelowTheBarIsSelectedAfterAnyOperation() {
    onMain { driver in
      for seed in seeds { operate(SectionWorld(seed: seed), seed, driver) }
    }
  }

  func testTheCapsuleIsUnderItsTabAndInViewAfterAnyOperation() {
    onMain { driver in
      for seed in seeds { operate(DateWorld(seed: seed), seed, driver) }
    }
  }

  func testItemsFormARingAfterAnyOperation() {
    onMain { driver in
      for seed in seeds { operate(CarouselWorld(seed: seed), seed, driver) }
    }
  }
}

/// One world by default, because each frame takes the display's time.
let seeds = 0..<UInt64(max(1, RandomWorlds.count / 30))

@MainActor
func operate(_ world: some WidgetWorld, _ seed: UInt64, _ driver: WindowDriver) {
  var random = SeededGenerator(seed: ~seed)
  let window = driver.show(world.widget, width: 320, height: 260)
  driver.step(frames: 2, of: window)
  var acts: [String] = []
  for step in 0..<30 {
    acts.append(world.act(in: window))
    switch random.index(4) {
    case 0: break
    case 1: driver.step(frames: 1, of: window)
    case 2: driver.step(frames: 3, of: window)
    default: driver.run(for: .milliseconds(150))
    }
    var mistake = world.mistake()
    if mistake == nil, random.oneIn(3) {
      driver.run(until: { world.isAtRest }, "seed \(seed), step \(step) never rests: \(acts)")
      // An idle handler and a layout may follow.
      driver.run(for: .milliseconds(30))
      driver.step(frames: 2, of: window)
      driver.run(until: { world.isAtRest })
      mistake = world.mistake() ?? world.mistakeAtRest()
    }
    if let mistake {
      XCTFail(
        "seed \(seed), step \(step): \(mistake), after\n\(acts.suffix(10).joined(separator: "\n"))")
      break
    }
  }
  withExtendedLifetime(world) { gtk_window_destroy(sightline_window(window)) }
}

@MainActor
protocol WidgetWorld {
  var widget: WidgetPointer { get }
  var isAtRest: Bool { get }
  /// Performs a random operation and describes it.
  func act(in window: WidgetPointer) -> String
  /// Returns a mistake on the screen; `nil` without one.
  func mistake() -> String?
  func mistakeAtRest() -> String?
}

extension WidgetWorld {
  /// Changes the window's size, the direction or the animations.
  func changeSystem(of window: WidgetPointer, _ random: inout SeededGenerator) -> String {
    switch random.index(3) {
    case 0:
      let (width, height) = (260 + 40 * random.index(4), 200 + 60 * random.index(3))
      gtk_window_set_default_size(sightline_window(window), gint(width), gint(height))
      return "\(width) × \(height)"
    case 1:
      let isForward = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
      gtk_widget_set_direction(widget, isForward ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL)
      return "forward \(isForward)"
    default:
      let isOn = random.oneIn(2)
      setAnimations(isOn)
      return "animations \(isOn)"
    }
  }
}

// MARK: Section tabs

@MainActor
private final class SectionWorld: WidgetWorld {
  private let contents = [300, 500, 260, 400, 80].map { ScrollFixture.box(height: $0) }
  private let tabs: SectionTabs
  private var random: SeededGenerator
  private var repeated: String?
  private var reported = 0
  /// The section chosen last, and whether nothing else has scrolled since.
  private var chosen: (index: Int, isAlone: Bool)?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    tabs = SectionTabs(contents.map { (title: "Section", content: $0) })
    tabs.selectionChanged { [unowned self] in
      if $0 == reported { repeated = "\($0) was reported again" }
      reported = $0
    }
  }

  var widget: WidgetPointer { tabs.widget }
  private var scroll: ScrollObserver { ScrollObserver.of(tabs.scroller) }
  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    ScrollFixture.vertical(tabs.scroller)
  }
  private var end: Double {
    gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
  }
  var isAtRest: Bool { scroll.phase == .idle }

  func act(in window: WidgetPointer) -> String {
    switch random.index(8) {
    case 0...2:
      chosen?.isAlone = false
      let (offset, isWheel) = (random.number(0...1) * end, random.oneIn(2))
      if isWheel { scroll.wheelTurned() }
      gtk_adjustment_set_value(adjustment, offset)
      return "scroll to \(offset), wheel \(isWheel)"
    case 3...4:
      let (index, isAnimated) = (random.index(contents.count), random.oneIn(2))
      chosen = (index, true)
      tabs.select(index, animated: isAnimated)
      return "select \(index), \(isAnimated)"
    case 5...6:
      let (index, height) = (random.index(contents.count), 40 + 80 * random.index(8))
      gtk_widget_set_size_request(contents[index], -1, gint(height))
      return "section \(index) is \(height) high"
    default: return changeSystem(of: window, &random)
    }
  }

  func mistake() -> String? {
    if let repeated { return repeated }
    if let chosen, chosen.isAlone, tabs.selection != chosen.index {
      return "\(tabs.selection as Any) is selected, not \(chosen.index)"
    }
    return nil
  }

  func mistakeAtRest() -> String? {
    guard let selection = tabs.selection else { return "no selection" }
    if reported != selection { return "\(selection) was not reported, but \(reported)" }
    if tabs.tabs.selection != selection { return "tab \(tabs.tabs.selection as Any)" }
    let bar = ScrollFixture.bounds(tabs.tabs.widget, in: tabs.scroller).maxY
    let left = max(0, end) - gtk_adjustment_get_value(adjustment)
    let ways = contents.map { min(ScrollFixture.bounds($0, in: tabs.scroller).minY - bar, left) }
    if let chosen, chosen.index == selection, abs(ways[selection]) <= 1 || end <= 0 { return nil }
    if let chosen, chosen.isAlone { return "\(ways[chosen.index]) from \(chosen.index)" }
    if end <= 0 { return selection == 0 ? nil : "\(selection) without a scroll" }
    // GTK rounds places to pixels.
    let candidates = [-1.0, 1].map { slip in ways.lastIndex { $0 <= slip } ?? 0 }
    return candidates.contains(selection) ? nil : "\(selection), not \(candidates) of \(ways)"
  }
}

// MARK: Date tabs

@MainActor
private final class DateWorld: WidgetWorld {
  private let tabs: DateTabs
  private var random: SeededGenerator
  private var expected: Int?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let count = 1 + random.index(9)
    tabs = DateTabs(titles: (0..<count).map { "Day \($0)" }, selection: random.index(count))
    expected = tabs.selection
  }

  var widget: WidgetPointer { tabs.widget }
  var isAtRest: Bool { tabs.capsuleSpan == expected.flatMap(tabs.span(of:)) }

  func act(in window: WidgetPointer) -> String {
    if random.oneIn(2) { return changeSystem(of: window, &random) }
    let index = random.index(tabs.buttonWidgets.count + 2) - 1
    if tabs.buttonWidgets.indices.contains(index) { expected = index }
    tabs.select(index)
    return "select \(index) of \(tabs.buttonWidgets.count)"
  }

  func mistake() -> String? {
    tabs.selection == expected ? nil : "\(tabs.selection as Any), not \(expected as Any)"
  }

  func mistakeAtRest() -> String? {
    guard let selection = tabs.selection else { return "no selection" }
    let tab = ScrollFixture.bounds(tabs.buttonWidgets[selection], in: widget)
    let capsule = ScrollFixture.bounds(tabs.capsuleWidget, in: widget)
    if tab != capsule { return "the capsule at \(capsule), not \(tab)" }
    let room = Double(gtk_widget_get_width(widget))
    return tab.minX >= -0.5 && tab.maxX <= room + 0.5 ? nil : "\(tab) is out of view in \(room)"
  }
}

// MARK: Carousel

@MainActor
private final class CarouselWorld: WidgetWorld {
  private let view: CarouselView
  private let isPaged: Bool
  private let isCentred: Bool
  private var random: SeededGenerator
  private var reported: Int?
  private var repeated: String?
  private var isHeld = false
  private var way = 0.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    (isPaged, isCentred) = (seed % 2 == 1, seed % 4 == 1)
    view = CarouselView(
      mode: isPaged ? .paged(every: .seconds(60)) : .continuous(speed: 40), spacing: 10,
      alignment: isCentred ? .center : .leading)
    view.currentItemChanged { [unowned self] in
      if $0 == reported { repeated = "\($0 as Any) was reported again" }
      reported = $0
    }
    change()
  }

  var widget: WidgetPointer { view.widget }
  var isAtRest: Bool { isHeld || !view.isTicking || !isPaged && !view.isPaused }

  private func change() {
    var items = view.items
    for _ in 0..<1 + random.index(3) {
      switch random.index(6) {
      case 0: items.shuffle(using: &random)
      case 1: items = []
      case 2: if !items.isEmpty { items.remove(at: random.index(items.count)) }
      default:
        let item = ScrollFixture.box(height: 60, width: 60 + 30 * random.index(5))
        items.insert(item, at: random.index(items.count + 1))
      }
    }
    view.setItems(items)
  }

  func act(in window: WidgetPointer) -> String {
    switch random.index(12) {
    case 0...1:
      change()
      return "\(view.count) items"
    case 2...3:
      let items = random.index(7) - 3
      view.step(by: items)
      return "step by \(items)"
    case 4...8: return drag()
    case 9:
      view.isPaused.toggle()
      return "paused \(view.isPaused)"
    case 10:
      if let item = view.items.randomElement(using: &random) {
        gtk_widget_set_size_request(item, gint(60 + 30 * random.index(5)), 60)
      }
      return "another width"
    default: return changeSystem(of: window, &random)
    }
  }

  private func drag() -> String {
    guard isHeld else {
      isHeld = view.hold()
      way = 0
      return "hold \(isHeld)"
    }
    if random.oneIn(3) {
      isHeld = false
      let speed = random.number(-1_000...1_000)
      view.letGo(speed: speed)
      return "let go at \(speed)"
    }
    way += random.number(-200...200)
    view.drag(to: way)
    return "drag to \(way)"
  }

  func mistake() -> String? {
    if let repeated { return repeated }
    if (view.currentItem == nil) != (view.count == 0) { return "\(view.currentItem as Any)" }
    return nil
  }

  /// The distance from an item's leading edge to the carousel's.
  private func distance(of item: Carousel.Placement) -> Double {
    let isForward = gtk_widget_get_direction(widget) != GTK_TEXT_DIR_RTL
    return isForward ? item.x : Double(gtk_widget_get_width(widget)) - item.x - item.width
  }

  func mistakeAtRest() -> String? {
    if view.isPaused, reported != view.currentItem {
      return "\(view.currentItem as Any) was not reported, but \(reported as Any)"
    }
    let widths = view.items.map { $0.naturalLength(GTK_ORIENTATION_HORIZONTAL) }
    let (room, length) = (
      Double(gtk_widget_get_width(widget)), widths.reduce(0) { $0 + $1 + 10 }
    )
    for (index, item) in view.items.enumerated() where gtk_widget_get_mapped(item) != 0 {
      let real = place(of: item, in: widget)
      let placement = view.placements.first { $0.index == index && !$0.isCopy }
      guard let placement, abs(real.x - placement.x) < 0.01, abs(real.width - widths[index]) < 0.01
      else {
        return "item \(index) at \(real), not \(placement as Any)"
      }
    }
    let items = view.placements.sorted { distance(of: $0) < distance(of: $1) }
    guard let first = items.first, let last = items.last, length - 10 > room else { return nil }
    if distance(of: first) > 10.01 || distance(of: last) + last.width < room - 10.01 {
      return "a gap at the ends: \(items)"
    }
    for (one, next) in zip(items, items.dropFirst()) {
      let gap = distance(of: next) - distance(of: one) - one.width
      if next.index != (one.index + 1) % widths.count || abs(gap - 10) > 0.01 {
        return "\(next) beside \(one)"
      }
    }
    guard isPaged, !isHeld, let current = view.currentItem else { return nil }
    let isThere = items.contains {
      let rest = isCentred ? (room - $0.width) / 2 : 0
      return $0.index == current && abs(distance(of: $0) - rest) < 0.51
    }
    return isThere ? nil : "\(current) is not at rest: \(items)"
  }
}
#endif
