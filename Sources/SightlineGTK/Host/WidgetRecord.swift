#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// The record attached to an observed widget. It follows the widget between windows and is
/// destroyed with it.
@MainActor
final class WidgetRecord {
  private static let attached = AttachedObject<WidgetRecord>("widget")

  let slot: ViewSlot
  let widget: WidgetPointer
  private weak var window: WidgetWindow?

  /// Returns the state attached to a widget, attaching it first if needed.
  static func of(_ widget: WidgetPointer) -> WidgetRecord {
    if let existing = attached.value(at: widget) {
      if existing.slot.place == nil { existing.follow() }
      return existing
    }
    MainLoop.adoptMainActor()
    let record = WidgetRecord(widget)
    attached.set(record, at: widget)
    record.connect()
    return record
  }

  static func existing(of widget: WidgetPointer) -> WidgetRecord? { attached.value(at: widget) }

  private init(_ widget: WidgetPointer) {
    self.widget = widget
    slot = ViewSlot(named: WidgetRecord.givenName(of: widget))
    slot.isRemovedWhenUnobserved = true
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

  /// Places the slot in the widget's current window.
  private func follow() {
    let now = WidgetWindow.of(widget)
    if now !== window || slot.place == nil { leave() }
    guard let now else { return }
    window = now
    now.window.place(slot, at: ViewKey(widget))
  }

  private func leave() {
    window?.window.displace(slot)
    window = nil
  }
}
#endif
