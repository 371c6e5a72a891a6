#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

// Viewports other than the window, margins and covers, as set by the app.
extension WidgetWindow {
  /// Returns the viewport of an ancestor of `widget`, or `nil` (the window) if `ancestor` isn't
  /// one.
  func viewport(_ ancestor: WidgetPointer, for widget: WidgetPointer) -> ViewportID? {
    guard widget != ancestor, gtk_widget_is_ancestor(widget, ancestor) != 0,
      let container = window.mirror.container(for: ViewKey(ancestor))
    else {
      warn(
        "\(ancestor.className) was named as the viewport of a \(widget.className) outside "
          + "it: the window is used instead")
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

  /// Called when a widget of this window gets another cover mode, or one that has a mode comes or
  /// goes.
  func coversChanged() {
    guard !isClosed else { return }
    covers.refresh(in: self, native)
    window.mirror.keepContainers(for: covers.parents.map(ViewKey.init))
    invalidate()
  }

  /// Rereads everything with the next frame, even if GTK drew nothing.
  func invalidate() {
    window.mirror.readEverything()
    requestPass()
  }
}

/// The margins of a widget used as a viewport.
@MainActor
final class WidgetMargins {
  static let attached = AttachedObject<WidgetMargins>("margins")

  let margins: ViewportMargins

  init(_ margins: ViewportMargins) { self.margins = margins }
}

/// Reports a programmer error that must not stop the app.
@MainActor
func warn(_ text: String) { sightline_warn("Sightline: \(text)") }
#endif
