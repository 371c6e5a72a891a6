#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// Overlays a running app with the state of each tracked widget on screen: its visible part, its
/// fraction, its dwell progress and why it isn't visible.
///
/// A widget is green if it is visible under its first rule, red otherwise. The part left by
/// viewport, clips and scrolling is filled, with the fraction and the reason in its lower corner. A
/// blue line along the bottom shows the dwell. If nothing is tracked, or nothing tracked shows, a
/// notice says so. The inspector lets all clicks through, covers nothing and doesn't draw over
/// ``CoverMode/friendly`` bars.
///
/// - Complexity: O(*n*) per frame, where *n* is the number of tracked widgets. Intended for
///   development.
@MainActor
public final class VisibilityInspector {
  private let widget: WidgetPointer
  private let overlay: ObjectReference<OpaquePointer>
  private weak var window: WidgetWindow?

  /// Adds an inspector over the content of a `GtkOverlay`.
  ///
  /// - Precondition: `overlay` is a `GtkOverlay`.
  public init(over overlay: UnsafeMutablePointer<GtkWidget>) {
    precondition(
      sightline_is_overlay(overlay) != 0, "an inspector requires a GtkOverlay"
    )
    let sheet = InspectorSheet()
    widget = CustomWidget.make(sheet, cssName: "sightline-inspector")
    self.overlay = ObjectReference(OpaquePointer(overlay))
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    widget.visibility.setCover(.none)
    gtk_overlay_add_overlay(OpaquePointer(overlay), widget)
    window = WidgetWindow.of(widget)
    let reference = WeakObjectReference(widget)
    window?.window.tracker.didPass = { [weak sheet, weak window] engine in
      guard let sheet, let window, let widget = reference.pointer else { return }
      if sheet.take(window, engine) { gtk_widget_queue_draw(widget) }
    }
    window?.requestPass()
  }

  /// Removes the inspector.
  public func remove() {
    window?.window.tracker.didPass = nil
    if let parent = gtk_widget_get_parent(widget), parent.instance == overlay.pointer.instance {
      gtk_overlay_remove_overlay(overlay.pointer, widget)
    }
  }
}
#endif
