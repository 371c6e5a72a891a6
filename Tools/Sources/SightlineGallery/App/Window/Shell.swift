import SightlineGTKToolkit

/// The window's content: the list of pages, the page, its code and its events, side by side or one
/// at a time.
///
/// It has a very small minimum size, so no page ever enlarges the window. Larger pages scroll.
@MainActor
final class Shell: CustomWidgetDelegate {
  /// Below this size the header doesn't fit either.
  private static let least = (width: 320, height: 240)

  private(set) lazy var widget = CustomWidget.make(self, cssName: "shell").styled("shell")
  /// Called after the form or the visible parts change, outside layout.
  var onChange: () -> Void = {}
  private(set) var form = ShellLayout.Form.wide
  /// The visible parts. In a narrow window the list and the events make way for each other.
  var shows = ShellLayout.Parts() {
    didSet {
      if form == .narrow, shows.list, shows.events {
        if oldValue.list { shows.list = false } else { shows.events = false }
      }
      gtk_widget_queue_allocate(widget)
      onChange()
    }
  }
  private let parts: [WidgetPointer]
  private var isLaidOut = false
  private var telling: LoopSource?

  init(list: WidgetPointer, page: WidgetPointer, code: WidgetPointer, events: WidgetPointer) {
    parts = [list, page, code, events]
    for child in parts { CustomWidget.add(child, to: widget) }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
  }

  /// Returns to the page, unless it is already shown beside the others.
  func showPage() {
    if form == .narrow { shows = ShellLayout.Parts(list: false, events: false, code: shows.code) }
  }

  // MARK: Layout

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let least = orientation == GTK_ORIENTATION_HORIZONTAL ? Self.least.width : Self.least.height
    return (least, least)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let scale = Style.shared.wholeTextScale
    let form = ShellLayout.form(width: width, textScale: scale)
    if form != self.form || !isLaidOut {
      isLaidOut = true
      self.form = form
      let code = shows.code
      telling?.cancel()
      let shell = WeakObjectReference(widget)
      telling = MainLoop.idle(priority: .normal) { [weak self] in
        guard shell.pointer != nil, let self else { return }
        shows = ShellLayout.shows(form, height: height, textScale: scale)
        shows.code = code
      }
    }
    let layout = ShellLayout(width: width, height: height, textScale: scale, shows: shows)
    let frames = [layout.list, layout.page, layout.code, layout.events]
    for (child, frame) in zip(parts, frames) {
      gtk_widget_set_child_visible(child, frame.isEmpty ? 0 : 1)
      if !frame.isEmpty { CustomWidget.place(child, frame, in: width) }
    }
  }
}
