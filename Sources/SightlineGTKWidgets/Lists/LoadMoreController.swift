#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineHost
public import SightlineScroll

/// Loads a list's next page when its end is near.
///
/// ```swift
/// let more = LoadMoreController(of: scroller, itemsIn: list) { [weak self] in
///   try await self?.loadNextPage() ?? false   // adds it to the list; whether there are more
/// }
/// ```
///
/// The engine decides whether the end is visible: any pixel of one of the last items. A list that
/// is hidden, covered, scrolled out of view or in an invisible window loads nothing.
/// `LoadMoreTrigger` makes all other decisions. Loads run one at a time, with another check after
/// the layout of each page, so pages shorter than the screen load until it is full. Only
/// ``retry()`` repeats a load that throws. After a load without new items, the next one waits for a
/// back-off, a changed count or ``retry()``. The list is read after a layout that moved something,
/// never during one. The controller lives as long as the scrolled window, retains no widgets, and
/// cancels any running load when it ends.
@MainActor
public final class LoadMoreController {
  /// The current state.
  public var state: LoadMoreTrigger.State { loader.state }

  private let handlers = ScrollHandlers<LoadMoreTrigger.State>()
  private let scroller: WeakObjectReference<WidgetPointer>
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  /// Returns the widgets of the last items.
  private let end: @MainActor (LoadMoreTrigger.Condition, ScrollMetrics) -> [WidgetPointer]
  private let loader: PageLoader
  private let observed = ObservedViews()
  private var itemCount = 0
  private var measuring: ScrollToken?
  private var signals: [SignalToken] = []
  private var clockSignal: SignalToken?

  private static let attached = AttachedObject<LoadMoreController>("load-more")

  /// Starts observing a scrolled window.
  ///
  /// - Parameters:
  ///   - scroller: the scrolled window. It has one controller; a new one replaces the old.
  ///   - condition: when to load the next page.
  ///   - list: returns the laid-out list, or `nil` while nothing is laid out. Its last visible item
  ///     counts while the scrolled window is visible. Called after a layout, and at the end of a
  ///     load for the number of items.
  ///   - load: loads a page and adds it to the list before returning, on the main actor; returns
  ///     whether there are more.
  public convenience init(
    of scroller: UnsafeMutablePointer<GtkWidget>,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    list: @escaping @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    let reference = WeakObjectReference(scroller)
    self.init(
      of: scroller, when: condition, list,
      { condition, geometry in
        guard let list = list(geometry), condition.isMet(by: list) else { return [] }
        return reference.pointer.map { [$0] } ?? []
      }, load: load)
  }

  /// Starts observing a list in a scrolled window. Each visible child is an item, in reading order.
  public convenience init(
    of scroller: UnsafeMutablePointer<GtkWidget>, itemsIn list: UnsafeMutablePointer<GtkWidget>,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    let reference = WeakObjectReference(list)
    let items = { @MainActor in
      reference.pointer.map { list in
        CustomWidget.children(of: list).filter { gtk_widget_get_visible($0) != 0 }
      }
    }
    self.init(
      of: scroller, when: condition,
      { _ in items().map { LoadMoreTrigger.List(itemCount: $0.count, lastVisibleItem: nil) } },
      { condition, geometry in
        let items = items() ?? []
        if let first = condition.firstItem(of: items.count) { return Array(items[first...]) }
        return reference.pointer.map {
          LoadMoreController.part(of: items, in: $0, condition, geometry)
        } ?? []
      }, load: load)
  }

  private init(
    of scroller: WidgetPointer, when condition: LoadMoreTrigger.Condition,
    _ list: @escaping @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?,
    _ end: @escaping @MainActor (LoadMoreTrigger.Condition, ScrollMetrics) -> [WidgetPointer],
    load: @escaping @MainActor () async throws -> Bool
  ) {
    let reference = WeakObjectReference(scroller)
    self.scroller = reference
    self.list = list
    self.end = end
    loader = PageLoader(
      condition,
      itemCount: { reference.pointer.flatMap { list(ScrollObserver.of($0).geometry) }?.itemCount },
      wantsCheck: { LoadMoreController.requestFrame(of: reference) },
      after: { MainLoop.after($0, $1).cancel }, load: load)
    // Loads are main-actor tasks, which GLib's loop must run.
    MainLoop.adoptMainActor()
    loader.stateChanged = { [handlers] in handlers.call($0) }
    LoadMoreController.attached.value(at: scroller)?.disconnect()
    LoadMoreController.attached.set(self, at: scroller)
    measuring = ScrollObserver.of(scroller).measured { [weak loader] _ in
      loader?.isCheckDue = true
    }
    signals = [
      Signal.connect(scroller, "realize", after: true) { [weak self] in self?.followFrames() },
      Signal.connect(scroller, "unrealize") { [weak self] in self?.leaveFrames() },
    ]
    followFrames()
  }

  /// Calls a closure when the state changes, for example to show a spinner or a retry button.
  @discardableResult
  public func stateChanged(
    _ body: @escaping @MainActor (LoadMoreTrigger.State) -> Void
  ) -> ScrollToken {
    handlers.add(body)
  }

  /// Tries again after a load that failed or returned no items; otherwise does nothing.
  public func retry() { loader.retry() }

  /// Starts over with new data. Cancels a running load and ignores its result.
  public func reset() { loader.reset() }

  /// Reports that the data changed without a load. Call it before the layout of the new data.
  ///
  /// - Parameter itemCount: the new number of items.
  public func changed(itemCount: Int) { loader.changed(itemCount: itemCount) }

  // MARK: Checking

  private func followFrames() {
    guard clockSignal == nil, let scroller = scroller.pointer,
      let clock = gtk_widget_get_frame_clock(scroller)
    else { return }
    clockSignal = Signal.connect(clock, "after-paint", after: true) { [weak self] in
      self?.check()
    }
    loader.isCheckDue = true
    LoadMoreController.requestFrame(of: self.scroller)
  }

  private func leaveFrames() {
    clockSignal?.disconnect()
    clockSignal = nil
  }

  /// Stops observing, because another controller takes over.
  private func disconnect() {
    measuring?.cancel()
    for signal in signals { signal.disconnect() }
    leaveFrames()
  }

  private static func requestFrame(of scroller: WeakObjectReference<WidgetPointer>) {
    let clock = scroller.pointer.flatMap { gtk_widget_get_frame_clock($0) }
    if let clock { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT) }
  }

  /// Reads the list, and observes its end while the trigger is ready.
  private func check() {
    guard loader.isCheckDue, loader.isWaitingForLayout, let scroller = scroller.pointer,
      gtk_widget_get_mapped(scroller) != 0
    else { return }
    let geometry = ScrollObserver.of(scroller).geometry
    guard let list = list(geometry) else { return }
    itemCount = list.itemCount
    loader.check(itemCount: itemCount)
    observe(loader.state == .ready ? end(loader.trigger.condition, geometry) : [])
  }

  private func observe(_ widgets: [WidgetPointer]) {
    observed.observe(widgets.map { (UnsafeRawPointer($0), $0) }) { widget in
      widget.visibility.changed(.anyPixel) { [weak self] in if $0 == .visible { self?.reached() } }
    }
  }

  private func reached() {
    observe([])
    loader.check(itemCount: itemCount, isEndVisible: true)
  }

  /// Returns the items of a list that extend beyond a share, once the share is reached.
  private static func part(
    of items: [WidgetPointer], in list: WidgetPointer, _ condition: LoadMoreTrigger.Condition,
    _ geometry: ScrollMetrics
  ) -> [WidgetPointer] {
    let direction = list.layoutDirection
    let layout = LoadMoreTrigger.List(
      itemCount: items.count, lastVisibleItem: nil, geometry: geometry, direction: direction)
    guard condition.isMet(by: layout),
      let region = condition.region(of: geometry, direction: direction),
      let scroller = gtk_widget_get_ancestor(list, gtk_scrolled_window_get_type())
    else { return [] }
    let offset = geometry.contentOffset
    return items.filter { item in
      let part = item.bounds(in: scroller)?.offset(by: offset).intersection(region)
      return part.map { $0.width > 0 && $0.height > 0 } ?? false
    }
  }
}
#endif
