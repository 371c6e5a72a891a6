#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit
internal import SightlineHost

/// The state attached to a row's widget. The item in it is observed while the widget is mapped, so
/// the rows that a list keeps ready, nearly two hundred, cost nothing.
///
/// It retains the rows the widget is bound to; otherwise nothing would remove the widget from its
/// window when it is destroyed.
@MainActor
final class RowWidget {
  /// Observes the widget's item in a window, or ends that with `nil`.
  typealias Move = @MainActor (MirroredWindow?) -> Void

  private static let attached = AttachedObject<RowWidget>("row")

  private weak var window: WidgetWindow?
  private var isMapped: Bool
  private var moves: [(rows: ObjectIdentifier, move: Move)] = []

  static func of(_ widget: WidgetPointer) -> RowWidget? { attached.value(at: widget) }

  static func make(for widget: WidgetPointer) -> RowWidget {
    if let known = of(widget) { return known }
    let row = RowWidget(widget)
    attached.set(row, at: widget)
    Signal.notify(widget, "root") { [weak row] in row?.follow(to: WidgetWindow.of(widget)) }
    Signal.connect(widget, "destroy") { [weak row] in row?.follow(to: nil) }
    Signal.connect(widget, "map", after: true) { [weak row] in row?.wasMapped() }
    Signal.connect(widget, "unmap", after: true) { [weak row] in row?.wasUnmapped() }
    return row
  }

  private init(_ widget: WidgetPointer) {
    window = WidgetWindow.of(widget)
    isMapped = gtk_widget_get_mapped(widget) != 0
  }

  func bind(to rows: ObjectIdentifier, _ move: @escaping Move) {
    measured {
      moves.removeAll { $0.rows == rows }
      moves.append((rows, move))
      if isMapped, let window { move(window.window) }
    }
  }

  func unbind(from rows: ObjectIdentifier) {
    measured {
      for (known, move) in moves where known == rows { move(nil) }
      moves.removeAll { $0.rows == rows }
    }
  }

  /// Ends the observation of a widget that is still unmapped.
  func hide() { if !isMapped { move(to: nil) } }

  private func wasMapped() {
    isMapped = true
    measured { if let window { move(to: window) } }
  }

  private func wasUnmapped() {
    isMapped = false
    window?.hiddenRows.append(self)
  }

  /// Follows the widget between windows. Rows are bound before the list takes them in.
  private func follow(to window: WidgetWindow?) {
    if self.window !== window { move(to: nil) }
    self.window = window
  }

  private func move(to window: WidgetWindow?) {
    for (_, move) in moves { move(window?.window) }
  }

  private func measured(_ body: () -> Void) {
    if let window { window.measure(body) } else { body() }
  }
}
#endif
