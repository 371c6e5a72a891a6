#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// Overlays a running app with the state of each tracked widget on screen: its visible part, its
/// fraction, its dwell progress and why it isn't visible.
///
/// A widget is green if it is visible under its first rule, red otherwise. The part inside the
/// viewport and clips is filled, with the fraction and the reason in its lower corner. A blue line
/// along the bottom shows the dwell. When the window rests, the inspector measures all tracked
/// widgets again with GTK's own geometry, and the top left corner shows the result: "412 compared,
/// 0 differ". If nothing is tracked, or nothing tracked is on screen, a notice says so. The
/// inspector lets all clicks through and covers nothing.
///
/// - Complexity: O(*n*) per frame, where *n* is the number of tracked widgets. Intended for
///   development.
@MainActor
public final class VisibilityInspector {
  private let sheet = InspectorSheet()
  private let widget: WeakObjectReference<WidgetPointer>
  private weak var window: WidgetWindow?
  /// Fires when no pass has run for a while.
  private var rest: LoopSource?
  /// The last comparison of the engine with GTK's own geometry, which the inspector shows; `nil`
  /// before the window's first rest.
  public private(set) var audit: VisibilityAudit?
  private static let timeToRest = Duration.milliseconds(200)

  /// Adds an inspector over the content of a `GtkWindow` or a `GtkOverlay`.
  ///
  /// A window's content moves into an overlay, so pass a window before it is shown and after it has
  /// got its content, or what is visible leaves and enters once.
  ///
  /// - Precondition: `widget` is a `GtkOverlay` or a `GtkWindow` with a child.
  public init(over widget: UnsafeMutablePointer<GtkWidget>) {
    let overlay = Self.overlay(of: widget)
    let own = CustomWidget.make(sheet, cssName: "sightline-inspector")
    self.widget = WeakObjectReference(own)
    gtk_widget_set_can_target(own, 0)
    gtk_widget_set_can_focus(own, 0)
    own.visibility.setCover(.none)
    gtk_overlay_add_overlay(OpaquePointer(overlay), own)
    follow()
    // The overlay may enter a window later.
    Signal.notify(own, "root") { [self] in follow() }
  }

  /// Removes the inspector.
  public func remove() {
    leave()
    if let widget = widget.pointer, let overlay = gtk_widget_get_parent(widget) {
      gtk_overlay_remove_overlay(OpaquePointer(overlay), widget)
    }
  }

  /// Returns the overlay itself, or that of a window's content, created if necessary.
  private static func overlay(of widget: WidgetPointer) -> WidgetPointer {
    if sightline_is_overlay(widget) != 0 { return widget }
    require(
      sightline_is_window(widget) != 0,
      "an inspector is over a GtkWindow or a GtkOverlay, not over a \(widget.className)")
    let window = sightline_window(widget)
    guard let child = gtk_window_get_child(window) else {
      fatalError("an inspector is over a window's content: call gtk_window_set_child first")
    }
    if sightline_is_overlay(child) != 0 { return child }
    let overlay = required(gtk_overlay_new())
    g_object_ref(child)
    gtk_window_set_child(window, overlay)
    gtk_overlay_set_child(OpaquePointer(overlay), child)
    g_object_unref(child)
    return overlay
  }

  private func follow() {
    leave()
    guard let window = widget.pointer.flatMap(WidgetWindow.of) else { return }
    self.window = window
    window.window.inspectors[ObjectIdentifier(self)] = { [weak self] engine in
      self?.take(engine)
    }
    window.requestPass()
  }

  private func leave() {
    rest?.cancel()
    window?.window.inspectors[ObjectIdentifier(self)] = nil
    window = nil
  }

  private func take(_ engine: VisibilityEngine) {
    guard let window else { return }
    let marks = sheet.content.marks
    if sheet.take(window, engine) { redraw() }
    // Frames may continue without a change.
    if rest != nil, !window.window.mirror.hasChanged,
      InspectorMark.showTheSame(marks, sheet.content.marks)
    {
      return
    }
    rest?.cancel()
    rest = MainLoop.after(Self.timeToRest) { [weak self] in
      guard let self else { return }
      guard let audit = self.window?.audit() else {
        rest = nil
        return
      }
      self.audit = audit
      if sheet.take(audit) { redraw() }
    }
  }

  private func redraw() { if let widget = widget.pointer { gtk_widget_queue_draw(widget) } }
}
#endif
