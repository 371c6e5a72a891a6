#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Equal buttons side by side with a capsule that slides under the chosen one.
///
/// ```swift
/// let tabs = DateTabs(titles: ["Mon 3", "Tue 4", "Wed 5"])
/// tabs.selectionChanged { index in show(day: index) }
/// ```
///
/// 1. The widget's CSS name is `date-tabs`, the capsule's `capsule`; buttons are `GtkButton`s
///    without a frame, the chosen one has the class `selected`.
/// 2. After a resize the capsule is under its button in the same layout, also in the middle of a
///    slide.
/// 3. ``select(_:)`` reports nothing: only what a person chooses is reported.
/// 4. Where the titles do not fit, as with large text, the row scrolls sideways: by a drag, by a
///    wheel with Shift, and so that the chosen button shows.
/// 5. The buttons are one stop of the Tab key; Left, Right, Home and End choose there.
///
/// They are tabs for assistive technology, as on the other hosts, for they choose what is shown
/// elsewhere: "Tue 4, page tab, 2 of 7, selected".
@MainActor
public final class DateTabs {
  let root = LateReference()
  private let capsule: WidgetPointer
  let buttons: [WidgetPointer]
  private let metrics: SegmentedTabs.Metrics
  private let focus = TabFocus()
  var tabs: SegmentedTabs
  var scrolling = RowScrolling()
  private var drag: HorizontalDrag?
  private var wheel: HorizontalWheel?
  private lazy var ticks = TickWhileMoving { [weak self] _ in self?.step() ?? false }
  private let handlers = ScrollHandlers<Int>()

  /// Creates tabs.
  ///
  /// - Parameters:
  ///   - titles: the buttons' titles; a line break makes two lines.
  ///   - selection: the chosen one; the nearest that exists is taken.
  ///   - metrics: margins and gap.
  public init(
    titles: [String], selection: Int = 0, metrics: SegmentedTabs.Metrics = .dateTabs
  ) {
    self.metrics = metrics
    tabs = SegmentedTabs(count: titles.count, width: 0, selection: selection, metrics: metrics)
    capsule = CustomWidget.make(
      EmptyDelegate(), cssName: "capsule", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_widget_set_can_target(capsule, 0)
    buttons = titles.map(DateTabs.makeButton)
    let widget = CustomWidget.make(
      LayoutOwner(self), cssName: "date-tabs", role: GTK_ACCESSIBLE_ROLE_TAB_LIST)
    root.set(widget)
    focus.attach(to: widget)
    focus.tabs = { [weak self] in self?.buttons ?? [] }
    focus.selection = { [weak self] in self?.tabs.selection }
    focus.direction = { [weak self] in self?.tabs.direction ?? .leftToRight }
    focus.choose = { [weak self] in self?.tapped($0) }
    focus.focused = { [weak self] in self?.show($0) }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    (drag, wheel) = makeScrolling(on: widget)
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

  /// The chosen button; `nil` without buttons.
  public var selection: Int? { tabs.selection }

  /// Calls a closure when a person chose another button.
  @discardableResult
  public func selectionChanged(_ body: @escaping @MainActor (Int) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// Chooses a button: the capsule slides to it from where it is. One that does not exist changes
  /// nothing.
  public func select(_ index: Int) {
    guard let widget = root.pointer else { return }
    tabs.motion = widget.motion
    guard tabs.select(index, at: .now) else { return }
    showSelection()
    show(index)
    if step() { ticks.start(on: root.pointer) }
  }

  /// A button's place in the row, in points from its left edge; `nil` where it does not exist. It
  /// is outside of the row where that is scrolled past it.
  public func span(of index: Int) -> TabSpan? { tabs.span(of: index).map(scrolling.shown) }

  /// The capsule's place now, as ``span(of:)``.
  public var capsuleSpan: TabSpan? { tabs.capsule(at: .now).map(scrolling.shown) }

  /// The capsule, for tests.
  package var capsuleWidget: UnsafeMutablePointer<GtkWidget> { capsule }
  /// The buttons, for tests.
  @_spi(Gallery) public var buttonWidgets: [UnsafeMutablePointer<GtkWidget>] { buttons }

  private func tapped(_ index: Int) {
    let isNew = tabs.selection != index
    select(index)
    // A tab that is chosen already is reported as well: it may have to be scrolled to.
    if isNew || tellsAgain { handlers.call(index) }
  }

  /// Whether a tap on the chosen tab is reported, too.
  var tellsAgain = false

  private func step() -> Bool {
    guard let widget = root.pointer else { return false }
    gtk_widget_queue_allocate(widget)
    return tabs.isSliding(at: .now)
  }

  private func showSelection() {
    for (index, button) in buttons.enumerated() {
      if index == tabs.selection {
        gtk_widget_add_css_class(button, "selected")
      } else {
        gtk_widget_remove_css_class(button, "selected")
      }
    }
    focus.update()
  }

  /// The direction is part of what the tabs are made of.
  private func turnRound() {
    guard let widget = root.pointer, widget.layoutDirection != tabs.direction else { return }
    tabs = SegmentedTabs(
      count: tabs.count, width: tabs.width, selection: tabs.selection ?? 0, metrics: metrics,
      direction: widget.layoutDirection, motion: widget.motion)
    gtk_widget_queue_allocate(widget)
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
  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let most = buttons.map { $0.lengths(orientation).natural }.max() ?? 0
    if orientation == GTK_ORIENTATION_VERTICAL { return (Int(most), Int(most)) }
    // One button at a time is enough to scroll through.
    let least = metrics.leadingMargin + metrics.trailingMargin + most
    return (Int(least.rounded(.up)), Int(wholeWidth.rounded(.up)))
  }

  /// The width in which all titles fit, in points.
  var wholeWidth: Double {
    let most = buttons.map { $0.lengths(GTK_ORIENTATION_HORIZONTAL).natural }.max() ?? 0
    let count = Double(buttons.count)
    let rest = metrics.leadingMargin + metrics.trailingMargin + metrics.spacing * max(0, count - 1)
    return most * count + rest
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int) {
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
    // GTK's widths are whole pixels: both edges are rounded, so that gaps stay even.
    let span = scrolling.shown(span)
    let (left, right) = (span.x.rounded(), span.maxX.rounded())
    CustomWidget.place(
      child, Placement(x: left, width: right - left, height: Double(height)))
  }
}

/// A widget that is nothing but what CSS draws.
@MainActor
final class EmptyDelegate: CustomWidgetDelegate {
  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {}
}
#endif
