#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// A row of equal buttons with a capsule that slides under the selected one.
///
/// ```swift
/// let tabs = DateTabs(titles: ["Mon 3", "Tue 4", "Wed 5"])
/// tabs.selectionChanged { index in show(day: index) }
/// ```
///
/// 1. The CSS names are `date-tabs` for the widget and `capsule` for the capsule. Buttons are
///    frameless `GtkButton`s; the selected one has the class `selected`.
/// 2. After a resize the capsule is under its button in the same layout, even during a slide.
/// 3. Only a person's choice is reported, not ``select(_:)``.
/// 4. If the titles don't fit, as with large text, the row scrolls sideways: by a drag, by a wheel
///    with Shift, and to keep the selected button in view.
/// 5. The buttons are a single Tab stop, where Left, Right, Home and End select.
///
/// Assistive technology sees tabs, as on the other hosts, because they select content shown
/// elsewhere: "Tue 4, page tab, 2 of 7, selected".
@MainActor
public final class DateTabs {
  let root: WeakObjectReference<WidgetPointer>
  private let capsule: WidgetPointer
  private let buttons: [WidgetPointer]
  private let metrics: SegmentedTabs.Metrics
  private let focus = TabFocus()
  var tabs: SegmentedTabs
  var scrolling = RowScrolling()
  private lazy var ticks = TickWhileMoving { [weak self] _ in self?.step() ?? false }
  private let handlers = ScrollHandlers<Int>()

  /// Creates tabs.
  ///
  /// - Parameters:
  ///   - titles: the buttons' titles; a line break makes two lines.
  ///   - selection: the selected index, clamped to the valid range.
  ///   - metrics: the margins and gap.
  public init(titles: [String], selection: Int = 0, metrics: SegmentedTabs.Metrics = .dateTabs) {
    self.metrics = metrics
    tabs = SegmentedTabs(count: titles.count, width: 0, selection: selection, metrics: metrics)
    capsule = CustomWidget.make(cssName: "capsule", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_widget_set_can_target(capsule, 0)
    buttons = titles.map(DateTabs.makeButton)
    let widget = CustomWidget.make(cssName: "date-tabs", role: GTK_ACCESSIBLE_ROLE_TAB_LIST)
    root = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
    focus.attach(to: widget)
    focus.tabs = { [weak self] in self?.buttons ?? [] }
    focus.selection = { [weak self] in self?.tabs.selection }
    focus.direction = { [weak self] in self?.tabs.direction ?? .leftToRight }
    focus.choose = { [weak self] in self?.tapped($0) }
    focus.focused = { [weak self] in self?.show($0) }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    makeScrolling(on: widget)
    CustomWidget.add(capsule, to: widget)
    for (index, button) in buttons.enumerated() {
      focus.add(button, title: titles[index].replacing("\n", with: " "))
      CustomWidget.add(button, to: widget)
      Signal.connect(button, "clicked") { [weak self] in self?.tapped(index) }
    }
    Signal.connect(widget, "direction-changed") { [weak self] in self?.turnRound() }
    turnRound()
    showSelection()
  }

  /// The row of buttons.
  public var widget: UnsafeMutablePointer<GtkWidget> { root.alive("the tabs") }

  /// The index of the selected button; `nil` without buttons.
  public var selection: Int? { tabs.selection }

  /// Calls a closure when a person selects another button.
  @discardableResult
  public func selectionChanged(_ body: @escaping @MainActor (Int) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// Selects a button, sliding the capsule to it from its current position. An invalid index has no
  /// effect.
  public func select(_ index: Int) {
    guard let widget = root.pointer else { return }
    tabs.motion = widget.motion
    guard tabs.select(index, at: .now) else { return }
    showSelection()
    show(index)
    if step() { ticks.start(on: root.pointer) }
  }

  /// Returns a button's span in the row, in points from its left edge, or `nil` for an invalid
  /// index. The span lies outside the row if the button is scrolled out of view.
  public func span(of index: Int) -> TabSpan? { tabs.span(of: index).map(scrolling.shown) }

  /// The capsule's current span, relative to the row like ``span(of:)``.
  public var capsuleSpan: TabSpan? { tabs.capsule(at: .now).map(scrolling.shown) }

  /// The capsule, for tests.
  package var capsuleWidget: UnsafeMutablePointer<GtkWidget> { capsule }
  /// The buttons, for tests.
  @_spi(Gallery) public var buttonWidgets: [UnsafeMutablePointer<GtkWidget>] { buttons }

  private func tapped(_ index: Int) {
    let isNew = tabs.selection != index
    select(index)
    // With `tellsAgain`, also report the selected tab, which may have to be scrolled to.
    if isNew || tellsAgain { handlers.call(index) }
  }

  /// Whether a tap on the selected tab is also reported.
  var tellsAgain = false

  private func step() -> Bool {
    guard let widget = root.pointer else { return false }
    gtk_widget_queue_allocate(widget)
    return tabs.isSliding(at: .now)
  }

  private func showSelection() {
    for (index, button) in buttons.enumerated() {
      button.setCSSClass("selected", index == tabs.selection)
    }
    focus.update()
  }

  /// Rebuilds the tabs for a changed direction, because theirs is fixed at creation.
  private func turnRound() {
    guard let widget = root.pointer, widget.layoutDirection != tabs.direction else { return }
    tabs = SegmentedTabs(
      count: tabs.count, width: tabs.width, selection: tabs.selection ?? 0, metrics: metrics,
      direction: widget.layoutDirection, motion: widget.motion)
    if let selection = tabs.selection { show(selection) }
  }

  private static func makeButton(_ title: String) -> WidgetPointer {
    let label = required(gtk_label_new(title))
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
    gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    let button = required(gtk_button_new())
    gtk_button_set_child(sightline_button(button), label)
    gtk_button_set_has_frame(sightline_button(button), 0)
    return button
  }
}

// MARK: Layout

extension DateTabs: OwnLayout {
  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    let most = buttons.greatestRoom(along: orientation).natural
    if orientation == GTK_ORIENTATION_VERTICAL { return (most, most) }
    // The row can scroll if at least one button fits.
    let least = metrics.leadingMargin + metrics.trailingMargin + Double(most)
    return (Int(pixelsFor: least), Int(pixelsFor: wholeWidth))
  }

  var wholeWidth: Double {
    let most = Double(buttons.greatestRoom(along: GTK_ORIENTATION_HORIZONTAL).natural)
    let count = Double(buttons.count)
    let rest = metrics.leadingMargin + metrics.trailingMargin + metrics.spacing * max(0, count - 1)
    return most * count + rest
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    layOutRow(width: Double(width))
    for (index, button) in buttons.enumerated() {
      if let span = tabs.span(of: index) { place(button, span, height) }
    }
    gtk_widget_set_child_visible(capsule, tabs.selection == nil ? 0 : 1)
    if let span = tabs.capsule(at: .now) { place(capsule, span, height) }
  }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    focus.focus(towards: direction)
  }

  private func place(_ child: WidgetPointer, _ span: TabSpan, _ height: Int) {
    // GTK's widths are whole pixels. Round both edges so gaps stay even.
    let span = scrolling.shown(span)
    let (left, right) = (span.x.rounded(), span.maxX.rounded())
    CustomWidget.place(child, Placement(x: left, width: right - left, height: Double(height)))
  }
}
#endif
