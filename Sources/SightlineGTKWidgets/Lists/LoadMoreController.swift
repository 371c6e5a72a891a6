#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Loads a list's next page when its end is near.
///
/// ```swift
/// let more = LoadMoreController(of: scroller, itemsIn: list) { [weak self] in
///   try await self?.loadNextPage() ?? false   // adds it to the list; whether there are more
/// }
/// ```
///
/// `LoadMoreTrigger` makes all decisions. Loads run one at a time, with another check after the
/// layout of each page, so pages shorter than the screen load until it is full. Only ``retry()``
/// repeats a load that throws. After a load without new items, the next one waits for a scroll, a
/// changed count or ``retry()``. The list is read after a layout that moved something, never during
/// one. The controller lives as long as the scrolled window, retains no widgets, and cancels any
/// running load when it ends.
@MainActor
public final class LoadMoreController {
  /// The current state.
  public var state: LoadMoreTrigger.State { loader.state }

  private let handlers = ScrollHandlers<LoadMoreTrigger.State>()
  private let scroller: WeakObjectReference<WidgetPointer>
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  private let loader: PageLoader
  private var measuring: ScrollToken?
  private var signals: [SignalToken] = []
  private var clockSignal: SignalToken?

  private static let attached = AttachedObject<LoadMoreController>("load-more")

  /// Starts observing a scrolled window.
  ///
  /// - Parameters:
  ///   - scroller: the scrolled window. It has one controller; a new one replaces the old.
  ///   - condition: when to load the next page.
  ///   - list: returns the laid-out list, or `nil` while nothing is laid out. Called after a
  ///     layout, and for the number of items when a load has ended.
  ///   - load: loads a page and adds it to the list before returning, on the main actor; returns
  ///     whether there are more.
  public init(
    of scroller: UnsafeMutablePointer<GtkWidget>,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    list: @escaping @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    let reference = WeakObjectReference(scroller)
    self.scroller = reference
    self.list = list
    loader = PageLoader(
      condition,
      itemCount: {
        reference.pointer.flatMap { list(ScrollObserver.of($0).geometry) }?.itemCount
      },
      wantsCheck: { LoadMoreController.requestFrame(of: reference) }, load: load)
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

  /// Starts observing a list in a scrolled window. Each visible child is an item, from top to
  /// bottom.
  public convenience init(
    of scroller: UnsafeMutablePointer<GtkWidget>, itemsIn list: UnsafeMutablePointer<GtkWidget>,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: scroller, when: condition, list: LoadMoreController.children(of: list), load: load)
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

  /// Starts over for other data. Cancels a running load and ignores its result.
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

  /// Stops observing, for another controller.
  private func disconnect() {
    measuring?.cancel()
    for signal in signals { signal.disconnect() }
    leaveFrames()
  }

  private static func requestFrame(of scroller: WeakObjectReference<WidgetPointer>) {
    let clock = scroller.pointer.flatMap { gtk_widget_get_frame_clock($0) }
    if let clock { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT) }
  }

  private func check() {
    guard loader.isCheckDue, loader.isWaitingForLayout, let scroller = scroller.pointer,
      gtk_widget_get_mapped(scroller) != 0, let list = list(ScrollObserver.of(scroller).geometry)
    else { return }
    loader.check(list)
  }

  /// Counts a widget's children and finds the last one that is at least partly visible.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children, a few nanoseconds each. Bounds are
  ///   only read backwards from the end.
  private static func children(
    of list: WidgetPointer
  ) -> @MainActor (ScrollMetrics) -> LoadMoreTrigger.List? {
    let reference = WeakObjectReference(list)
    return { geometry in
      guard let list = reference.pointer,
        let scroller = gtk_widget_get_ancestor(list, gtk_scrolled_window_get_type())
      else { return nil }
      let items = CustomWidget.children(of: list).filter { gtk_widget_get_visible($0) != 0 }
      let bottom = geometry.containerSize.height
      let last = items.indices.last { index in
        items[index].bounds(in: scroller).map { $0.height > 0 && $0.minY < bottom } ?? false
      }
      return LoadMoreTrigger.List(itemCount: items.count, lastVisibleItem: last, geometry: geometry)
    }
  }
}
#endif
