#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import Foundation
import SightlineApple
import SightlineCore
public import SightlineScroll
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// Loads a list's next page when its end comes near.
///
/// ```swift
/// let more = LoadMoreController(of: tableView) { [weak self] in
///   try await self?.loadNextPage() ?? false   // adds it to the table; whether there are more
/// }
/// ```
///
/// The engine decides whether the end is visible: any pixel of one of the last items, or of the
/// content beyond a share. A list that is hidden, covered, scrolled out of view or in an invisible
/// window loads nothing. ``/SightlineScroll/LoadMoreTrigger`` makes all other decisions: it allows
/// one load at a time, checks again after the layout of a page, waits after an empty page, and
/// repeats a failed load only after ``retry()``.
///
/// The list is read at the end of a run loop turn. The scroll view's delegate is not used. Retain
/// the controller, since releasing it cancels a running load. It retains no view.
@MainActor
public final class LoadMoreController {
  /// Called on the main actor with each new state.
  public var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)? {
    get { loader.stateChanged }
    set { loader.stateChanged = newValue }
  }
  /// The current state of loading.
  public var state: LoadMoreTrigger.State { loader.state }

  private weak var scrollView: PlatformScrollView?
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  /// Returns the views of the items from an index on; `nil` if only the list reports which are
  /// visible.
  private let itemViews: (@MainActor (Int) -> [PlatformView])?
  private let loader: PageLoader
  private var measured: ScrollMetrics?
  private var itemCount = 0
  private var turn: AppHost.TurnAction?
  private lazy var end = EndObserver { [weak self] in self?.reached() }

  /// Starts following a scroll view.
  ///
  /// - Parameters:
  ///   - scrollView: the scroll view, of any kind.
  ///   - condition: the condition for loading the next page.
  ///   - list: returns the list's layout; `nil` while there is no layout. Called at the end of a
  ///     run loop turn, and at the end of a load for the number of items.
  ///   - itemView: returns the view of an item, from 0; `nil` while it has none. The engine decides
  ///     whether it is visible. Without this closure, the list's last visible item counts while the
  ///     scroll view is visible. For a list that grows at its start, count the items from the end.
  ///   - load: loads a page and adds it to the list before it returns, on the main actor; returns
  ///     whether there are more.
  public convenience init(
    of scrollView: PlatformScrollView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    list: @escaping @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?,
    itemView: (@MainActor (Int) -> PlatformView?)? = nil,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    var itemViews: (@MainActor (Int) -> [PlatformView])?
    if let itemView {
      itemViews = { [weak scrollView] first in
        let count = scrollView.flatMap { list(ScrollMetrics($0)) }?.itemCount ?? 0
        return (first..<max(first, count)).compactMap(itemView)
      }
    }
    self.init(of: scrollView, when: condition, list, itemViews, load: load)
  }

  private init(
    of scrollView: PlatformScrollView, when condition: LoadMoreTrigger.Condition,
    _ list: @escaping @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?,
    _ itemViews: (@MainActor (Int) -> [PlatformView])?,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.scrollView = scrollView
    self.list = list
    self.itemViews = itemViews
    loader = PageLoader(
      condition,
      itemCount: { [weak scrollView] in
        scrollView.flatMap { list(ScrollMetrics($0)) }?.itemCount
      },
      wantsCheck: { AppHost.shared.requestTurn() }, after: DeadlineTimer.after, load: load)
    turn = AppHost.shared.onTurn { [weak self] in self?.check() }
  }

  /// Tries again after a load that failed or returned no items; otherwise does nothing.
  public func retry() { loader.retry() }

  /// Starts over with new data. A running load is cancelled, and its result ignored.
  public func reset() { loader.reset() }

  /// Reports a change of the data other than by a load, before its layout.
  public func changed(itemCount: Int) { loader.changed(itemCount: itemCount) }

  /// Reads the list, and observes its end while the trigger is ready.
  private func check() {
    guard loader.isWaitingForLayout, let scrollView, scrollView.window != nil else {
      return end.stop()
    }
    let geometry = ScrollMetrics(scrollView)
    guard itemViews != nil || loader.isCheckDue || geometry != measured, let list = list(geometry)
    else { return }
    measured = geometry
    itemCount = list.itemCount
    loader.check(itemCount: itemCount)
    guard loader.state == .ready else { return end.stop() }
    let condition = loader.trigger.condition
    guard let first = condition.firstItem(of: itemCount) else {
      return end.observe(
        condition, of: scrollView, geometry, scrollView.readingDirection,
        in: scrollView.contentSpace)
    }
    end.observe(
      itemViews?(first) ?? ((list.lastVisibleItem ?? -1) >= first ? [scrollView] : []))
  }

  private func reached() {
    end.stop()
    loader.check(itemCount: itemCount, isEndVisible: true)
  }

  /// Creates the controller of a list with sections, whose items are numbered from the first one.
  private convenience init<List: PlatformView>(
    of list: List, in scrollView: PlatformScrollView, when condition: LoadMoreTrigger.Condition,
    load: @escaping @MainActor () async throws -> Bool,
    counts: @escaping @MainActor (List) -> [Int],
    views: @escaping @MainActor (List, _ first: IndexPath) -> [PlatformView]
  ) {
    self.init(
      of: scrollView, when: condition,
      { [weak list] _ in
        list.map { LoadMoreTrigger.List(itemCount: counts($0).reduce(0, +), lastVisibleItem: nil) }
      },
      { [weak list] first in
        guard let list else { return [] }
        var item = first
        for (section, count) in counts(list).enumerated() {
          if item < count { return views(list, [section, item]) }
          item -= count
        }
        return []
      }, load: load)
  }

  #if canImport(UIKit)
  /// Starts following a table view. Its items are the rows of all sections.
  public convenience init(
    of tableView: UITableView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(of: tableView, in: tableView, when: condition, load: load) { table in
      (0..<table.numberOfSections).map(table.numberOfRows)
    } views: { table, first in
      (table.indexPathsForVisibleRows ?? []).filter { $0 >= first }.compactMap(table.cellForRow)
    }
  }
  #else
  /// Starts following a table view. Its items are its rows.
  ///
  /// - Precondition: the table is in a scroll view.
  public convenience init(
    of tableView: NSTableView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    let scrollView = LoadMoreController.scrollView(around: tableView)
    self.init(of: tableView, in: scrollView, when: condition, load: load) {
      [$0.numberOfRows]
    } views: { table, first in
      (first[1]..<table.numberOfRows).compactMap {
        table.rowView(atRow: $0, makeIfNecessary: false)
      }
    }
  }

  fileprivate static func scrollView(around view: NSView) -> NSScrollView {
    guard let scrollView = view.enclosingScrollView else {
      fatalError("\(type(of: view)) is not in a scroll view: add it to one first")
    }
    return scrollView
  }
  #endif

  /// Starts following a collection view. Its items are those of all sections. If there are several,
  /// a section that scrolls sideways counts as a single item, since nobody scrolls each to its end.
  ///
  /// - Precondition: on a Mac, the collection view is in a scroll view.
  public convenience init(
    of collectionView: PlatformCollectionView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: collectionView, in: collectionView.listScrollView, when: condition, load: load
    ) { list in
      (0..<list.numberOfSections).map { list.numberOfItems(inSection: $0) }
    } views: { list, first in
      let hasShelves = list.numberOfSections > 1
      return list.shownItems.compactMap { path, view in
        let isInShelf = hasShelves && path[0] >= first[0] && view.superview !== list
        return path >= first || isInShelf ? view : nil
      }
    }
  }

  /// Starts following one section of a collection view, such as one that scrolls sideways.
  ///
  /// - Parameters:
  ///   - section: the section; while there is none, nothing loads.
  ///   - collectionView: the collection view; on a Mac, it must be in a scroll view.
  ///   - place: the place, from the section's end, of the item that must be visible.
  ///   - load: as for the other initialisers.
  public convenience init(
    ofSection section: Int, in collectionView: PlatformCollectionView, itemFromEnd place: Int = 3,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: collectionView, in: collectionView.listScrollView, when: .itemFromEnd(place), load: load
    ) {
      section < $0.numberOfSections ? [$0.numberOfItems(inSection: section)] : []
    } views: { list, first in
      list.shownItems.filter { $0.path >= [section, first[1]] && $0.path[0] == section }.map(\.view)
    }
  }
}

@MainActor
extension PlatformCollectionView {
  #if canImport(UIKit)
  fileprivate var listScrollView: UIScrollView { self }

  fileprivate var shownItems: [(path: IndexPath, view: PlatformView)] {
    indexPathsForVisibleItems.compactMap { path in cellForItem(at: path).map { (path, $0) } }
  }
  #else
  fileprivate var listScrollView: NSScrollView { LoadMoreController.scrollView(around: self) }

  fileprivate var shownItems: [(path: IndexPath, view: PlatformView)] {
    indexPathsForVisibleItems().compactMap { path in item(at: path).map { (path, $0.view) } }
  }
  #endif
}
#endif
