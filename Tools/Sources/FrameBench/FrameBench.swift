import CFrameBench
import Foundation
import SightlineGTK
import SightlineGTKToolkit

/// Scrolls a list in a window and measures Sightline's part of each frame, including signal
/// handlers and the app's closures, which are empty. With callgrind (`valgrind --tool=callgrind
/// --instr-atstart=no --collect-atstart=no`), it writes a file with the counts of each frame.
@main
@MainActor
enum FrameBench {
  /// The first frames are not measured.
  private static let warmUp = 30
  private static let rowHeight = 40

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard let scene = arguments.first, numbers.count == 3, gtk_init_check() != 0,
      let list = scene == "box" ? box(numbers[0]) : scene == "list" ? listView(numbers[0]) : nil,
      let window = gtk_window_new(), let scroller = gtk_scrolled_window_new()
    else {
      print("usage: frame-bench box|list ROWS STEP FRAMES, with a display")
      exit(2)
    }
    let (step, frames) = (numbers[1], numbers[2])
    gtk_scrolled_window_set_child(OpaquePointer(scroller), list.widget)
    gtk_window_set_default_size(sightline_window(window), 400, 520)
    gtk_widget_realize(window)
    guard let clock = gtk_widget_get_frame_clock(window) else { exit(1) }
    // A list binds its rows as soon as it is in the window.
    measure(clock, "after-paint") {
      gtk_window_set_child(sightline_window(window), scroller)
      list.observe()
    }
    gtk_window_present(sightline_window(window))

    let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
    var times: [Int64] = []
    var painted = 0
    Signal.connect(clock, "after-paint", after: true) {
      painted += 1
      if painted == warmUp { sightline_begin_counting() }
      let time = sightline_measured_nanoseconds()
      if painted > warmUp { times.append(time) }
      gtk_adjustment_set_value(adjustment, Double(painted * step))
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }
    while times.count < frames { g_main_context_iteration(nil, 1) }
    let sorted = times.sorted()
    print(
      "{\"scene\":\"\(scene)\",\"rows\":\(numbers[0]),\"step\":\(step),\"frames\":\(frames),"
        + "\"median_ns\":\(sorted[frames / 2]),\"longest_ns\":\(sorted[frames - 1]),"
        + "\"read\":\(window.visibility.window?.statistics.widgetsRead ?? 0)}")
  }

  /// Measures the handlers that a call connects to a signal.
  private static func measure(_ object: OpaquePointer, _ signal: String, _ connect: () -> Void) {
    let flags = GConnectFlags(rawValue: 0)
    g_signal_connect_data(object.instance, signal, sightline_measure_begin, nil, nil, flags)
    connect()
    g_signal_connect_data(
      object.instance, signal, sightline_measure_end, nil, nil, G_CONNECT_AFTER)
  }

  private static func makeRow() -> WidgetPointer {
    guard let row = gtk_label_new("A row") else { preconditionFailure("no widget") }
    gtk_widget_set_size_request(row, 100, gint(rowHeight))
    return row
  }

  private static func box(_ count: Int) -> (widget: WidgetPointer, observe: () -> Void)? {
    guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else { return nil }
    let rows = (0..<count).map { _ in makeRow() }
    for row in rows { gtk_box_append(sightline_box(box), row) }
    return (
      box,
      {
        for (index, row) in rows.enumerated() {
          row.visibility.changed { _ in }
          row.visibility.impression(of: index) { _ in }
        }
      }
    )
  }

  private static func listView(_ count: Int) -> (widget: WidgetPointer, observe: () -> Void)? {
    guard let model = gtk_string_list_new(nil), let factory = gtk_signal_list_item_factory_new()
    else { return nil }
    for number in 0..<count { gtk_string_list_append(model, "\(number)") }
    Signal.connect(factory, "setup") { arguments in
      guard let item = arguments.pointer(0, as: OpaquePointer.self) else { return }
      let row = makeRow()
      measure(OpaquePointer(row), "map") { gtk_list_item_set_child(item, row) }
    }
    measure(factory, "bind") {
      measure(factory, "unbind") {
        let rows = ItemVisibility(factory: factory) { gtk_list_item_get_position($0) }
        rows.changed { _, _ in }
        rows.impression { _, _ in }
      }
    }
    return gtk_list_view_new(gtk_no_selection_new(model), factory).map { ($0, {}) }
  }
}
