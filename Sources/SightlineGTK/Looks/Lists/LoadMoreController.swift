#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
public import SightlineScroll

/// Loads a list's next page when its end comes near.
///
/// ```swift
/// let loading = LoadMoreController(.children(of: list), in: scroller) { loading in
///   fetch { items in
///     append(items)
///     loading.loaded(hasMore: true)
///   }
/// }
/// ```
///
/// 1. It looks after a layout in which something moved, never within one, and asks once for each page:
///    see `LoadMoreTrigger`. A first page shorter than the screen is followed by the next.
/// 2. It lives as long as the scrolled window, and keeps nothing alive.
@MainActor
public final class LoadMoreController {
  /// Where the items are.
  public enum Items {
    /// Each child of a widget is an item, in the order from top to bottom; hidden ones do not count.
    case children(of: UnsafeMutablePointer<GtkWidget>)
    /// The app says what the last layout showed, for lists whose rows are recycled.
    case measured(@MainActor (ScrollMetrics) -> LoadMoreTrigger.List?)
  }

  private var trigger: LoadMoreTrigger
  private let scroller: WeakObjectReference<WidgetPointer>
  private let measure: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  private let load: @MainActor (LoadMoreController) -> Void
  private let handlers = ScrollHandlers<LoadMoreTrigger.State>()
  private var measuring: ScrollToken?
  private var clockSignal: SignalToken?
  private var needsCheck = true

  private static let attached = AttachedObject<LoadMoreController>("load-more")

  /// Watches a list in a scrolled window.
  ///
  /// - Parameters:
  ///   - items: where the items are.
  ///   - scroller: the scrolled window; it has one controller, which replaces an earlier one.
  ///   - condition: when the next page is wanted.
  ///   - load: begins to load; what it began ends with ``loaded(hasMore:)`` or ``failed()``.
  public init(
    _ items: Items, in scroller: UnsafeMutablePointer<GtkWidget>,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor (LoadMoreController) -> Void
  ) {
    trigger = LoadMoreTrigger(condition)
    self.scroller = WeakObjectReference(scroller)
    self.load = load
    measure =
      switch items {
      case .children(of: let list): LoadMoreController.measuring(list)
      case .measured(let body): body
      }
    LoadMoreController.attached.set(self, at: scroller)
    measuring = ScrollObserver.of(scroller).measured { [weak self] _ in self?.needsCheck = true }
    Signal.connect(scroller, "realize", after: true) { [weak self] in self?.followFrames() }
    Signal.connect(scroller, "unrealize") { [weak self] in
      self?.clockSignal?.disconnect()
      self?.clockSignal = nil
    }
    followFrames()
  }

  /// What it is waiting for.
  public var state: LoadMoreTrigger.State { trigger.state }

  /// Calls a closure whenever that has changed.
  @discardableResult
  public func stateChanged(
    _ body: @escaping @MainActor (LoadMoreTrigger.State) -> Void
  ) -> ScrollToken {
    handlers.add(body)
  }

  /// The load ended and its items are in the list.
  ///
  /// - Parameter hasMore: whether there are more pages.
  public func loaded(hasMore: Bool) {
    // The list has the items already; the layout that shows them is still to come.
    let count = list?.itemCount ?? 0
    change { $0.loaded(itemCount: count, hasMore: hasMore) }
    checkAfterLayout()
  }

  /// The load failed; it is asked for again by ``retry()`` only.
  public func failed() { change { $0.failed() } }

  /// Asks for the failed load again.
  public func retry() {
    var isWanted = false
    change { isWanted = $0.retry() }
    if isWanted { load(self) }
  }

  /// Begins anew, for other data.
  public func reset() {
    change { $0.reset() }
    checkAfterLayout()
  }

  private func change(_ body: (inout LoadMoreTrigger) -> Void) {
    let before = trigger.state
    body(&trigger)
    if trigger.state != before { handlers.call(trigger.state) }
  }

  private var list: LoadMoreTrigger.List? {
    scroller.pointer.flatMap { measure(ScrollObserver.of($0).geometry) }
  }

  // MARK: Looking

  private func followFrames() {
    guard clockSignal == nil, let scroller = scroller.pointer,
      let clock = gtk_widget_get_frame_clock(scroller)
    else { return }
    clockSignal = Signal.connect(clock, "after-paint", after: true) { [weak self] in
      self?.check()
    }
    checkAfterLayout()
  }

  private func checkAfterLayout() {
    needsCheck = true
    guard let scroller = scroller.pointer, let clock = gtk_widget_get_frame_clock(scroller) else {
      return
    }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }

  private func check() {
    guard needsCheck, let scroller = scroller.pointer, gtk_widget_get_mapped(scroller) != 0,
      let list
    else { return }
    needsCheck = false
    var isWanted = false
    change { isWanted = $0.check(list) }
    if isWanted { load(self) }
  }

  /// Counts a widget's children and finds the last one of which something shows.
  ///
  /// - Complexity: O(*n*) for *n* children, a few nanoseconds each; bounds are read from the end only.
  private static func measuring(
    _ list: WidgetPointer
  ) -> @MainActor (ScrollMetrics) -> LoadMoreTrigger.List? {
    let reference = WeakObjectReference(list)
    return { geometry in
      guard let list = reference.pointer else { return nil }
      let items = CustomWidget.children(of: list).filter { gtk_widget_get_visible($0) != 0 }
      guard let scroller = gtk_widget_get_ancestor(list, gtk_scrolled_window_get_type()) else {
        return nil
      }
      let bottom = geometry.containerSize.height
      let last = items.indices.last { index in
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(items[index], scroller, &bounds) != 0 else { return false }
        return bounds.size.height > 0 && Double(bounds.origin.y) < bottom
      }
      return LoadMoreTrigger.List(
        itemCount: items.count, lastVisibleItem: last, geometry: geometry)
    }
  }
}
#endif
