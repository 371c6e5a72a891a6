import CSightlineGTK
import Foundation
import Gtk
import SightlineSwiftCrossUI

/// Drives the app and prints its events, for the tests. Runs if SIGHTLINE_SCRIPT is set.
@MainActor
final class Script {
  /// The rows' container, in the scroll view.
  var content: Gtk.Widget?
  var metrics: ScrollMetrics?
  private let isOn = ProcessInfo.processInfo.environment["SIGHTLINE_SCRIPT"] != nil
  private var hasBegun = false

  nonisolated init() {}

  /// The file to record the window to.
  static let recording = ProcessInfo.processInfo.environment["SIGHTLINE_RECORDING"] ?? "/dev/null"

  /// The height of bars over the top and the bottom of the list in points, which a viewport
  /// excludes; `nil` for no viewport.
  static let bars = ProcessInfo.processInfo.environment["SIGHTLINE_BARS"].flatMap(Double.init)

  /// The height of a row in points.
  static let rowHeight = 50.0

  func note(_ line: String) { if isOn { print(line) } }

  func begin(_ view: SystemsView) {
    guard isOn, !hasBegun else { return }
    hasBegun = true
    Task {
      await rest(view)
      for offset in stride(from: 30.0, through: 900, by: 30) { await scroll(to: offset) }
      await rest(view)
      // Every id moves to another row. The ids that stay on screen have not left.
      note("move")
      view.items = Array(view.items.dropFirst() + view.items.prefix(1))
      await rest(view)
      note("cover")
      view.isCovered = true
      await pause(.milliseconds(400))
      note("visible")
      view.isCovered = false
      await rest(view)
      // The inspector covers nothing.
      view.isInspected = true
      await rest(view)
      view.isInspected = false
      for offset in stride(from: 900.0, through: 0, by: -90) { await scroll(to: offset) }
      await rest(view)
      // A window that goes off screen writes its recording to the file.
      if let window { gtk_window_destroy(window) }
      await pause(.milliseconds(300))
      exit(0)
    }
  }

  private func scroll(to offset: Double) async {
    guard let content else { return }
    let widget = UnsafeMutableRawPointer(content.widgetPointer)
      .assumingMemoryBound(to: GtkWidget.self)
    let scroller = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
    gtk_adjustment_set_value(
      gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller)), offset)
    await pause(.milliseconds(30))
  }

  private var window: UnsafeMutablePointer<GtkWindow>? {
    content.flatMap {
      let widget = UnsafeMutableRawPointer($0.widgetPointer)
      return gtk_widget_get_root(widget.assumingMemoryBound(to: GtkWidget.self)).map {
        UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
      }
    }
  }

  private func pause(_ time: Duration) async { try? await Task.sleep(for: time) }

  /// Waits for the last events, then prints the items that a formula gives as visible.
  private func rest(_ view: SystemsView) async {
    await pause(.milliseconds(500))
    guard let metrics else { return note("no scroll view") }
    let bars = Self.bars ?? 0
    let top = metrics.contentOffset.y + bars
    let bottom = metrics.contentOffset.y + metrics.containerSize.height - bars
    let visible = view.items.enumerated().filter { index, _ in
      let row = Double(index) * Self.rowHeight
      return row >= top - 0.5 && row + Self.rowHeight <= bottom + 0.5
    }
    note("visible \(visible.map { "\($0.element)" }.joined(separator: " "))")
  }
}
