#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// What is attached to a widget that is observed. It follows the widget into windows and out of
/// them, and goes with it.
@MainActor
final class TrackedWidget {
  private static let attached = AttachedObject<TrackedWidget>("widget")

  let view: TrackedView
  let widget: WidgetPointer
  private weak var window: WidgetWindow?

  /// What is attached to a widget; attached now if it is not yet.
  static func of(_ widget: WidgetPointer) -> TrackedWidget {
    if let known = attached.value(at: widget) { return known }
    let tracked = TrackedWidget(widget)
    attached.set(tracked, at: widget)
    tracked.connect()
    return tracked
  }

  static func existing(of widget: WidgetPointer) -> TrackedWidget? { attached.value(at: widget) }

  private init(_ widget: WidgetPointer) {
    self.widget = widget
    view = TrackedView(of: TrackedWidget.givenName(of: widget))
  }

  /// The name that the app has given a widget, for those who record; GTK calls others by their type.
  private static func givenName(of widget: WidgetPointer) -> String? {
    let name = String(cString: gtk_widget_get_name(widget))
    return name == widget.className ? nil : name
  }

  private func connect() {
    Signal.notify(widget, "root") { [weak self] in self?.follow() }
    Signal.connect(widget, "destroy") { [weak self] in self?.leave() }
    follow()
  }

  /// Places the view in the window that the widget is in now.
  private func follow() {
    let now = WidgetWindow.of(widget)
    if now !== window || view.place == nil { leave() }
    guard let now else { return }
    window = now
    now.window.place(view, at: ViewKey(widget))
  }

  private func leave() {
    window?.window.displace(view)
    window = nil
  }
}
#endif
