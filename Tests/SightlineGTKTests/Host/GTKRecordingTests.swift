#if GTK && os(Linux)
import CSightlineGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import SightlineRecording
@testable import SightlineTrace
import XCTest

final class GTKRecordingTests: GTKTestCase {
  /// Replaying a window's trace gives the same events, and the reference path agrees with each.
  func testARecordedWindowReplaysToTheSameEvents() throws {
    try onMain { driver in
      let path = temporaryPath()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let list = ListFixture(count: 60, height: 120, spacing: 8)
      var seen = 0
      for (number, row) in list.rows.enumerated() {
        row.visibility.impression(of: "recorded \(number)", .feed) { _ in seen += 1 }
      }
      let window = gtk_window_new()!
      gtk_window_set_default_size(sightline_window(window), 300, 500)
      try window.visibility.recordTrace(to: path)
      gtk_window_set_child(sightline_window(window), list.scroller)
      gtk_window_present(sightline_window(window))
      driver.run(until: { !list.events.isEmpty })
      var generator = SeededSteps(seed: 7)
      for step in 0..<150 {
        list.scroll(to: generator.next(in: 0...7_000).rounded())
        if step % 10 == 3 { gtk_widget_set_opacity(list.rows[step % 60], 0) }
        if step % 10 == 6 { gtk_widget_set_size_request(list.rows[step % 60], 100, 200) }
        if step % 50 == 9 {
          gtk_window_set_default_size(sightline_window(window), 300, gint(step * 3 + 200))
        }
        if step == 100 { gtk_box_remove(sightline_box(list.list), list.rows[59]) }
        driver.step(frames: 1, of: window)
      }
      gtk_window_destroy(sightline_window(window))
      let result = try TraceVerifier(try TraceReader(path: path)).run()
      XCTAssertEqual(result.differences, 0, "\(result.examples)")
      XCTAssertEqual(result.events, list.events.count + seen)
      XCTAssertGreaterThan(list.events.count, 100)
      XCTAssertGreaterThan(seen, 20)
      // The recording began before the window had a size, and has the app's IDs.
      let trace = try readTrace(path)
      XCTAssertGreaterThan(trace.viewport?.height ?? 0, 100)
      XCTAssertTrue(trace.names.contains("recorded 0"))
    }
  }

  /// The same for a list, whose rows are reused.
  func testARecordedListReplaysToTheSameEvents() throws {
    try onMain { driver in
      let path = temporaryPath()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let model = gtk_string_list_new(nil)!
      for number in 0..<2_000 { gtk_string_list_append(model, "\(number)") }
      let factory = gtk_signal_list_item_factory_new()!
      Signal.connect(factory, "setup") { arguments in
        let label = gtk_label_new("")!
        gtk_widget_set_size_request(label, 100, 30)
        gtk_list_item_set_child(arguments.pointer(0, as: OpaquePointer.self)!, label)
      }
      let rows = ItemVisibility(factory: factory) { gtk_list_item_get_position($0) }
      var reports = 0
      rows.crossed(.thresholds([0, 1])) { _, _ in reports += 1 }
      rows.impression(ImpressionPolicy(rule: .fraction(0.5))) { _, _ in reports += 1 }
      rows.exposure(.anyPixel) { _, _ in reports += 1 }
      let scroller = gtk_scrolled_window_new()!
      gtk_scrolled_window_set_child(
        OpaquePointer(scroller), gtk_list_view_new(gtk_no_selection_new(model), factory))
      let window = gtk_window_new()!
      gtk_window_set_default_size(sightline_window(window), 200, 315)
      try window.visibility.recordTrace(to: path)
      gtk_window_set_child(sightline_window(window), scroller)
      gtk_window_present(sightline_window(window))
      driver.step(frames: 3, of: window)
      let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
      for step in 0..<150 {
        let value = gtk_adjustment_get_value(adjustment)
        gtk_adjustment_set_value(adjustment, value + (step % 40 < 25 ? 430 : -370))
        if step % 30 == 10 { gtk_string_list_splice(model, guint(step), 20, nil) }
        driver.step(frames: 1, of: window)
      }
      gtk_window_destroy(sightline_window(window))
      let result = try TraceVerifier(try TraceReader(path: path)).run()
      XCTAssertEqual(result.differences, 0, "\(result.examples)")
      XCTAssertEqual(result.events, reports)
      XCTAssertGreaterThan(reports, 5_000)
    }
  }

  /// Observations without an ID are named after the row's item, and widgets after their name,
  /// unless IDs are private.
  func testItemsAreNamedUnlessTheAppOptsOut() throws {
    try onMain { driver in
      for namesItems in [true, false] {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rows = ItemVisibility<String>()
        rows.changed(.anyPixel) { _, _ in }
        let window = gtk_window_new()!
        let label = gtk_label_new("row")!
        let named = gtk_label_new("named")!
        let unnamed = gtk_label_new("unnamed")!
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        for label in [label, named, unnamed] { gtk_box_append(sightline_box(column), label) }
        gtk_window_set_child(sightline_window(window), column)
        rows.bind(label, to: "card 7")
        label.visibility.impression(of: "ad 1", .feed) { _ in }
        gtk_widget_set_name(named, "headline")
        for label in [named, unnamed] { label.visibility.changed(.anyPixel) { _ in } }
        try window.visibility.recordTrace(to: path, namesItems: namesItems)
        gtk_window_present(sightline_window(window))
        driver.step(frames: 3, of: window)
        gtk_window_destroy(sightline_window(window))
        XCTAssertEqual(try readTrace(path).names, namesItems ? ["ad 1", "card 7", "headline"] : [])
      }
    }
  }

  func testAFileThatCannotBeWrittenIsAnError() throws {
    try onMain { driver in
      let window = gtk_window_new()!
      defer { gtk_window_destroy(sightline_window(window)) }
      XCTAssertThrowsError(
        try window.visibility.recordTrace(to: "/nowhere/trace.ndjson")
      ) { error in
        XCTAssertTrue("\(error)".contains("/nowhere/trace.ndjson"), "\(error)")
      }
    }
  }

  func testARecordingWaitsForTheWindow() throws {
    try onMain { driver in
      let path = temporaryPath()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (label, other) = (gtk_label_new("row")!, gtk_label_new("other")!)
      let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      // The first one's recording fails, and the second one's begins.
      for widget in [other, label] { gtk_box_append(sightline_box(column), widget) }
      label.visibility.impression(of: "ad 1", .feed) { _ in }
      var failure: TraceError?
      try label.visibility.recordTrace(to: "/nowhere/trace.ndjson") { failure = $0 }
      try label.visibility.recordTrace(to: path)
      try other.visibility.recordTrace(to: "/nowhere/trace.ndjson") { failure = $0 }
      try column.visibility.recordTrace(to: "/nowhere/other.ndjson")
      column.visibility.stopTrace()
      XCTAssertFalse(label.visibility.isRecordingTrace)
      let window = gtk_window_new()!
      gtk_window_set_child(sightline_window(window), column)
      XCTAssertTrue(label.visibility.isRecordingTrace)
      XCTAssertTrue("\(try XCTUnwrap(failure))".contains("/nowhere/trace.ndjson"))
      gtk_window_present(sightline_window(window))
      driver.step(frames: 3, of: window)
      gtk_window_destroy(sightline_window(window))
      XCTAssertEqual(try readTrace(path).names, ["ad 1"])
    }
  }
}

private func temporaryPath() -> String {
  NSTemporaryDirectory() + "sightline-\(UUID().uuidString).ndjson"
}

/// Returns the viewport in a trace's first line, and the names of its watches.
private func readTrace(_ path: String) throws -> (viewport: LayoutSize?, names: Set<String>) {
  var reader = try TraceReader(path: path)
  var viewport: LayoutSize?
  var names: Set<String> = []
  while let (_, line) = try reader.next() {
    switch line {
    case .meta(let meta): viewport = meta.viewport
    case .watch(let watch): if let name = watch.name { names.insert(name) }
    default: break
    }
  }
  return (viewport, names)
}
#endif
