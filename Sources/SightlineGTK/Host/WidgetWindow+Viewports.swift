#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

// Viewports other than the window, margins and covers: what users set for a window's widgets.
extension WidgetWindow {
  /// The viewport of an ancestor, for a widget; `nil` (the window) if it is none.
  func viewport(_ ancestor: WidgetPointer, for widget: WidgetPointer) -> ViewportID? {
    guard widget != ancestor, gtk_widget_is_ancestor(widget, ancestor) != 0,
      let container = window.mirror.container(for: ViewKey(ancestor))
    else {
      warn(
        "\(ancestor.className) was named as the viewport of a \(widget.className) that is not inside "
          + "of it: the window is taken instead")
      return nil
    }
    if let known = viewports[container], window.tracker.engine.contains(known) { return known }
    let margins = WidgetMargins.attached.value(at: ancestor)?.margins ?? .zero
    let viewport = window.tracker.engine.add(VisibilityViewport(container, margins: margins))
    viewports[container] = viewport
    window.mirror.setViewport(margins, of: container)
    return viewport
  }

  func marginsChanged(_ margins: ViewportMargins, of widget: WidgetPointer) {
    if sightline_is_native(widget) != 0 {
      window.tracker.engine.setMargins(margins, of: window.tracker.engine.window)
      window.mirror.setViewport(margins, of: window.tracker.engine.scene.root)
    } else if let container = window.mirror.existingContainer(for: ViewKey(widget)),
      let viewport = viewports[container], window.tracker.engine.contains(viewport)
    {
      window.tracker.engine.setMargins(margins, of: viewport)
      window.mirror.setViewport(margins, of: container)
    }
    requestPass()
  }

  /// A widget was named as a cover, or as none.
  func coverChanged(_ widget: WidgetPointer) {
    if let parent = gtk_widget_get_parent(widget) { covers.note(parent) }
    invalidate()
  }

  /// Has everything read with the next frame, also where GTK drew nothing.
  func invalidate() {
    window.mirror.readEverything()
    requestPass()
  }
}

/// The margins that a widget has as a viewport.
@MainActor
final class WidgetMargins {
  static let attached = AttachedObject<WidgetMargins>("margins")

  let margins: ViewportMargins

  init(_ margins: ViewportMargins) { self.margins = margins }
}

/// Reports a developer's mistake that must not stop an app.
@MainActor
func warn(_ text: String) { sightline_warn("Sightline: \(text)") }
#endif
