#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Tabs over one long scroll. Scrolling moves the selection; a tap scrolls to a tab's section.
///
/// ```swift
/// let tabs = SectionTabs([("Overview", overview), ("Photos", photos)])
/// tabs.selectionChanged { index in print(index) }
/// ```
///
/// 1. The bar lies over the scrolled sections, which are inset at the top by its height. It is a
///    ``DateTabs`` in a box with the CSS class `section-bar`.
/// 2. A tap selects at once, skipping the sections in between. A finger or the wheel ends that
///    scroll.
/// 3. A tab is selected exactly when its section's top reaches the bar's lower edge.
/// 4. Focused widgets in a section are scrolled clear of the bar.
/// 5. In the bar Left, Right, Home and End act like a tap, as in ``DateTabs``.
///
/// A screen reader finds the bar's tabs, and each section as a group named after its tab. All
/// sections are present at once, so none is a tab's panel.
@MainActor
public final class SectionTabs {
  private let root: WeakObjectReference<WidgetPointer>
  private let scrolled: WeakObjectReference<WidgetPointer>
  private let bar: WidgetPointer
  /// The bar's tabs.
  @_spi(Gallery) public let tabs: DateTabs
  private let column: SectionColumn
  private var spy: SectionSpy
  /// The selection that was last reported.
  private var reported: Int?
  private let handlers = ScrollHandlers<Int>()
  private var pending: LoopSource?
  /// The scroll to perform then.
  private var pendingScroll: ScrollMove?

  /// Creates the bar and a scrolled window with the sections, one below the other.
  ///
  /// - Parameters:
  ///   - sections: the tabs' titles and their sections.
  ///   - metrics: the margins and gap of the bar.
  public init(
    _ sections: [(title: String, content: UnsafeMutablePointer<GtkWidget>)],
    metrics: SegmentedTabs.Metrics = .dateTabs
  ) {
    tabs = DateTabs(titles: sections.map(\.title), metrics: metrics)
    tabs.tellsAgain = true
    bar = required(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_add_css_class(bar, "section-bar")
    gtk_widget_set_hexpand(tabs.widget, 1)
    gtk_box_append(sightline_box(bar), tabs.widget)
    let places = sections.map {
      PanelDelegate.make(around: $0.content, role: GTK_ACCESSIBLE_ROLE_GROUP)
    }
    for (place, tab) in zip(places, tabs.buttonWidgets) { PanelDelegate.name(place, by: tab) }
    column = SectionColumn(places)
    spy = SectionSpy(
      layout: SectionSpy.Layout(
        tops: sections.map { _ in .infinity }, contentHeight: 0, viewportHeight: 0))
    reported = spy.selection
    let content = CustomWidget.make(column)
    for place in places { CustomWidget.add(place, to: content) }
    let scroller = VerticalScrolling.makeScroller(of: content)
    scrolled = WeakObjectReference(scroller)
    let widget = CustomWidget.make(cssName: "section-tabs")
    root = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
    CustomWidget.add(scroller, to: widget)
    CustomWidget.add(bar, to: widget)
    VerticalScrolling.forwardWheel(of: bar) { [scrolled] in scrolled.pointer }
    connect()
  }

  private func connect() {
    column.placed = { [weak self] in self?.layoutChanged() }
    tabs.selectionChanged { [weak self] in self?.select($0) }
    VerticalScrolling.keepFocusClear(in: scroller) { [weak self] in self?.column.barHeight ?? 0 }
    let scroll = ScrollObserver.of(scroller)
    scroll.geometryChanged { [weak self] in self?.changed($0) }
    scroll.phaseChanged { [weak self] change in
      guard let self, change.to.isTouched || change.to == .idle else { return }
      spy.scrollStopped()
      // The offset may have changed already.
      scrolled(to: scroll.geometry)
    }
  }

  /// The bar with the sections.
  public var widget: UnsafeMutablePointer<GtkWidget> { root.alive("the section tabs") }

  /// The scrolled window with the sections.
  public var scroller: UnsafeMutablePointer<GtkWidget> { scrolled.alive("the section tabs") }

  /// The index of the selected section; `nil` without sections.
  public var selection: Int? { spy.selection }

  /// Calls a closure when another section is selected, by scrolling or by a tap.
  @discardableResult
  public func selectionChanged(_ body: @escaping @MainActor (Int) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// Selects a section immediately and scrolls to it.
  public func select(_ index: Int, animated: Bool = true) {
    guard let widget = root.pointer else { return }
    spy.motion = widget.motion
    performPending()
    perform(spy.select(index, animated: animated, at: .now).scroll)
  }

  /// Returns the offset at which a section becomes selected, or `nil` before the first layout.
  public func edge(of index: Int) -> Double? { spy.layout.edge(of: index) }

  private func changed(_ geometry: ScrollMetrics) {
    // The layout before or after this handles sizes.
    if geometry.containerSize.height != spy.layout.viewportHeight { return layoutChanged() }
    // The pending scroll replaces this offset. exact: each one is reported.
    if pendingScroll == nil, geometry.contentOffset.y != spy.offset { scrolled(to: geometry) }
  }

  private func scrolled(to geometry: ScrollMetrics) {
    _ = spy.scrolled(to: geometry.contentOffset.y, at: .now)
    report()
  }

  private func layoutChanged() {
    guard let scroller = scrolled.pointer else { return }
    let geometry = ScrollObserver.of(scroller).geometry
    let layout = SectionSpy.Layout(
      tops: column.tops, contentHeight: column.height,
      viewportHeight: geometry.containerSize.height,
      barHeight: column.barHeight, pixelLength: geometry.pixelLength)
    guard layout != spy.layout, geometry.containerSize.height > 0, column.height > 0 else { return }
    let update = spy.update(layout, at: .now)
    guard !update.isEmpty else { return }
    // Defer to between frames, because this may run during a layout.
    pendingScroll = update.scroll ?? pendingScroll
    pending?.cancel()
    pending = MainLoop.idle(priority: .normal) { [weak self] in self?.performPending() }
  }

  private func performPending() {
    pending?.cancel()
    let scroll = pendingScroll
    pendingScroll = nil
    perform(scroll)
  }

  private func perform(_ scroll: ScrollMove?) {
    if let scroll, let scroller = scrolled.pointer { ScrollObserver.of(scroller).perform(scroll) }
    // A closure may select another section.
    report()
  }

  private func report() {
    guard let selection = spy.selection, selection != reported else { return }
    reported = selection
    tabs.select(selection)
    handlers.call(selection)
  }
}

// MARK: Layout

extension SectionTabs: OwnLayout {
  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    [scroller, bar].greatestRoom(along: orientation)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let barHeight = bar.naturalLength(GTK_ORIENTATION_VERTICAL, for: Double(width))
    column.barHeight = barHeight
    CustomWidget.place(scroller, Placement(width: Double(width), height: Double(height)))
    CustomWidget.place(bar, Placement(width: Double(width), height: barHeight))
  }
}

/// The sections, one below the other, under an inset for the bar. Caches their tops to avoid
/// queries to GTK.
@MainActor
private final class SectionColumn: CustomWidgetDelegate {
  private let sections: [WidgetPointer]
  private(set) var tops: [Double] = []
  private(set) var height = 0.0
  var barHeight = 0.0
  var placed: () -> Void = {}

  init(_ sections: [WidgetPointer]) { self.sections = sections }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      return sections.greatestRoom(along: orientation, for: size)
    }
    let total = sections.reduce(Int(barHeight)) {
      $0 + $1.room(along: orientation, for: size).natural
    }
    return (total, total)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    var top = barHeight
    tops = sections.map { section in
      let length = section.naturalLength(GTK_ORIENTATION_VERTICAL, for: Double(width))
      CustomWidget.place(section, Placement(y: top, width: Double(width), height: length))
      defer { top += length }
      return top
    }
    self.height = Double(height)
    placed()
  }
}
#endif
