#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// Draws over a running app what Sightline knows of each tracked widget on screen: its visible
/// part, the fraction, how far its dwell is, and why it is not visible.
///
/// Green is visible under its first rule, red is not; what is left of it by viewport, clips and
/// scrolling is filled, with the fraction and the reason in its lower corner; a blue line along the
/// bottom is the dwell. Where nothing is tracked, or nothing of it shows, it says so. It lets all
/// clicks through, covers nothing, and leaves bars alone that are ``CoverMode/friendly``.
///
/// - Complexity: A frame with the inspector costs in proportion to the tracked widgets: it is meant
///   for development.
@MainActor
public final class VisibilityInspector {
  private let widget: WidgetPointer
  private let overlay: ObjectReference<OpaquePointer>
  private weak var window: WidgetWindow?

  /// Puts an inspector over what a `GtkOverlay` shows.
  ///
  /// - Precondition: it is a `GtkOverlay`.
  public init(over overlay: UnsafeMutablePointer<GtkWidget>) {
    precondition(
      sightline_is_overlay(overlay) != 0, "an inspector is put over a GtkOverlay, which this is not"
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
    window?.onPass = { [weak sheet, weak window] engine in
      guard let sheet, let window, let widget = reference.pointer else { return }
      if sheet.take(window, engine) { gtk_widget_queue_draw(widget) }
    }
    window?.requestPass()
  }

  /// Takes the inspector away.
  public func remove() {
    window?.onPass = nil
    if let parent = gtk_widget_get_parent(widget), parent.instance == overlay.pointer.instance {
      gtk_overlay_remove_overlay(overlay.pointer, widget)
    }
  }
}
#endif
