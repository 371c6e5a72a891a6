#if GTK && os(Linux)
import CSightlineGTK
package import SightlineGTKToolkit
import XCTest

/// Shows a test's widgets and lets time pass.
@MainActor
package final class WindowDriver {
  private var windows: [ObjectReference<WidgetPointer>] = []

  package init() { MainLoop.adoptMainActor() }

  /// The time limit of every wait, even on a busy machine.
  package static let limit = Duration.seconds(20)

  /// Runs the main loop until a condition holds, and fails after a time limit.
  package func run(
    until condition: @MainActor () -> Bool, within limit: Duration = limit,
    _ message: String = "the condition never held", file: StaticString = #filePath,
    line: UInt = #line
  ) {
    var isOver = false
    let alarm = MainLoop.after(limit) { isOver = true }
    defer { alarm.cancel() }
    while !condition() {
      if isOver { return XCTFail("\(message) within \(limit)", file: file, line: line) }
      g_main_context_iteration(nil, 1)
    }
  }

  /// Runs the main loop for a duration.
  package func run(for time: Duration) {
    var isOver = false
    MainLoop.after(time) { isOver = true }
    while !isOver { g_main_context_iteration(nil, 1) }
  }

  /// Lets a window draw a number of frames.
  package func step(
    frames: Int, of window: WidgetPointer, file: StaticString = #filePath, line: UInt = #line
  ) {
    guard let clock = gtk_widget_get_frame_clock(window) else {
      return XCTFail("the window is not shown", file: file, line: line)
    }
    var painted = 0
    let token = Signal.connect(clock, "after-paint") { painted += 1 }
    defer { token.disconnect() }
    for frame in 0..<frames {
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
      run(
        until: { painted > frame }, "frame \(frame) of \(frames) was not drawn", file: file,
        line: line)
    }
  }

  /// Shows a widget in a window without decorations and lets it draw. The window closes after the
  /// test, or earlier with `gtk_window_destroy`.
  package func show(_ child: WidgetPointer, width: Int = 200, height: Int = 100) -> WidgetPointer {
    guard let window = gtk_window_new() else { preconditionFailure("GTK made no window") }
    gtk_window_set_decorated(sightline_window(window), 0)
    gtk_window_set_default_size(sightline_window(window), gint(width), gint(height))
    gtk_window_set_child(sightline_window(window), child)
    gtk_window_present(sightline_window(window))
    windows.append(ObjectReference(window))
    run(until: { gtk_widget_get_mapped(child) != 0 }, "the window was not shown")
    step(frames: 2, of: window)
    return window
  }

  /// Closes all windows that were shown.
  package func close() {
    for window in windows { gtk_window_destroy(sightline_window(window.pointer)) }
    windows = []
  }

  /// Creates a box that is no longer floating, so it dies with the reference.
  package func makeBox() -> ObjectReference<WidgetPointer> {
    guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else {
      preconditionFailure("GTK made no box")
    }
    return ObjectReference(box)
  }
}

/// An object whose lifetime can be observed.
package final class Witness {
  package init() {}
}
#endif
