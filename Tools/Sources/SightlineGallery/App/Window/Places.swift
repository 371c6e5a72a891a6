import Foundation
import SightlineGTK
import SightlineGTKToolkit

/// Writes the positions of the window's parts to a file, for tests that move a real pointer: one
/// line each, with name, x, y, width and height in the window's surface. A hidden part has no line.
/// `keyboard` is the focused widget, while the window has the focus.
@MainActor
enum Places {
  static func write(of window: GalleryWindow, to path: String) {
    var last = ""
    let root = WeakObjectReference(window.window)
    Frames.follow(window.window) { [weak window] in
      guard let window, let root = root.pointer else { return }
      var text = window.places.compactMap { line($0.name, $0.widget, root) }.joined()
      if gtk_window_is_active(sightline_window(root)) != 0,
        let focus = gtk_root_get_focus(OpaquePointer(root))
      {
        text += line("keyboard", focus, root) ?? ""
      }
      if text == last { return }
      last = text
      // A reader must not find a partial file.
      try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }

  private static func line(
    _ name: String, _ widget: WidgetPointer, _ window: WidgetPointer
  ) -> String? {
    guard gtk_widget_get_mapped(widget) != 0, let bounds = widget.bounds(in: window) else {
      return nil
    }
    // The shadow around the window is part of its surface.
    var (x, y) = (0.0, 0.0)
    gtk_native_get_surface_transform(OpaquePointer(window), &x, &y)
    let numbers = [bounds.minX + x, bounds.minY + y, bounds.width, bounds.height]
    return "\(name) " + numbers.map { "\(Int($0.rounded()))" }.joined(separator: " ") + "\n"
  }
}
