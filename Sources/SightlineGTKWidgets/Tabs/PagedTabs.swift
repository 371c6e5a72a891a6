#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
package import SightlineGTKToolkit
internal import SightlineScroll

/// Synchronised tabs and side-by-side pages. Choosing a tab moves the pages, turning the pages
/// selects and centres the tab, and the underline follows the pages exactly.
///
/// ```swift
/// let tabs = PagedTabs()
/// tabs.append("News", scrolledNews)
/// tabs.append("Saved", scrolledSaved)
/// tabs.selectionChanged { index in … }
/// gtk_box_append(box, tabs.widget)
/// ```
///
/// 1. Pages turn by a drag with a finger or the mouse, by a sideways wheel (any wheel with Shift)
///    and by a tap on a tab. A tap goes straight to its page without selecting the tabs in between.
///    The strip of tabs can also be dragged, and decelerates.
/// 2. Nothing animates while a finger drags. Nothing runs while nothing moves.
/// 3. A page is a widget of the app and keeps its state while others are shown; a scrolled window
///    keeps its scroll position.
/// 4. Right-to-left layouts begin at the right. If animations are off (`gtk-enable-animations`),
///    moves are immediate.
/// 5. The tabs are a single Tab stop, where Left, Right, Home and End choose tabs. The strip
///    scrolls to show the focused tab.
///
/// A screen reader finds a list of tabs, "News, page tab, 1 of 2, selected", and the selected page,
/// named after its tab. The other pages are hidden from it.
///
/// The widget's name in style sheets is `pagedtabs`. Its `box.strip` holds the tabs, which are flat
/// buttons; the selected one has the class `.selected`. The underline has the `color` of the strip.
@MainActor
public final class PagedTabs {
  /// The tabs' widget. It owns this object and lives as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  /// The distance of the tabs from the top of the widget, in points. See ``pagesLieUnderTabs``.
  public var stripTop = 0.0 {
    didSet { if stripTop != oldValue { queueAllocation() } }
  }

  /// Whether the pages fill the whole widget, with the tabs on top. Pages must then leave the space
  /// above and behind the tabs free, and the tabs can move with a header without moving any page.
  /// In pages that are scrolled windows, focused widgets are scrolled clear of both.
  public var pagesLieUnderTabs = false {
    didSet { if pagesLieUnderTabs != oldValue { queueResize() } }
  }

  /// The tabs' label for screen readers; empty for no label.
  public var label = "" {
    didSet { if reference.pointer != nil { strip.setAccessibleLabel(label) } }
  }

  /// The gap between neighbouring tabs, in points.
  static let spacing = 4.0
  /// The space before the first tab and after the last one, in points.
  static let margin = 12.0
  /// The underline's height, in points.
  static let underlineHeight = 3.0

  struct Item {
    let button: WidgetPointer
    let page: WidgetPointer
    /// The page's container.
    let panel: WidgetPointer
    /// The page's own connections.
    var signals: [SignalToken] = []
  }

  let reference: WeakObjectReference<WidgetPointer>
  let strip: WidgetPointer
  let focus = TabFocus()
  let handlers = ScrollHandlers<Int?>()
  var items: [Item] = []
  /// The state of the tabs, by their buttons.
  var pager = ItemTabPager<WidgetPointer>(spacing: PagedTabs.spacing, margin: PagedTabs.margin)
  /// The selection before and after a drag.
  var chosen: WidgetPointer?
  /// The width of a page in points, or a point before the first layout.
  var width = 1.0
  /// The selection that was last reported.
  var reported: Int?

  /// The tabs' buttons.
  package var tabWidgets: [WidgetPointer] { items.map(\.button) }

  private(set) lazy var ticks = TickWhileMoving { [weak self] now in self?.tick(at: now) ?? false }

  /// The underline most recently drawn, in points from the widget's left edge.
  @_spi(Gallery) public var drawnUnderline: (x: Double, width: Double)?

  /// Creates tabs without pages.
  public init() {
    let stripDelegate = TabStripDelegate()
    strip = CustomWidget.make(stripDelegate, cssName: "box", role: GTK_ACCESSIBLE_ROLE_TAB_LIST)
    focus.attach(to: strip)
    gtk_widget_add_css_class(strip, "strip")
    widget = CustomWidget.make(cssName: "pagedtabs")
    reference = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
    stripDelegate.tabs = self
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(strip, to: widget)
    connect()
  }

  private func connect() {
    focus.tabs = { [weak self] in self?.tabWidgets ?? [] }
    focus.selection = { [weak self] in self?.selection }
    // The strip's own direction is GTK's default.
    focus.direction = { [weak self] in self?.reference.pointer?.layoutDirection ?? .leftToRight }
    focus.choose = { [weak self] in self?.select($0) }
    focus.focused = { [weak self] index in
      guard let self else { return }
      apply {
        $0.showTab(of: items[index].button, at: $1)
        return nil
      }
    }
    connect(widget) { [weak self] y in self?.press(at: y) ?? false }
    Signal.connect(widget, "direction-changed") { [weak self] in self?.queueAllocation() }
    // The children are destroyed with the widget, even if this object is still referenced.
    Signal.connect(widget, "destroy") { [weak self] in self?.items = [] }
  }

  private func connect(_ area: WidgetPointer, pressed: @escaping (Double) -> Bool) {
    let drag = AxisDrag(on: area)
    drag.pressed = { _, y in pressed(y) }
    drag.dragged = { [weak self] in self?.drag($0) }
    let wheel = HorizontalWheel(on: area)
    wheel.turned = { [weak self] notches in self?.turn(by: notches) ?? false }
    wheel.pressed = { [weak self] in self?.press(onStrip: false) ?? false }
    wheel.dragged = { [weak self] in self?.drag($0) }
  }

  /// Makes a widget over the pages, such as a header, respond like a page. Sideways swipes and
  /// wheels on it turn pages; vertical ones scroll the selected page if it is a
  /// `GtkScrolledWindow`.
  ///
  /// - Parameter area: a widget that doesn't outlive these tabs.
  public func addSwipeArea(_ area: UnsafeMutablePointer<GtkWidget>) {
    connect(area) { [weak self] _ in self?.press(onStrip: false) ?? false }
    VerticalScrolling.forwardWheel(of: area) { [weak self] in self?.selectedScroller }
    VerticalScrolling.forwardDrags(of: area) { [weak self] in self?.selectedScroller }
  }

  private var selectedScroller: WidgetPointer? {
    guard let page = selection.map({ items[$0].page }), sightline_is_scrolled_window(page) != 0
    else { return nil }
    return page
  }

  /// Whether a finger or a touchpad is on the pages, or on the strip.
  var isPressed = false
  var isStripPressed = false

  // MARK: Pages

  /// Calls a closure whenever the selection changes for any reason, outside GTK's layout. `nil`
  /// after the last tab is removed.
  @discardableResult
  public func selectionChanged(_ body: @escaping @MainActor (Int?) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// The number of pages.
  public var count: Int { items.count }

  /// The index of the selected tab; `nil` without tabs.
  public var selection: Int? {
    pager.selection.flatMap { button in items.firstIndex { $0.button == button } }
  }

  /// The position of the content along the pages: 0 on the first page, 0.5 halfway to the second.
  public var progress: Double { track.progress(at: offsets.pages) }

  /// The height of the tabs, in points.
  public var stripHeight: Double {
    let most = tabWidgets.greatestRoom(along: GTK_ORIENTATION_VERTICAL).natural
    return Double(most) + (items.isEmpty ? 0 : PagedTabs.underlineHeight)
  }

  /// Appends a page. The first page added is selected.
  ///
  /// - Parameters:
  ///   - title: the tab's title.
  ///   - page: a widget without a parent. It keeps its state while other pages are shown.
  public func append(_ title: String, _ page: UnsafeMutablePointer<GtkWidget>) {
    guard let widget = reference.pointer else { return }
    let button = required(gtk_button_new_with_label(title))
    gtk_button_set_has_frame(sightline_button(button), 0)
    focus.add(button, title: title)
    let panel = PanelDelegate.make(around: page, role: GTK_ACCESSIBLE_ROLE_TAB_PANEL)
    PanelDelegate.name(panel, by: button)
    gtk_widget_insert_before(panel, widget, strip)
    CustomWidget.add(button, to: strip)
    var item = Item(button: button, page: page, panel: panel)
    if sightline_is_scrolled_window(page) != 0 {
      item.signals = VerticalScrolling.keepFocusClear(in: page) { [weak self] in
        guard let self, pagesLieUnderTabs else { return 0 }
        return stripTop + stripHeight
      }
    }
    items.append(item)
    Signal.connect(button, "clicked") { [weak self] in
      guard let self, let index = items.firstIndex(where: { $0.button == button }) else { return }
      select(index)
    }
    chosen = chosen ?? button
    relayout()
    markSelection()
    tell()
    queueResize()
  }

  /// Removes a page and its tab. If it was selected, selects the page that takes its index, or else
  /// the last page.
  ///
  /// - Precondition: `index` is a valid index.
  public func remove(at index: Int) {
    require(items.indices.contains(index), "there is no page \(index) to remove")
    let item = items.remove(at: index)
    gtk_widget_unparent(item.button)
    gtk_widget_unparent(item.page)
    gtk_widget_unparent(item.panel)
    for signal in item.signals { signal.disconnect() }
    if item.button == chosen {
      chosen = items.isEmpty ? nil : items[min(index, items.count - 1)].button
    }
    let wasSelected = pager.selection == item.button
    relayout()
    markSelection()
    // The index may be unchanged, but the page is a different one.
    tell(always: wasSelected)
    queueResize()
  }

  /// Selects a tab and shows its page, without selecting the tabs in between. An invalid index has
  /// no effect.
  ///
  /// - Parameters:
  ///   - index: the tab's index, from 0.
  ///   - animated: whether to animate, over 0.35 s.
  public func select(_ index: Int, animated: Bool = true) {
    guard let widget = reference.pointer, items.indices.contains(index) else { return }
    chosen = items[index].button
    // Don't animate a page that isn't on screen.
    let isSeen = animated && gtk_widget_get_mapped(widget) != 0
    apply { [chosen] pager, now in
      if !isSeen { pager.motion = .reduced }
      return pager.select(chosen, at: now)
    }
  }
}
#endif
