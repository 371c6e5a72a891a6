#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// The tracking state attached to an observed widget. It follows the widget between windows and is
/// destroyed with it.
@MainActor
final class TrackedWidget {
  private static let attached = AttachedObject<TrackedWidget>("widget")

  let view: TrackedView
  let widget: WidgetPointer
  private weak var window: WidgetWindow?

  /// Returns the state attached to a widget, attaching it first if needed.
  static func of(_ widget: WidgetPointer) -> TrackedWidget {
    if let known = attached.value(at: widget) {
      if known.view.place == nil { known.follow() }
      return known
    }
    MainLoop.adoptMainActor()
    let tracked = TrackedWidget(widget)
    attached.set(tracked, at: widget)
    tracked.connect()
    return tracked
  }

  static func existing(of widget: WidgetPointer) -> TrackedWidget? { attached.value(at: widget) }

  private init(_ widget: WidgetPointer) {
    self.widget = widget
    view = TrackedView(of: TrackedWidget.givenName(of: widget))
    view.isRemovedWhenUnobserved = true
  }

  /// The widget's name for recordings, if the app set one. GTK names other widgets after their
  /// type.
  private static func givenName(of widget: WidgetPointer) -> String? {
    let name = String(cString: gtk_widget_get_name(widget))
    return name == widget.className ? nil : name
  }

  private func connect() {
    Signal.notify(widget, "root") { [weak self] in self?.follow() }
    Signal.connect(widget, "destroy") { [weak self] in self?.leave() }
    follow()
  }

  /// Places the view in the widget's current window.
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
