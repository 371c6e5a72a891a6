#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
@testable import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import SightlineTestSupport
import XCTest

/// Random lists in a real window. After each step, the items reported as visible are those that
/// show according to every bound widget's own bounds: the reference reads all rows, Sightline only
/// those that the list shows. Exposures and impressions name the same items in the same frame, even
/// while the list reuses a departing row.
final class RecycledWorldTests: GTKTestCase {
  func testTheItemsReportedAreThoseThatShow() {
    onMain { driver in
      for (number, kind) in RecycledWorld.Kind.allCases.enumerated() {
        for seed in 0..<max(2, RandomWorlds.count / 15) {
          let world = RecycledWorld(kind, seed: UInt64(100 * number + seed))
          let window = driver.show(world.overlay, width: 240, height: 320)
          var steps: [String] = []
          for _ in 0..<30 {
            steps.append(world.change(window))
            driver.step(frames: 1, of: window)
            let shown = world.shown(in: window)
            if world.visible != shown || world.exposed != shown || !world.seen.isEmpty {
              XCTFail(
                "\(kind), seed \(100 * number + seed), after \(steps.suffix(3)): "
                  + "reported \(world.visible.sorted()), exposed \(world.exposed.sorted()), "
                  + "seen or not \(world.seen.sorted()), shown \(shown.sorted())")
              break
            }
          }
          XCTAssertTrue(world.alternates, "\(kind), seed \(seed)")
          gtk_window_destroy(sightline_window(window))
        }
      }
    }
  }
}

@MainActor
private final class RecycledWorld {
  enum Kind: CaseIterable { case list, rightToLeft, horizontal, grid, columns, nested }

  let overlay: WidgetPointer = gtk_overlay_new()
  private(set) var visible: Set<String> = []
  private(set) var exposed: Set<String> = []
  /// The items that became visible without an impression, or the other way round.
  private(set) var seen: Set<String> = []
  /// Whether each item became visible and invisible in turn.
  private(set) var alternates = true
  private let kind: Kind
  private let model: ObjectReference<OpaquePointer>
  private let rows: ItemVisibility<String>
  private let scroller: WidgetPointer
  private let sheet: WidgetPointer = gtk_label_new("A sheet")
  private var bound: [WidgetPointer: String] = [:]
  private var random: SeededGenerator
  private var added = 0

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    random = SeededGenerator(seed: seed)
    let strings = gtk_string_list_new(nil)!
    model = ObjectReference(adopting: strings)
    let factory = gtk_signal_list_item_factory_new()!
    let isHorizontal = kind == .horizontal || kind == .nested
    Signal.connect(factory, "setup") { arguments in
      let label = gtk_label_new("")!
      gtk_widget_set_size_request(label, isHorizontal ? 50 : 100, 30)
      gtk_list_item_set_child(arguments.pointer(0, as: OpaquePointer.self)!, label)
    }
    rows = ItemVisibility(factory: factory) { item in
      String(cString: gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(item)!)))
    }
    scroller = gtk_scrolled_window_new()
    let selection = gtk_no_selection_new(
      OpaquePointer(g_object_ref(UnsafeMutableRawPointer(strings))))
    let view: WidgetPointer
    switch kind {
    case .list, .rightToLeft, .horizontal: view = gtk_list_view_new(selection, factory)
    case .grid:
      view = gtk_grid_view_new(selection, factory)
      gtk_grid_view_set_min_columns(OpaquePointer(view), 2)
      gtk_grid_view_set_max_columns(OpaquePointer(view), 3)
    case .columns:
      view = gtk_column_view_new(selection)
      let column = gtk_column_view_column_new("Title", factory)!
      gtk_column_view_append_column(OpaquePointer(view), column)
      g_object_unref(column.instance)
    case .nested: view = Self.nested(factory, selection!)
    }
    if kind == .horizontal { Self.makeHorizontal(view) }
    if kind == .rightToLeft { gtk_widget_set_direction(view, GTK_TEXT_DIR_RTL) }
    gtk_scrolled_window_set_child(OpaquePointer(scroller), view)
    gtk_overlay_set_child(OpaquePointer(overlay), scroller)
    gtk_overlay_add_overlay(OpaquePointer(overlay), sheet)
    gtk_widget_set_visible(sheet, 0)
    insert(300, at: 0)
    Signal.connect(factory, "bind", after: true) { [weak self] arguments in
      let item = arguments.pointer(0, as: OpaquePointer.self)!
      self?.bound[gtk_list_item_get_child(item)] = String(
        cString: gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(item)!)))
    }
    Signal.connect(factory, "unbind") { [weak self] arguments in
      self?.bound[gtk_list_item_get_child(arguments.pointer(0, as: OpaquePointer.self)!)] = nil
    }
    rows.changed(.anyPixel) { [weak self] id, state in self?.note(id, state) }
    rows.exposure(.anyPixel) { [weak self] id, exposure in
      guard let self else { return }
      let hasChanged =
        exposure.isVisible ? exposed.insert(id).inserted : exposed.remove(id) != nil
      if !hasChanged { alternates = false }
    }
    rows.impression(ImpressionPolicy(rule: .anyPixel, repetition: .afterLeaving)) {
      [weak self] id, _ in self?.seen.formSymmetricDifference([id])
    }
  }

  /// A list whose rows are horizontal lists of the same items.
  private static func nested(
    _ factory: OpaquePointer, _ selection: OpaquePointer
  ) -> WidgetPointer {
    let outer = gtk_signal_list_item_factory_new()!
    Signal.connect(outer, "setup") { arguments in
      let inner = gtk_list_view_new(
        OpaquePointer(g_object_ref(UnsafeMutableRawPointer(selection))),
        OpaquePointer(g_object_ref(UnsafeMutableRawPointer(factory))))!
      makeHorizontal(inner)
      let scroller = gtk_scrolled_window_new()!
      gtk_widget_set_size_request(scroller, 200, 60)
      gtk_scrolled_window_set_child(OpaquePointer(scroller), inner)
      gtk_list_item_set_child(arguments.pointer(0, as: OpaquePointer.self)!, scroller)
    }
    let numbers = gtk_string_list_new(nil)!
    for number in 0..<5 { gtk_string_list_append(numbers, "\(number)") }
    return gtk_list_view_new(gtk_no_selection_new(numbers), outer)
  }

  private static func makeHorizontal(_ view: WidgetPointer) {
    gtk_orientable_set_orientation(OpaquePointer(view), GTK_ORIENTATION_HORIZONTAL)
  }

  private func note(_ id: String, _ state: VisibilityState) {
    let hasChanged =
      state == .visible ? visible.insert(id).inserted : visible.remove(id) != nil
    if !hasChanged { alternates = false }
    if state == .visible { seen.formSymmetricDifference([id]) }
  }

  private func insert(_ count: Int, at position: Int) {
    for offset in 0..<count {
      splice(position + offset, removing: 0, adding: "item \(added)")
      added += 1
    }
  }

  private func splice(_ position: Int, removing count: Int, adding text: String? = nil) {
    let copy = text.map { strdup($0) }
    var strings: [UnsafePointer<CChar>?] = copy.map { [UnsafePointer($0), nil] } ?? [nil]
    gtk_string_list_splice(model.pointer, guint(position), guint(count), &strings)
    if let copy { free(copy) }
  }

  // MARK: Changes

  /// Makes one change, or two in one turn, and describes them.
  func change(_ window: WidgetPointer) -> String {
    let first = changeOnce(window)
    return Int.random(in: 0..<3, using: &random) == 0 ? "\(first), \(changeOnce(window))" : first
  }

  private func changeOnce(_ window: WidgetPointer) -> String {
    let count = Int(g_list_model_get_n_items(model.pointer))
    let position = Int.random(in: 0..<max(1, min(count, 30)), using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      let adjustment = anyAdjustment()
      let value = gtk_adjustment_get_value(adjustment)
      let step = Double.random(in: -400...600, using: &random).rounded()
      gtk_adjustment_set_value(adjustment, value + step)
      return "scrolled by \(step)"
    case 4:
      let adjustment = anyAdjustment()
      let end = gtk_adjustment_get_upper(adjustment)
      gtk_adjustment_set_value(adjustment, Double.random(in: 0...end, using: &random).rounded())
      return "jumped"
    case 5:
      guard let row = bound.keys.min(by: { bound[$0]! < bound[$1]! }) else { return "nothing" }
      let height = gint.random(in: 10...90, using: &random)
      gtk_widget_set_size_request(row, -1, height)
      return "a row of height \(height)"
    case 6:
      insert(Int.random(in: 1...5, using: &random), at: position)
      return "inserted at \(position)"
    case 7 where count > 20:
      splice(position, removing: Int.random(in: 1...10, using: &random))
      return "removed at \(position)"
    case 8 where count > 20:
      // Removed and bound again in one turn.
      let text = String(cString: gtk_string_list_get_string(model.pointer, guint(position)))
      splice(position, removing: 1)
      let target = Int.random(in: 0..<(count - 1), using: &random)
      splice(target, removing: 0, adding: text)
      return "\(text) moved from \(position) to \(target)"
    case 9:
      let size = (
        gint.random(in: 120...300, using: &random), gint.random(in: 150...400, using: &random)
      )
      gtk_window_set_default_size(sightline_window(window), size.0, size.1)
      return "window of \(size)"
    case 10:
      let isShown = gtk_widget_get_visible(sheet) == 0
      gtk_widget_set_visible(sheet, isShown ? 1 : 0)
      gtk_widget_set_valign(sheet, GTK_ALIGN_START)
      gtk_widget_set_size_request(sheet, -1, gint.random(in: 20...150, using: &random))
      return "a sheet, \(isShown)"
    default:
      let isShown = gtk_widget_get_visible(scroller) == 0
      gtk_widget_set_visible(scroller, isShown ? 1 : 0)
      return "the list, \(isShown)"
    }
  }

  /// The adjustment of the list or, if lists are nested, of any.
  private func anyAdjustment() -> UnsafeMutablePointer<GtkAdjustment> {
    if kind == .nested, Bool.random(using: &random),
      let row = bound.keys.filter({ gtk_widget_get_mapped($0) != 0 }).min(by: {
        bound[$0]! < bound[$1]!
      }),
      let inner = gtk_widget_get_ancestor(row, gtk_scrolled_window_get_type())
    {
      return gtk_scrolled_window_get_hadjustment(OpaquePointer(inner))
    }
    return kind == .horizontal
      ? gtk_scrolled_window_get_hadjustment(OpaquePointer(scroller))
      : gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
  }

  // MARK: The reference

  /// The items of all bound widgets with a visible pixel.
  func shown(in window: WidgetPointer) -> Set<String> {
    Set(bound.filter { shows($0.key, in: window) }.values)
  }

  private func shows(_ widget: WidgetPointer, in window: WidgetPointer) -> Bool {
    guard gtk_widget_get_mapped(widget) != 0, var rect = bounds(of: widget, in: window) else {
      return false
    }
    var ancestor = gtk_widget_get_parent(widget)
    while let next = ancestor {
      if next == window || gtk_widget_get_overflow(next) == GTK_OVERFLOW_HIDDEN {
        guard let clip = bounds(of: next, in: window), let part = rect.intersection(clip),
          part.width > 0, part.height > 0
        else { return false }
        rect = part
      }
      ancestor = gtk_widget_get_parent(next)
    }
    guard gtk_widget_get_mapped(sheet) != 0, let cover = bounds(of: sheet, in: window) else {
      return true
    }
    return
      !(cover.minX <= rect.minX && cover.maxX >= rect.maxX && cover.minY <= rect.minY
      && cover.maxY >= rect.maxY)
  }

  private func bounds(of widget: WidgetPointer, in window: WidgetPointer) -> LayoutRect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, window, &bounds) != 0 else { return nil }
    return LayoutRect(bounds)
  }
}
#endif
