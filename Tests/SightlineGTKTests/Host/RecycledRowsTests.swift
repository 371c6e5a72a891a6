#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
@testable import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import XCTest

/// A list view of numbered strings with recycled rows.
@MainActor
private final class RecycledFixture {
  let model: ObjectReference<OpaquePointer>
  let scroller: WidgetPointer
  let rows: ItemVisibility<String>
  var visible: Set<String> = []
  var changes: [String] = []
  var seen: [String: Int] = [:]
  /// The number of rows that GTK has made.
  private(set) var rowCount = 0

  enum Kind: CaseIterable { case list, grid, column }

  init(count: Int, _ kind: Kind = .list) {
    let strings = gtk_string_list_new(nil)!
    model = ObjectReference(strings)
    for number in 1...count { gtk_string_list_append(strings, "\(number)") }
    let factory = gtk_signal_list_item_factory_new()!
    Signal.connect(factory, "setup") { arguments in
      let row = arguments.pointer(0, as: OpaquePointer.self)!
      let label = gtk_label_new("")!
      gtk_widget_set_size_request(label, 100, 30)
      gtk_list_item_set_child(row, label)
    }
    Signal.connect(factory, "bind") { arguments in
      let row = arguments.pointer(0, as: OpaquePointer.self)!
      gtk_label_set_text(
        OpaquePointer(gtk_list_item_get_child(row)),
        gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(row)!)))
    }
    rows = ItemVisibility(factory: factory) { row in
      String(
        cString: gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(row)!)))
    }
    let selection = gtk_no_selection_new(strings)
    let view: WidgetPointer
    switch kind {
    case .list: view = gtk_list_view_new(selection, factory)
    case .grid:
      view = gtk_grid_view_new(selection, factory)
      gtk_grid_view_set_max_columns(OpaquePointer(view), 2)
      gtk_grid_view_set_min_columns(OpaquePointer(view), 2)
    case .column:
      view = gtk_column_view_new(selection)
      let column = gtk_column_view_column_new("Title", factory)
      gtk_column_view_append_column(OpaquePointer(view), column)
      if let column { g_object_unref(UnsafeMutableRawPointer(column)) }
    }
    scroller = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(OpaquePointer(scroller), view)
    Signal.connect(factory, "setup") { [weak self] _ in self?.rowCount += 1 }
    rows.changed { [weak self] id, state in
      self?.changes.append((state == .visible ? "+" : "-") + id)
      if state == .visible { self?.visible.insert(id) } else { self?.visible.remove(id) }
    }
    rows.impression(.feed) { [weak self] id, impression in self?.seen[id, default: 0] += 1 }
  }

  func scroll(to value: Double) {
    gtk_adjustment_set_value(
      gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller)), value)
  }
}

final class RecycledRowsTests: GTKTestCase {
  func testItemsAreReportedWhileTheirRowsAreReused() {
    onMain { driver in
      let list = RecycledFixture(count: 1_000)
      let window = driver.show(list.scroller, width: 200, height: 315)
      let first = list.visible
      XCTAssertTrue(first.contains("1") && first.count > 3, "\(first)")
      for offset in stride(from: 0.0, through: 20_000, by: 400) {
        list.scroll(to: offset)
        driver.step(frames: 1, of: window)
      }
      XCTAssertFalse(list.visible.contains("1"))
      XCTAssertEqual(list.visible.count, first.count, accuracy: 1)
      list.scroll(to: 0)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.visible, first)
      // Every reported change must differ from the previous state.
      var state: [String: Bool] = [:]
      for change in list.changes {
        let id = String(change.dropFirst())
        let isVisible = change.first == "+"
        XCTAssertNotEqual(state[id] ?? false, isVisible, change)
        state[id] = isVisible
      }
      XCTAssertTrue(list.seen.values.allSatisfy { $0 == 1 }, "once each")
    }
  }

  func testRowsBoundByHandOutliveTheirRecycledRows() {
    onMain { driver in
      let box = driver.makeBox()
      let window = driver.show(box.pointer)
      var changes: [String] = []
      // Captured objects live exactly as long as rows are in the window.
      final class Captured {}
      weak var captured: Captured?
      for name in ["a", "b"] {
        let made = ItemVisibility<String>()
        let capture = Captured()
        made.changed(.anyPixel) { [capture] id, state in
          _ = capture
          changes.append("\(id) is \(state)")
        }
        let label = gtk_label_new(name)!
        gtk_box_append(sightline_box(box.pointer), label)
        made.bind(label, to: name)
        captured = capture
      }
      driver.step(frames: 3, of: window)
      XCTAssertEqual(changes.sorted(), ["a is visible", "b is visible"])
      XCTAssertNotNil(captured)

      while let label = gtk_widget_get_first_child(box.pointer) {
        gtk_box_remove(sightline_box(box.pointer), label)
      }
      driver.step(frames: 3, of: window)
      XCTAssertEqual(changes.suffix(2).sorted(), ["a is invisible", "b is invisible"])
      XCTAssertNil(captured)
    }
  }

  func testADestroyedRowThatWasNotUnboundIsForgotten() {
    onMain { driver in
      let box = driver.makeBox()
      let window = driver.show(box.pointer)
      let rows = ItemVisibility<Name>()
      var changes: [VisibilityState] = []
      rows.changed(.anyPixel) { _, state in changes.append(state) }
      let label = gtk_label_new("row")!
      gtk_box_append(sightline_box(box.pointer), label)
      weak var kept: Name?
      do {
        let name = Name()
        rows.bind(label, to: name)
        kept = name
      }
      driver.step(frames: 2, of: window)
      gtk_box_remove(sightline_box(box.pointer), label)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(changes, [.visible, .invisible])
      XCTAssertNil(kept)
      withExtendedLifetime(rows) {}
    }
  }

  func testAWidgetIsTakenOverByOtherRows() {
    onMain { driver in
      let box = driver.makeBox()
      let window = driver.show(box.pointer)
      let label = gtk_label_new("row")!
      gtk_box_append(sightline_box(box.pointer), label)
      var changes: [String] = []
      let (first, second) = (ItemVisibility<String>(), ItemVisibility<Int>())
      first.changed(.anyPixel) { id, state in changes.append("\(id) is \(state)") }
      second.changed(.anyPixel) { id, state in changes.append("\(id) is \(state)") }
      first.bind(label, to: "a")
      driver.step(frames: 2, of: window)
      first.unbind(label)
      second.bind(label, to: 2)
      driver.step(frames: 2, of: window)
      gtk_box_remove(sightline_box(box.pointer), label)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(changes, ["a is visible", "a is invisible", "2 is visible", "2 is invisible"])
    }
  }

  func testTheTimeOfHandlersCountsForTheNextFrame() {
    onMain { _ in
      var statistics = FrameStatistics()
      FrameStatistics.measureHandler {
        let end = MonotonicTime.now + .milliseconds(2)
        while .now < end {}
      }
      statistics.noteFrame(.milliseconds(1), reads: 0)
      XCTAssertGreaterThanOrEqual(statistics.last, .milliseconds(3))
      statistics.noteFrame(.milliseconds(1), reads: 0)
      XCTAssertEqual(statistics.last, .milliseconds(1))
    }
  }

  func testRowsThatWereNeverShownAreNotObserved() {
    onMain { driver in
      let list = RecycledFixture(count: 1_000)
      let window = driver.show(list.scroller, width: 200, height: 315)
      let mirror = WidgetWindow.existing(of: window)?.window.mirror
      // GTK has bound 205.
      XCTAssertEqual(mirror?.leafCount ?? 0, list.visible.count, accuracy: 1)
      XCTAssertGreaterThan(list.visible.count, 3)
      for offset in stride(from: 0.0, through: 8_000, by: 400) {
        list.scroll(to: offset)
        driver.step(frames: 1, of: window)
      }
      XCTAssertLessThanOrEqual(mirror?.leafCount ?? 0, list.rowCount)
    }
  }

  func testAFlingUsesTheTargetsOfRowsThatLeftForOtherItems() throws {
    try onMain { driver in
      let list = RecycledFixture(count: 2_000)
      let window = driver.show(list.scroller, width: 200, height: 315)
      var offset = 0.0
      @MainActor func fling(_ frames: Int, by step: Double) {
        for _ in 0..<frames {
          offset += step
          list.scroll(to: offset)
          driver.step(frames: 1, of: window)
        }
      }
      fling(80, by: 300)
      let mirror = try XCTUnwrap(WidgetWindow.existing(of: window)?.window.mirror)
      let (targets, visible) = (Set(mirror.targets), list.visible)
      fling(40, by: 300)
      XCTAssertGreaterThan(targets.intersection(mirror.targets).count, targets.count / 2)
      XCTAssertTrue(list.visible.isDisjoint(with: visible) && list.visible.count > 3)
      // Back over items whose rows now show others.
      fling(100, by: -300)
      XCTAssertLessThanOrEqual(mirror.leafCount, list.rowCount)
      XCTAssertTrue(list.seen.values.allSatisfy { $0 == 1 })
      gtk_string_list_splice(list.model.pointer, 0, 2_000, nil)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.visible, [])
      XCTAssertEqual(mirror.leafCount, 0)
    }
  }

  func testGridsAndColumnsAreRecycledToo() {
    onMain { driver in
      for kind in RecycledFixture.Kind.allCases {
        let list = RecycledFixture(count: 1_000, kind)
        let window = driver.show(list.scroller, width: 260, height: 315)
        let first = list.visible
        XCTAssertTrue(first.contains("1") && first.contains("2"), "\(kind): \(first)")
        for offset in stride(from: 0.0, through: 8_000, by: 500) {
          list.scroll(to: offset)
          driver.step(frames: 1, of: window)
        }
        XCTAssertFalse(list.visible.contains("1"), "\(kind)")
        XCTAssertGreaterThan(list.visible.count, 3, "\(kind)")
        list.scroll(to: 0)
        driver.step(frames: 2, of: window)
        XCTAssertEqual(list.visible, first, "\(kind)")
        XCTAssertTrue(list.seen.values.allSatisfy { $0 == 1 }, "\(kind)")
        gtk_window_destroy(sightline_window(window))
      }
    }
  }

  func testTheHeaderOfAColumnViewDoesNotScroll() throws {
    try onMain { driver in
      let list = RecycledFixture(count: 1_000, .column)
      let window = driver.show(list.scroller, width: 260, height: 315)
      let view = try XCTUnwrap(gtk_scrolled_window_get_child(OpaquePointer(list.scroller)))
      let header = try XCTUnwrap(gtk_widget_get_first_child(view))
      let policy = ImpressionPolicy(
        rule: .anyPixel, dwell: .milliseconds(150), scrollSpeedLimit: 1)
      var isSeen = false
      header.visibility.impression(of: #function, policy) { _ in isSeen = true }
      for offset in stride(from: 5.0, through: 300, by: 5) where !isSeen {
        list.scroll(to: offset)
        driver.step(frames: 1, of: window)
      }
      XCTAssertTrue(isSeen, "while the rows scroll")
    }
  }

  func testRowsOffScreenAreOutOfTheViewport() {
    onMain { driver in
      let list = RecycledFixture(count: 200)
      var reasons: Set<InvisibilityReason> = []
      list.rows.crossed(.fully) { _, crossing in
        if let reason = crossing.reason { reasons.insert(reason) }
      }
      let window = driver.show(list.scroller, width: 200, height: 315)
      for offset in stride(from: 0.0, through: 3_000, by: 150) {
        list.scroll(to: offset)
        driver.step(frames: 1, of: window)
      }
      XCTAssertTrue(reasons.isSubset(of: [.outOfViewport, .clipped, .removed]), "\(reasons)")
      XCTAssertFalse(reasons.isEmpty)
    }
  }

  func testAnItemThatMovesToAnotherRowHasNotLeft() {
    onMain { driver in
      let list = RecycledFixture(count: 50)
      let window = driver.show(list.scroller, width: 200, height: 315)
      list.changes = []
      // "5" disappears and reappears before the next frame.
      gtk_string_list_remove(list.model.pointer, 4)
      let text = strdup("5")
      var strings: [UnsafePointer<CChar>?] = [UnsafePointer(text), nil]
      gtk_string_list_splice(list.model.pointer, 1, 0, &strings)
      free(text)
      driver.step(frames: 2, of: window)
      XCTAssertFalse(list.changes.contains("-5"), "\(list.changes)")
      XCTAssertTrue(list.visible.contains("5"))
    }
  }

  func testItemsThatAreRemovedLeave() {
    onMain { driver in
      let list = RecycledFixture(count: 50)
      let window = driver.show(list.scroller, width: 200, height: 315)
      list.changes = []
      gtk_string_list_splice(list.model.pointer, 0, 2, nil)
      driver.step(frames: 2, of: window)
      XCTAssertTrue(list.changes.contains("-1") && list.changes.contains("-2"), "\(list.changes)")
      gtk_string_list_splice(list.model.pointer, 0, 48, nil)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.visible, [])
    }
  }

  func testRebuildingAListManyTimesLeavesNothingBehind() {
    onMain { driver in
      let list = RecycledFixture(count: 100)
      let window = driver.show(list.scroller, width: 200, height: 315)

      @MainActor func rebuild(_ times: Int) {
        for time in 0..<times {
          let count = g_list_model_get_n_items(list.model.pointer)
          gtk_string_list_splice(list.model.pointer, 0, count, nil)
          for number in 1...20 { gtk_string_list_append(list.model.pointer, "\(number)") }
          // Most are discarded before their first frame.
          if time % 5 == 0 { driver.step(frames: 1, of: window) }
          list.changes = []
        }
      }
      rebuild(100)
      let before = residentSize()
      rebuild(1_000)
      XCTAssertLessThan(residentSize() - before, 4 << 20)
    }
  }
}

/// An ID whose lifetime can be observed.
private final class Name: Hashable, @unchecked Sendable {
  static func == (left: Name, right: Name) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Returns the process's memory in bytes.
func residentSize() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
    let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
  else { return 0 }
  return pages * 4_096
}
#endif
