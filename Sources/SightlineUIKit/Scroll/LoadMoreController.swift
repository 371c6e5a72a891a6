#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineScroll
public import UIKit

/// Loads a list's next page when its end comes near.
///
/// ```swift
/// let more = LoadMoreController(of: tableView) { [weak self] in
///   try await self?.loadNextPage()   // adds it to the data; how many there are now, and whether more
/// }
/// ```
///
/// All decisions are ``SightlineScroll/LoadMoreTrigger``'s: one load at a time, checked again after the
/// layout of its page, so that pages shorter than the screen go on until it is full. A load that throws
/// is tried again by ``retry()`` only. The list is looked at at the end of a turn of the run loop, after
/// layout, and only where it was scrolled or laid out anew. The scroll view's delegate is not touched.
/// Keep the object: with it a load under way is cancelled. It keeps no view.
@MainActor
public final class LoadMoreController {
  /// What a load brought.
  public struct Page: Hashable, Sendable {
    /// How many items the data has now, the page included.
    public var itemCount: Int
    /// Whether there are more pages.
    public var hasMore: Bool

    /// Creates a description of the data after a load.
    public init(itemCount: Int, hasMore: Bool) {
      self.itemCount = itemCount
      self.hasMore = hasMore
    }
  }

  /// What a list shows, as laid out.
  public struct Items: Hashable, Sendable {
    /// How many items there are.
    public var count: Int
    /// The last one of which something shows, from 0; `nil` where none does.
    public var lastVisible: Int?

    /// Creates a description of a list.
    public init(count: Int, lastVisible: Int? = nil) {
      self.count = count
      self.lastVisible = lastVisible
    }
  }

  /// Called on the main actor when the state is another one: to show a spinner, or a button to try again.
  public var stateChanged: ((LoadMoreTrigger.State) -> Void)?
  /// What it is waiting for.
  public var state: LoadMoreTrigger.State { trigger.state }

  private weak var scrollView: UIScrollView?
  private let items: @MainActor () -> Items
  private let load: @MainActor () async throws -> Page?
  private var trigger: LoadMoreTrigger
  private var checked: LoadMoreTrigger.List?
  private var flight: Task<Void, Never>?
  private var turn: AppHost.TurnAction?

  /// Begins to look at a scroll view.
  ///
  /// - Parameters:
  ///   - scrollView: the scroll view, of any kind.
  ///   - condition: when the next page is wanted. Without `lastVisible` only a share can be.
  ///   - items: what is laid out; called at the end of a turn of the run loop.
  ///   - load: loads a page and adds it to the data, on the main actor; `nil` where nobody is there any
  ///     more to load, which ends it.
  public init(
    of scrollView: UIScrollView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    items: @escaping @MainActor () -> Items,
    load: @escaping @MainActor () async throws -> Page?
  ) {
    self.scrollView = scrollView
    self.items = items
    self.load = load
    trigger = LoadMoreTrigger(condition)
    let turn = AppHost.TurnAction { [weak self] in self?.check() }
    self.turn = turn
    AppHost.shared.onTurn(turn)
  }

  /// Begins to look at a table: its items are the rows of all sections.
  public convenience init(
    of tableView: UITableView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Page?
  ) {
    self.init(
      of: tableView, when: condition,
      items: { [weak tableView] in
        guard let tableView else { return Items(count: 0) }
        let counts = (0..<tableView.numberOfSections).map(tableView.numberOfRows)
        return Items(counts: counts, visible: tableView.indexPathsForVisibleRows ?? [])
      }, load: load)
  }

  /// Begins to look at a collection view: its items are those of all sections.
  public convenience init(
    of collectionView: UICollectionView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Page?
  ) {
    self.init(
      of: collectionView, when: condition,
      items: { [weak collectionView] in
        guard let collectionView else { return Items(count: 0) }
        let counts = (0..<collectionView.numberOfSections).map(collectionView.numberOfItems)
        return Items(counts: counts, visible: collectionView.indexPathsForVisibleItems)
      }, load: load)
  }

  deinit { flight?.cancel() }

  /// Tries a load that failed once more; otherwise it does nothing.
  public func retry() { change { $0.retry() } }

  /// Begins anew, for other data. A load under way is cancelled, and how it ends is not heard.
  public func reset() {
    flight?.cancel()
    flight = nil
    change { trigger in
      trigger.reset()
      return false
    }
  }

  /// Tells that the data changed by other means than a load, before it is laid out.
  ///
  /// - Parameter itemCount: how many items the data has now.
  public func changed(itemCount: Int) {
    change { trigger in
      trigger.changed(itemCount: itemCount)
      return false
    }
  }

  private func check() {
    guard let scrollView, scrollView.window != nil else { return }
    switch state {
    case .ready, .settling: break
    case .loading, .failed, .finished: return
    }
    let items = items()
    let list = LoadMoreTrigger.List(
      itemCount: items.count, lastVisibleItem: items.lastVisible,
      geometry: ScrollMetrics(scrollView))
    guard list != checked else { return }
    checked = list
    change { $0.check(list) }
  }

  /// Changes the trigger; it says whether to load.
  private func change(_ body: (inout LoadMoreTrigger) -> Bool) {
    let before = state
    let loads = body(&trigger)
    if state != before {
      // What is there is to be looked at again, and in this turn or the next.
      checked = nil
      AppHost.shared.requestTurn()
    }
    if loads { begin() }
    if state != before { stateChanged?(state) }
  }

  private func begin() {
    flight = Task { [weak self, load] in
      let result: Result<Page?, any Error>
      do { result = .success(try await load()) } catch { result = .failure(error) }
      guard !Task.isCancelled else { return }
      self?.ended(result)
    }
  }

  private func ended(_ result: Result<Page?, any Error>) {
    flight = nil
    change { trigger in
      switch result {
      case .success(let page?):
        trigger.loaded(itemCount: page.itemCount, hasMore: page.hasMore)
      case .success(nil): trigger.loaded(itemCount: 0, hasMore: false)
      case .failure: trigger.failed()
      }
      return false
    }
  }
}

extension LoadMoreController.Items {
  /// The items of all sections, counted on from one to the next.
  fileprivate init(counts: [Int], visible: [IndexPath]) {
    let last = visible.max().flatMap { path -> Int? in
      guard path.count == 2, path[0] < counts.count else { return nil }
      return counts[..<path[0]].reduce(0, +) + path[1]
    }
    self.init(count: counts.reduce(0, +), lastVisible: last)
  }
}
#endif
