#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// Overlays a running app with the state of each tracked widget on screen: its visible part, its
/// fraction, its dwell progress and why it isn't visible.
///
/// A widget is green if it is visible under its first rule, red otherwise. The part left by
/// viewport, clips and scrolling is filled, with the fraction and the reason in its lower corner. A
/// blue line along the bottom shows the dwell. When the window rests, all tracked widgets are
/// measured a second time by GTK itself, and the top left corner shows the result: "412 compared,
/// 0 differ". If nothing is tracked, or nothing tracked shows, a
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
  /// Runs out when no pass has come for a while.
  private var rest: LoopSource?
  /// The last comparison of the engine with GTK's own geometry, which the inspector shows; `nil`
  /// before the window's first rest.
  public private(set) var audit: VisibilityAudit?
  private static let timeToRest = Duration.milliseconds(200)

  /// Adds an inspector over the content of a `GtkOverlay`.
  ///
  /// - Precondition: `overlay` is a `GtkOverlay`.
  public init(over overlay: UnsafeMutablePointer<GtkWidget>) {
    precondition(sightline_is_overlay(overlay) != 0, "an inspector requires a GtkOverlay")
    let sheet = InspectorSheet()
    widget = CustomWidget.make(sheet, cssName: "sightline-inspector")
    self.overlay = ObjectReference(OpaquePointer(overlay))
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    widget.visibility.setCover(.none)
    gtk_overlay_add_overlay(OpaquePointer(overlay), widget)
    window = WidgetWindow.of(widget)
    let reference = WeakObjectReference(widget)
    window?.window.tracker.inspectors[ObjectIdentifier(self)] = {
      [weak self, weak sheet, weak window] engine in
      guard let sheet, let window, let widget = reference.pointer else { return }
      if sheet.take(window, engine) { gtk_widget_queue_draw(widget) }
      self?.rest?.cancel()
      self?.rest = MainLoop.after(Self.timeToRest) {
        guard let self, let widget = reference.pointer, let audit = window.audit() else { return }
        self.audit = audit
        if sheet.take(audit) { gtk_widget_queue_draw(widget) }
      }
    }
    window?.requestPass()
  }

  /// Removes the inspector.
  public func remove() {
    window?.window.tracker.inspectors[ObjectIdentifier(self)] = nil
    rest?.cancel()
    if let parent = gtk_widget_get_parent(widget), parent.instance == overlay.pointer.instance {
      gtk_overlay_remove_overlay(overlay.pointer, widget)
    }
  }
}
#endif
