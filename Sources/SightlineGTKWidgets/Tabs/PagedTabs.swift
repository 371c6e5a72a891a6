#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
public import SightlineGTK
package import SightlineGTKToolkit
internal import SightlineScroll

/// Tabs over pages side by side, kept together both ways: choosing a tab moves the pages, turning
/// the pages selects and centres the tab, and the underline stands exactly where the pages are.
///
/// ```swift
/// let tabs = PagedTabs()
/// tabs.append("News", scrolledNews)
/// tabs.append("Saved", scrolledSaved)
/// tabs.selectionChanged { index in … }
/// gtk_box_append(box, tabs.widget)
/// ```
///
/// 1. Pages turn by a drag with a finger or the mouse, by a sideways wheel (with Shift, any) and by
///    a tap on a tab. A tap goes straight to its page: no tab on the way is ever selected.
/// 2. While a finger drags nothing animates. Nothing runs while nothing moves.
/// 3. A page is a widget of the app, which stays as it is while others are shown: a scrolled window
///    keeps its scroll position.
/// 4. Right-to-left begins at the right; without animations (`gtk-enable-animations`) moves are at
///    once.
///
/// 5. The tabs are one stop of the Tab key. Left, Right, Home and End choose tabs there, and the
///    strip scrolls so that the one with the focus shows.
///
/// A screen reader finds a list of tabs, "News, page tab, 1 of 2, selected", and the selected page,
/// which is called what its tab is; the others are hidden from it.
///
/// The widget is a `pagedtabs` in style sheets, with a `box.strip` that holds the tabs, which are
/// flat buttons, the chosen one a `.selected`. The underline has the `color` of the strip.
@MainActor
public final class PagedTabs {
  /// The widget. It owns this object, and is there for as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  /// Where the tabs stand in the widget, in points from its top. See ``pagesLieUnderTabs``.
  public var stripTop = 0.0 {
    didSet { if stripTop != oldValue { queueAllocation() } }
  }

  /// Whether the pages fill the whole widget, with the tabs lying on top of them. Then pages keep
  /// free what is above and under the tabs, and tabs can move with a header without any page
  /// moving. In pages that are scrolled windows, what gets the keyboard's focus is scrolled clear
  /// of both.
  public var pagesLieUnderTabs = false {
    didSet { if pagesLieUnderTabs != oldValue { queueResize() } }
  }

  /// The gap between neighbouring tabs, in points.
  static let spacing = 4.0
  /// What stays free before the first tab and after the last one, in points.
  static let margin = 12.0
  /// The underline's height, in points.
  static let underlineHeight = 3.0

  struct Item {
    let button: WidgetPointer
    let page: WidgetPointer
    /// What the page is in.
    let panel: WidgetPointer
  }

  let reference: WeakObjectReference<WidgetPointer>
  let strip: WidgetPointer
  let focus = TabFocus()
  let handlers = ScrollHandlers<Int?>()
  var items: [Item] = []
  var sync: PagerTabSync
  var width = 0.0

  /// The tabs' buttons, for tests.
  package var tabWidgets: [WidgetPointer] { items.map(\.button) }

  // What moves.
  var pagesMove: TimedTransition<Double>?
  var tabsMove: TimedTransition<Double>?
  /// The offset at which a finger took hold of the pages, and how far it has moved them.
  var hold: (origin: Double, way: Double)?
  var stripHold: Double?
  private(set) var ticks: TickWhileMoving?
  private var drags: [HorizontalDrag] = []
  private var wheels: [HorizontalWheel] = []

  /// Where the underline was drawn last, in points from the widget's left edge.
  @_spi(Gallery) public var drawnUnderline: (x: Double, width: Double)?

  /// Makes tabs without any page.
  public init() {
    sync = PagerTabSync(
      layout: PagerTabSync.Layout(strip: TabStrip(widths: [], viewportWidth: 0), pageWidth: 0))
    let stripDelegate = TabStripDelegate()
    strip = CustomWidget.make(stripDelegate, cssName: "box", role: GTK_ACCESSIBLE_ROLE_TAB_LIST)
    focus.attach(to: strip)
    gtk_widget_add_css_class(strip, "strip")
    let delegate = PagedTabsDelegate()
    widget = CustomWidget.make(delegate, cssName: "pagedtabs")
    reference = WeakObjectReference(widget)
    delegate.tabs = self
    stripDelegate.tabs = self
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(strip, to: widget)
    ticks = TickWhileMoving { [weak self] now in self?.tick(at: now) ?? false }
    connect()
  }

  private func connect() {
    focus.tabs = { [weak self] in self?.items.map(\.button) ?? [] }
    focus.selection = { [weak self] in self?.sync.selection }
    // The strip has a direction of its own, which is GTK's default.
    focus.direction = { [weak self] in self?.sync.layout.pages.direction ?? .leftToRight }
    focus.choose = { [weak self] in self?.select($0) }
    focus.focused = { [weak self] in self?.showTab($0) }
    connect(widget) { [weak self] y in self?.press(at: y) ?? false }
    Signal.connect(widget, "direction-changed") { [weak self] in self?.queueAllocation() }
    // Its children go with the widget, whoever still has this object.
    Signal.connect(widget, "destroy") { [weak self] in self?.items = [] }
  }

  private func connect(_ area: WidgetPointer, pressed: @escaping (Double) -> Bool) {
    let drag = HorizontalDrag(on: area)
    drag.pressed = { _, y in pressed(y) }
    drag.began = { [weak self] in self?.beginDragging() }
    drag.moved = { [weak self] way in self?.drag(to: way) }
    drag.ended = { [weak self] speed in self?.endDragging(speed: speed) }
    drags.append(drag)
    let wheel = HorizontalWheel(on: area)
    wheel.turned = { [weak self] notches in self?.turn(by: notches) ?? false }
    wheel.began = { [weak self] in
      self?.isStripPressed = false
      self?.beginDragging()
    }
    wheel.moved = { [weak self] way in self?.drag(to: -way) }
    wheel.ended = { [weak self] in self?.endDragging(speed: 0) }
    wheels.append(wheel)
  }

  /// Lets a widget that lies over the pages, such as a header, be used as if it were one of them:
  /// swipes and wheels on it turn pages sideways; up and down they scroll the selected page, where
  /// that is a `GtkScrolledWindow`.
  ///
  /// - Parameter area: a widget that lives no longer than these tabs.
  public func addSwipeArea(_ area: UnsafeMutablePointer<GtkWidget>) {
    connect(area) { [weak self] _ in self?.pressArea() ?? false }
    VerticalScrollForwarding.addWheel(to: area) { [weak self] in self?.selectedScroller }
    VerticalScrollForwarding.addDrag(to: area) { [weak self] in self?.selectedScroller }
  }

  private func pressArea() -> Bool {
    isStripPressed = false
    return !items.isEmpty
  }

  private var selectedScroller: WidgetPointer? {
    guard let index = sync.selection, items.indices.contains(index),
      sightline_is_scrolled_window(items[index].page) != 0
    else { return nil }
    return items[index].page
  }

  var isStripPressed = false

  // MARK: Pages

  /// Calls a closure whenever another tab is selected, by whatever; not within GTK's layout. `nil`
  /// when the last tab was removed.
  @discardableResult
  public func selectionChanged(_ body: @escaping @MainActor (Int?) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// How many pages there are.
  public var count: Int { items.count }

  /// The selected tab; `nil` without any.
  public var selection: Int? { sync.selection }

  /// How far along the pages the content is: 0 on the first one, 0.5 halfway to the second.
  public var progress: Double { sync.progress }

  /// The height of the tabs, in points.
  public var stripHeight: Double {
    let most = items.map { $0.button.room(along: GTK_ORIENTATION_VERTICAL).natural }.max() ?? 0
    return Double(most) + (items.isEmpty ? 0 : PagedTabs.underlineHeight)
  }

  /// Adds a page after the others. The first one is selected.
  ///
  /// - Parameters:
  ///   - title: its tab's text.
  ///   - page: a widget without a parent; it keeps its state while other pages are shown.
  public func append(_ title: String, _ page: UnsafeMutablePointer<GtkWidget>) {
    guard let widget = reference.pointer else { return }
    let button = required(gtk_button_new_with_label(title))
    gtk_button_set_has_frame(sightline_button(button), 0)
    focus.add(button, title: title)
    let panel = PanelDelegate.make(around: page, role: GTK_ACCESSIBLE_ROLE_TAB_PANEL)
    PanelDelegate.name(panel, by: button)
    gtk_widget_insert_before(panel, widget, strip)
    CustomWidget.add(button, to: strip)
    items.append(Item(button: button, page: page, panel: panel))
    if sightline_is_scrolled_window(page) != 0 {
      FocusClearance.install(on: page) { [weak self] in
        guard let self, pagesLieUnderTabs else { return 0 }
        return stripTop + stripHeight
      }
    }
    Signal.connect(button, "clicked") { [weak self] in
      guard let self, let index = items.firstIndex(where: { $0.button == button }) else { return }
      select(index)
    }
    relayout(selection: sync.selection)
    markSelection()
    queueResize()
  }

  /// Removes a page and its tab. Where it was selected, the one that takes its place is, or the
  /// last one.
  ///
  /// - Precondition: it exists.
  public func remove(at index: Int) {
    precondition(items.indices.contains(index), "there is no page \(index) to remove")
    let item = items.remove(at: index)
    gtk_widget_unparent(item.button)
    gtk_widget_unparent(item.page)
    gtk_widget_unparent(item.panel)
    let before = sync.selection ?? 0
    let isTold = relayout(selection: before > index ? before - 1 : before)
    markSelection()
    // Another page has the same index.
    if before == index && !isTold { handlers.call(selection) }
    queueResize()
  }

  /// Selects a tab and shows its page; what is on the way there is not selected. An index that does
  /// not exist changes nothing.
  ///
  /// - Parameters:
  ///   - index: which tab, from 0.
  ///   - animated: whether that takes its 0.35 s.
  public func select(_ index: Int, animated: Bool = true) {
    guard let widget = reference.pointer else { return }
    sync.motion = SystemMotion.preference
    // A page that cannot be seen moving does not move.
    let isSeen = animated && gtk_widget_get_mapped(widget) != 0
    take(sync.select(index, animated: isSeen, at: .frame(of: widget)))
  }
}
#endif
