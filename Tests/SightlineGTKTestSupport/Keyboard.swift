#if GTK && os(Linux)
import CSightlineGTK
import Foundation
package import SightlineGTKToolkit
import XCTest

/// Simulates a real keyboard and mouse through the display server. Keys go to the focused window.
@MainActor
package final class Keyboard {
  private let driver: WindowDriver
  private let tool: URL
  private let title: String

  /// Focuses a window. Skips the test if that fails.
  package init(in window: WidgetPointer, _ driver: WindowDriver) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let tools = folders.map { URL(fileURLWithPath: "\($0)/xdotool") }
    guard let tool = tools.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { throw XCTSkip("xdotool is missing: run scripts/setup") }
    // Never type into a window outside the test.
    let title = "sightline-keyboard-\(ProcessInfo.processInfo.processIdentifier)"
    (self.tool, self.driver, self.title) = (tool, driver, title)
    gtk_window_set_title(sightline_window(window), title)
    run("search", "--sync", "--onlyvisible", "--name", "^\(title)$", "windowfocus")
    driver.run(until: { gtk_window_is_active(sightline_window(window)) != 0 }, "no keyboard")
    try XCTSkipIf(
      gtk_window_is_active(sightline_window(window)) == 0, "the window has no keyboard focus")
  }

  /// Presses keys in sequence, given their X names. They arrive later.
  package func press(_ keys: String...) { run(["key", "--delay", "15"] + keys) }

  /// Drags with the mouse from a point of the window through others, keeping the button down.
  package func drag(from start: (x: Int, y: Int), through points: [(x: Int, y: Int)]) {
    var arguments = ["search", "--onlyvisible", "--name", "^\(title)$"]
    for (index, point) in ([start] + points).enumerated() {
      arguments += ["mousemove", "--window", "%1", "\(point.x)", "\(point.y)", "sleep", "0.03"]
      if index == 0 { arguments += ["mousedown", "1"] }
    }
    run(arguments)
  }

  /// Turns a mouse wheel to the right by a notch, at a point of the window.
  package func turnWheel(at point: (x: Int, y: Int)) {
    run(
      "search", "--onlyvisible", "--name", "^\(title)$", "mousemove", "--window", "%1",
      "\(point.x)", "\(point.y)", "click", "7")
  }

  /// Releases the mouse button.
  package func endDrag() { run("mouseup", "1") }

  private func run(_ arguments: String...) { run(arguments) }

  private func run(_ arguments: [String]) {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    let end = End()
    process.terminationHandler = { _ in Task { @MainActor in end.hasExited = true } }
    do { try process.run() } catch { return XCTFail("\(error)") }
    driver.run(until: { end.hasExited }, "xdotool did not exit")
    XCTAssertEqual(process.terminationStatus, 0, "xdotool \(arguments)")
  }
}

/// Whether a process has exited.
@MainActor
private final class End {
  var hasExited = false
}

/// Returns the focused widget of a window.
@MainActor
package func focus(of window: WidgetPointer) -> WidgetPointer? {
  gtk_widget_get_root(window).flatMap { gtk_root_get_focus($0) }
}
#endif
