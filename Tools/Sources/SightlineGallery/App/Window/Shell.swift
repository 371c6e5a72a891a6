import CGTK
import SightlineGTKToolkit

/// The window's content: the list of pages, the page and its events, side by side or one at a time.
///
/// It has a very small minimum size, so no page ever enlarges the window. Larger pages scroll.
@MainActor
final class Shell {
  let widget: WidgetPointer
  /// Called after the form or the visible parts change, outside layout.
  var onChange: () -> Void = {}
  private(set) var form = ShellLayout.Form.wide
  private(set) var shows = (list: true, events: true)
  private let list: WidgetPointer
  private let page: WidgetPointer
  private let events: WidgetPointer
  private let rules: [WidgetPointer]
  private var isLaidOut = false
  private var telling: LoopSource?

  init(list: WidgetPointer, page: WidgetPointer, events: WidgetPointer) {
    self.list = list
    self.page = page
    self.events = events
    rules = [0, 1].map { _ in Make.block("rule") }
    let layout = Layout()
    widget = CustomWidget.make(layout, cssName: "shell")
      .styled("shell")
    for child in [list, page, events] + rules { CustomWidget.add(child, to: widget) }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    layout.shell = self
  }

  func showList(_ isShown: Bool) { show(list: isShown, events: isShown ? nil : shows.events) }

  func showEvents(_ isShown: Bool) { show(list: isShown ? nil : shows.list, events: isShown) }

  /// - Parameter list: `nil` keeps the list's state, except that a narrow window hides it.
  private func show(list: Bool?, events: Bool?) {
    let makesWay = form == .narrow
    shows.list = list ?? (makesWay ? false : shows.list)
    shows.events = events ?? (makesWay ? false : shows.events)
    gtk_widget_queue_allocate(widget)
    onChange()
  }

  /// Returns to the page, unless it is already shown beside the others.
  func showPage() {
    if form == .narrow { show(list: false, events: false) }
  }

  // MARK: Layout

  private func allocate(width: Int, height: Int) {
    let scale = Style.shared.wholeTextScale
    let form = ShellLayout.form(width: width, textScale: scale)
    if form != self.form || !isLaidOut {
      isLaidOut = true
      self.form = form
      shows = ShellLayout.shows(form, height: height, textScale: scale)
      telling?.cancel()
      let shell = WeakObjectReference(widget)
      telling = MainLoop.idle(priority: .normal) { [weak self] in
        if shell.pointer != nil { self?.onChange() }
      }
    }
    let layout = ShellLayout(
      width: width, height: height, textScale: scale, shows: shows,
      isMirrored: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL)
    place(list, layout.list)
    place(page, layout.page)
    place(events, layout.events)
    for (index, rule) in rules.enumerated() {
      place(rule, index < layout.rules.count ? layout.rules[index] : ShellLayout.Frame())
    }
  }

  private func place(_ child: WidgetPointer, _ frame: ShellLayout.Frame) {
    gtk_widget_set_child_visible(child, frame.isEmpty ? 0 : 1)
    if frame.isEmpty { return }
    CustomWidget.place(
      child,
      Placement(
        x: Double(frame.x), y: Double(frame.y), width: Double(frame.width),
        height: Double(frame.height)))
  }

  private final class Layout: CustomWidgetDelegate {
    /// Below this size the header doesn't fit either.
    private static let least = (width: 320, height: 240)

    weak var shell: Shell?

    func measure(
      _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
    ) -> (minimum: Int, natural: Int) {
      let least =
        orientation == GTK_ORIENTATION_HORIZONTAL ? Self.least.width : Self.least.height
      return (least, least)
    }

    func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
      shell?.allocate(width: width, height: height)
    }
  }
}
