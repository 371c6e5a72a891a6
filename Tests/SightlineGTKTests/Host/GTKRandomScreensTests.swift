#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
@testable import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import SightlineTestSupport
import XCTest

/// Random trees of widgets in two windows, with many changes in one frame. After each, the reports
/// match the pixels that GTK has drawn.
final class GTKRandomScreensTests: GTKTestCase {
  func testAfterAnyTurnTheReportsMatchThePixels() {
    onMain { driver in
      for seed in 0..<UInt64(max(1, RandomWorlds.count / 30)) {
        let world = World(seed: seed, driver)
        var seen = 0
        for turn in 0..<30 {
          world.takeTurn()
          if let mistake = world.mistake() {
            return XCTFail("seed \(seed), turn \(turn): \(mistake), after \(world.acts)")
          }
          seen += world.visibleCount
        }
        XCTAssertGreaterThan(seen, 50, "seed \(seed)")
        world.end()
      }
    }
  }
}

@MainActor
private final class World {
  enum Kind: CaseIterable { case leaf, fixed, box, overlay, scroller, stack, revealer }

  @MainActor
  final class Item {
    let name: Int
    let kind: Kind
    let reference: ObjectReference<WidgetPointer>
    /// The widget in which children are put.
    let inside: WidgetPointer
    var mode: CoverMode?
    var token: VisibilityToken?
    var isVisible = false
    var widget: WidgetPointer { reference.pointer }
    var parent: WidgetPointer? { gtk_widget_get_parent(widget) }

    init(_ name: Int, _ kind: Kind) {
      (self.name, self.kind) = (name, kind)
      let fixed = required(gtk_fixed_new())
      var widget = fixed
      switch kind {
      case .leaf, .box: widget = required(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
      case .fixed: break
      case .overlay: widget = required(gtk_overlay_new())
      case .stack: widget = required(gtk_stack_new())
      case .revealer:
        widget = required(gtk_revealer_new())
        gtk_revealer_set_child(OpaquePointer(widget), fixed)
        gtk_revealer_set_reveal_child(OpaquePointer(widget), 1)
      case .scroller:
        widget = required(gtk_scrolled_window_new())
        gtk_widget_set_size_request(fixed, 300, 300)
        let policy = GTK_POLICY_EXTERNAL
        gtk_scrolled_window_set_policy(OpaquePointer(widget), policy, policy)
        gtk_scrolled_window_set_child(OpaquePointer(widget), fixed)
      }
      reference = ObjectReference(widget)
      inside = kind == .revealer || kind == .scroller ? fixed : widget
      gtk_widget_add_css_class(widget, "n\(name)")
    }
  }

  private let driver: WindowDriver
  private var random: SeededGenerator
  private var windows: [WidgetPointer] = []
  /// An overlay and a scroller in each window, which stay there.
  private var roots: [Item] = []
  private var others: [Item] = []
  private var items: [Item] { roots + others }
  private var count = 0
  private(set) var acts: [String] = []
  private var problem: String?
  private var endedByNextReport: Item?
  var visibleCount: Int { items.count { $0.isVisible } }

  init(seed: UInt64, _ driver: WindowDriver) {
    self.driver = driver
    random = SeededGenerator(seed: seed)
    _ = Painting.style
    for _ in 0..<2 {
      let (overlay, scroller) = (make(.overlay), make(.scroller))
      gtk_overlay_set_child(OpaquePointer(overlay.widget), scroller.widget)
      roots += [overlay, scroller]
      let window = driver.show(overlay.widget, width: 200, height: 160)
      gtk_widget_add_css_class(window, "painted")
      windows.append(window)
    }
    for _ in 0..<44 { add() }
  }

  // MARK: Items

  private func make(_ kind: Kind) -> Item {
    count += 1
    let item = Item(count, kind)
    observe(item)
    return item
  }

  private func observe(_ item: Item) {
    item.token = item.widget.visibility.changed(.anyPixel) { [weak self, weak item] state in
      guard let self, let item else { return }
      if item.token == nil { problem = "\(item.name) is reported after its end" }
      if item.isVisible == (state == .visible) { problem = "\(item.name) repeats \(state)" }
      item.isVisible = state == .visible
      guard let other = endedByNextReport else { return }
      endedByNextReport = nil
      other.token?.cancel()
      (other.token, other.isVisible) = (nil, false)
    }
  }

  private func add() {
    let item = make((Kind.allCases + [.leaf])[random.index(Kind.allCases.count + 1)])
    others.append(item)
    resize(item)
    put(item)
  }

  private func resize(_ item: Item) {
    gtk_widget_set_size_request(
      item.widget, gint(random.index(90) + 1), gint(random.index(70) + 1))
  }

  /// Returns a container that may hold an item: often the first window's scroller.
  private func place(for item: Item) -> Item {
    let choice = random.index(12)
    if choice < 8 { return roots[[0, 1, 1, 1, 1, 1, 2, 3][choice]] }
    let places = items.filter {
      $0.kind != .leaf && $0 !== item && gtk_widget_is_ancestor($0.widget, item.widget) == 0
    }
    return places[random.index(places.count)]
  }

  private func put(_ item: Item) {
    let place = place(for: item)
    acts.append("\(item.name) into \(place.name)")
    switch place.kind {
    case .box:
      gtk_box_append(sightline_box(place.inside), item.widget)
      // The order of a box's children is not read, because they don't overlap.
      gtk_widget_set_overflow(item.widget, GTK_OVERFLOW_HIDDEN)
    case .stack: gtk_stack_add_child(OpaquePointer(place.inside), item.widget)
    case .overlay:
      let overlay = OpaquePointer(place.inside)
      if gtk_overlay_get_child(overlay) == nil, random.oneIn(2) {
        return gtk_overlay_set_child(overlay, item.widget)
      }
      gtk_overlay_add_overlay(overlay, item.widget)
      gtk_widget_set_halign(item.widget, [GTK_ALIGN_START, GTK_ALIGN_END][random.index(2)])
      gtk_widget_set_valign(item.widget, [GTK_ALIGN_START, GTK_ALIGN_END][random.index(2)])
    default:
      gtk_fixed_put(sightline_fixed(place.inside), item.widget, coordinate(200), coordinate(160))
    }
  }

  private func coordinate(_ most: Int) -> Double { Double(random.index(most + 60) - 60) }

  private func remove(_ item: Item) {
    guard let parent = item.parent else { return }
    if sightline_is_overlay(parent) != 0 {
      if gtk_overlay_get_child(OpaquePointer(parent)) == item.widget {
        gtk_overlay_set_child(OpaquePointer(parent), nil)
      } else {
        gtk_overlay_remove_overlay(OpaquePointer(parent), item.widget)
      }
    } else if sightline_is_a(parent, gtk_stack_get_type()) != 0 {
      gtk_stack_remove(OpaquePointer(parent), item.widget)
    } else if let fixed = fixed(around: item) {
      gtk_fixed_remove(fixed, item.widget)
    } else {
      gtk_box_remove(sightline_box(parent), item.widget)
    }
  }

  private func fixed(around item: Item) -> UnsafeMutablePointer<GtkFixed>? {
    guard let parent = item.parent, sightline_is_a(parent, gtk_fixed_get_type()) != 0 else {
      return nil
    }
    return sightline_fixed(parent)
  }

  // MARK: Changes

  func takeTurn() {
    acts = []
    for _ in 0...random.index(8) { change() }
    for item in others where gtk_widget_get_root(item.widget) == nil && random.oneIn(3) {
      remove(item)
      put(item)
    }
    // Named covers lie over their siblings, so they are painted last.
    for item in others where item.mode == .opaque || item.mode == .friendly {
      if let fixed = fixed(around: item) {
        gtk_widget_insert_before(item.widget, sightline_widget(fixed), nil)
      }
    }
    step()
    for item in items where item.token == nil { observe(item) }
    step()
  }

  private func step() {
    for window in windows where gtk_widget_get_mapped(window) != 0 {
      driver.step(frames: 1, of: window)
    }
    driver.run(for: .milliseconds(1))
  }

  private func change() {
    let item = others[random.index(others.count)]
    let (widget, parent) = (item.widget, item.parent)
    let fixed = fixed(around: item)
    let kind = random.index(21)
    acts.append("\(kind) of \(item.name)")
    switch kind {
    case 0, 1:
      remove(item)
      put(item)
    case 2:
      // Out of a container that leaves in the same turn.
      guard let old = others.first(where: { $0.inside == parent }) else { return }
      remove(old)
      remove(item)
      put(item)
    case 3: remove(item)
    case 4: if let fixed { gtk_widget_insert_before(widget, sightline_widget(fixed), nil) }
    case 5: gtk_widget_set_visible(widget, random.oneIn(3) ? 0 : 1)
    case 6: gtk_widget_set_opacity(widget, [0, 0.5, 1, 1, 1][random.index(5)])
    case 7:
      guard let parent, sightline_is_a(parent, gtk_box_get_type()) == 0 else { return }
      gtk_widget_set_overflow(
        widget, [GTK_OVERFLOW_HIDDEN, GTK_OVERFLOW_VISIBLE][random.index(2)])
    case 8:
      resize(item)
      gtk_widget_set_direction(widget, [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL][random.index(2)])
    case 9:
      gtk_widget_set_margin_start(widget, gint(random.index(20)))
      gtk_widget_set_margin_top(widget, gint(random.index(20)))
    case 10: if let fixed { gtk_fixed_move(fixed, widget, coordinate(200), coordinate(160)) }
    case 11: if let fixed { transform(widget, in: fixed) }
    case 12: if random.oneIn(2) { changeWindow() }
    case 13, 14: scroll()
    case 15, 16:
      let mode = [.opaque, .opaque, .friendly, CoverMode.none][random.index(4)]
      item.mode = mode
      widget.visibility.setCover(mode)
    case 17: turnPage()
    case 18: gtk_widget_add_css_class(widget, "padded")
    case 19: endedByNextReport = item
    default:
      others.removeAll { $0 === item }
      remove(item)
      add()
    }
  }

  private func transform(_ widget: WidgetPointer, in fixed: UnsafeMutablePointer<GtkFixed>) {
    var point = graphene_point_t(x: Float(coordinate(150)), y: Float(coordinate(120)))
    var transform = gsk_transform_translate(nil, &point)
    if random.oneIn(3) { transform = gsk_transform_rotate(transform, Float(random.index(90))) }
    if random.oneIn(2) { transform = gsk_transform_scale(transform, 0.5, 1.5) }
    gtk_fixed_set_child_transform(fixed, widget, transform)
    gsk_transform_unref(transform)
  }

  private func scroll() {
    let scrollers = items.filter { $0.kind == .scroller }
    let scroller = OpaquePointer(scrollers[random.index(scrollers.count)].widget)
    let adjustment =
      random.oneIn(2)
      ? gtk_scrolled_window_get_hadjustment(scroller)
      : gtk_scrolled_window_get_vadjustment(scroller)
    gtk_adjustment_set_value(adjustment, random.number(0...160))
  }

  private func turnPage() {
    for item in others where random.oneIn(3) {
      let (pager, pages) = (OpaquePointer(item.widget), CustomWidget.children(of: item.widget))
      if item.kind == .revealer {
        gtk_revealer_set_reveal_child(pager, random.oneIn(3) ? 0 : 1)
      } else if item.kind == .stack, !pages.isEmpty {
        let page = pages[random.index(pages.count)]
        if gtk_widget_get_visible(page) != 0 { gtk_stack_set_visible_child(pager, page) }
      }
    }
  }

  private func changeWindow() {
    let window = windows[random.index(2)]
    switch random.index(3) {
    case 0:
      gtk_window_set_default_size(
        sightline_window(window), gint(120 + random.index(120)), gint(100 + random.index(100)))
    case 1: gtk_widget_set_visible(window, gtk_widget_get_visible(window) == 0 ? 1 : 0)
    default: gtk_widget_set_opacity(window, [0, 0.5, 1, 1][random.index(4)])
    }
  }

  // MARK: The reference

  private func isCover(_ item: Item) -> Bool {
    let ancestors = sequence(first: item.widget) { gtk_widget_get_parent($0) }
    guard ancestors.allSatisfy({ gtk_widget_get_opacity($0) == 1 }), let parent = item.parent
    else { return false }
    if let mode = item.mode { return mode == .opaque }
    return sightline_is_overlay(parent) != 0
      && gtk_overlay_get_child(OpaquePointer(parent)) != item.widget
  }

  /// Returns the mistake after a turn; `nil` if there was no mistake.
  func mistake() -> String? {
    if let problem { return problem }
    let covers = Set(items.filter(isCover).map(\.name))
    let paintings = windows.map { gtk_widget_get_mapped($0) != 0 ? Painting(of: $0) : nil }
    for item in items {
      let window = windows.firstIndex { gtk_widget_is_ancestor(item.widget, $0) != 0 }
      var (shown, blurred, area) = (0.0, 0.0, 0.0)
      if let window, let painting = paintings[window],
        let bounds = item.widget.bounds(in: windows[window])
      {
        (shown, blurred) = painting.area(of: item.name, under: covers, in: bounds)
        area = self.area(of: item.widget, in: windows[window])
      }
      let reported = item.isVisible ? area * (item.widget.visibility.current?.fraction ?? 0) : 0
      // Where two rotated edges coincide, a quarter of a pixel shines through.
      if abs(reported - shown) > 0.1 + blurred / 4 || item.isVisible != (reported > 0) {
        return "\(item.kind) \(item.name) shows \(shown) of \(area) pixels, "
          + "reported: \(item.isVisible), \(reported)"
      }
    }
    return nil
  }

  private func area(of widget: WidgetPointer, in window: WidgetPointer) -> Double {
    guard let box = widget.bounds(in: widget),
      let corner = widget.convert(LayoutPoint(x: box.minX, y: box.minY), to: window),
      let right = widget.convert(LayoutPoint(x: box.maxX, y: box.minY), to: window),
      let down = widget.convert(LayoutPoint(x: box.minX, y: box.maxY), to: window)
    else { return 0 }
    return abs(
      (right.x - corner.x) * (down.y - corner.y) - (right.y - corner.y) * (down.x - corner.x))
  }

  /// Closes the windows, once nothing runs in them at rest.
  func end() {
    driver.run(for: .milliseconds(400))
    let passes = windows.map { $0.visibility.window?.passCount }
    driver.run(for: .milliseconds(100))
    XCTAssertEqual(windows.map { $0.visibility.window?.passCount }, passes)
    for window in windows { gtk_window_destroy(sightline_window(window)) }
    driver.run(for: .milliseconds(1))
    XCTAssertEqual(visibleCount, 0)
  }
}
#endif
