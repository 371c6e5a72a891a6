#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Loads a list's next page when its end comes near.
///
/// ```swift
/// let more = LoadMoreController(of: scroller, itemsIn: list) { [weak self] in
///   try await self?.loadNextPage() ?? false   // adds it to the list; whether there are more
/// }
/// ```
///
/// All decisions are `LoadMoreTrigger`'s: one load at a time, checked again after the layout of its
/// page, so that pages shorter than the screen go on until it is full. A load that throws is tried
/// again by ``retry()`` only. The list is read after a layout in which something moved, never
/// within one. It lives as long as the scrolled window, keeps no widget, and with it a load under
/// way is cancelled.
@MainActor
public final class LoadMoreController {
  /// What it is waiting for.
  public var state: LoadMoreTrigger.State { loader.state }

  private let handlers = ScrollHandlers<LoadMoreTrigger.State>()
  private let scroller: WeakObjectReference<WidgetPointer>
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  private let loader: PageLoader
  private let wish = Wish()
  private var measuring: ScrollToken?
  private var clockSignal: SignalToken?

  /// Whether the list is to be read after the next layout.
  @MainActor
  private final class Wish {
    var isOpen = true
  }

  private static let attached = AttachedObject<LoadMoreController>("load-more")

  /// Starts observing a scrolled window.
  ///
  /// - Parameters:
  ///   - scroller: the scrolled window; it has one controller, which replaces an earlier one.
  ///   - condition: when the next page is wanted.
  ///   - list: what is laid out; `nil` while nothing is. Called after a layout, and when a load has
  ///     ended, for the number of items.
  ///   - load: loads a page and adds it to the list before it returns, on the main actor; returns
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
        reference.pointer.flatMap { list(ScrollObserver.of($0).geometry) }?.itemCount ?? 0
      },
      wantsCheck: { [wish] in
        wish.isOpen = true
        LoadMoreController.requestFrame(of: reference)
      }, load: load)
    // Loads are tasks of the main actor, which GLib's loop has to run.
    MainLoop.adoptMainActor()
    loader.stateChanged = { [handlers] in handlers.call($0) }
    LoadMoreController.attached.set(self, at: scroller)
    measuring = ScrollObserver.of(scroller).measured { [wish] _ in wish.isOpen = true }
    Signal.connect(scroller, "realize", after: true) { [weak self] in self?.followFrames() }
    Signal.connect(scroller, "unrealize") { [weak self] in
      self?.clockSignal?.disconnect()
      self?.clockSignal = nil
    }
    followFrames()
  }

  /// Starts observing a list in a scrolled window: each child is an item, in the order from top to
  /// bottom; hidden ones do not count.
  public convenience init(
    of scroller: UnsafeMutablePointer<GtkWidget>, itemsIn list: UnsafeMutablePointer<GtkWidget>,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: scroller, when: condition, list: LoadMoreController.children(of: list), load: load)
  }

  /// Calls a closure when the state is another one: to show a spinner, or a button to try again.
  @discardableResult
  public func stateChanged(
    _ body: @escaping @MainActor (LoadMoreTrigger.State) -> Void
  ) -> ScrollToken {
    handlers.add(body)
  }

  /// Tries a load that failed once more; otherwise it does nothing.
  public func retry() { loader.retry() }

  /// Begins anew, for other data. A load under way is cancelled, and how it ends is not heard.
  public func reset() { loader.reset() }

  /// Tells that the data changed by other means than a load, before it is laid out.
  ///
  /// - Parameter itemCount: how many items the data has now.
  public func changed(itemCount: Int) { loader.changed(itemCount: itemCount) }

  // MARK: Looking

  private func followFrames() {
    guard clockSignal == nil, let scroller = scroller.pointer,
      let clock = gtk_widget_get_frame_clock(scroller)
    else { return }
    clockSignal = Signal.connect(clock, "after-paint", after: true) { [weak self] in
      self?.check()
    }
    wish.isOpen = true
    LoadMoreController.requestFrame(of: self.scroller)
  }

  private static func requestFrame(of scroller: WeakObjectReference<WidgetPointer>) {
    guard let scroller = scroller.pointer, let clock = gtk_widget_get_frame_clock(scroller) else {
      return
    }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }

  private func check() {
    guard wish.isOpen, loader.isWaitingForLayout, let scroller = scroller.pointer,
      gtk_widget_get_mapped(scroller) != 0, let list = list(ScrollObserver.of(scroller).geometry)
    else { return }
    wish.isOpen = false
    loader.check(list)
  }

  /// Counts a widget's children and finds the last one of which something shows.
  ///
  /// - Complexity: O(*n*) for *n* children, a few nanoseconds each; bounds are read from the end
  ///   only.
  private static func children(
    of list: WidgetPointer
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
