#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import Foundation
import SightlineApple
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
/// ``/SightlineScroll/LoadMoreTrigger`` makes all decisions: it allows one load at a time, checks
/// again after the layout of a page, and repeats a failed load only after ``retry()``.
///
/// The list is checked at the end of a run loop turn, after a scroll or a layout. The scroll view's
/// delegate is not used. Retain the controller, since releasing it cancels a running load. It
/// retains no view.
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
  private let loader: PageLoader
  private var measured: ScrollMetrics?
  private var turn: AppHost.TurnAction?

  /// Starts following a scroll view.
  ///
  /// - Parameters:
  ///   - scrollView: the scroll view, of any kind.
  ///   - condition: the condition for loading the next page.
  ///   - list: returns the list's layout; `nil` while there is no layout. Called at the end of a
  ///     run loop turn, and after a load for the number of items.
  ///   - load: loads a page and adds it to the list before it returns, on the main actor; returns
  ///     whether there are more.
  public init(
    of scrollView: PlatformScrollView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    list: @escaping @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.scrollView = scrollView
    self.list = list
    loader = PageLoader(
      condition,
      itemCount: { [weak scrollView] in
        scrollView.flatMap { list(ScrollMetrics($0)) }?.itemCount
      },
      wantsCheck: { AppHost.shared.requestTurn() }, load: load)
    turn = AppHost.shared.onTurn { [weak self] in self?.check() }
  }

  /// Tries again after a load that failed or returned no items; otherwise does nothing.
  public func retry() { loader.retry() }

  /// Starts over with other data. A running load is cancelled, and its result ignored.
  public func reset() { loader.reset() }

  /// Reports a change of the data other than by a load, before its layout.
  public func changed(itemCount: Int) { loader.changed(itemCount: itemCount) }

  private func check() {
    guard loader.isWaitingForLayout, let scrollView, scrollView.window != nil else { return }
    let geometry = ScrollMetrics(scrollView)
    guard loader.isCheckDue || geometry != measured, let list = list(geometry) else { return }
    measured = geometry
    loader.check(list)
  }

  /// Creates the controller of a list with sections, whose items are numbered from the first one.
  private convenience init<List: PlatformView>(
    of list: List, in scrollView: PlatformScrollView, when condition: LoadMoreTrigger.Condition,
    load: @escaping @MainActor () async throws -> Bool,
    counts: @escaping @MainActor (List) -> [Int],
    visible: @escaping @MainActor (List) -> [IndexPath]
  ) {
    self.init(
      of: scrollView, when: condition,
      list: { [weak list] geometry in
        guard let list else { return nil }
        let counts = counts(list)
        let last = visible(list).max().flatMap { path -> Int? in
          path.count == 2 ? counts.prefix(path[0]).reduce(0, +) + path[1] : nil
        }
        return LoadMoreTrigger.List(
          itemCount: counts.reduce(0, +), lastVisibleItem: last, geometry: geometry)
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
    } visible: {
      $0.indexPathsForVisibleRows ?? []
    }
  }

  /// Starts following a collection view. Its items are those of all sections.
  public convenience init(
    of collectionView: UICollectionView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(of: collectionView, in: collectionView, when: condition, load: load) { collection in
      (0..<collection.numberOfSections).map(collection.numberOfItems)
    } visible: {
      $0.indexPathsForVisibleItems
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
    } visible: {
      let rows = $0.rows(in: $0.visibleRect)
      return rows.length > 0 ? [[0, rows.location + rows.length - 1]] : []
    }
  }

  /// Starts following a collection view. Its items are those of all sections.
  ///
  /// - Precondition: the collection view is in a scroll view.
  public convenience init(
    of collectionView: NSCollectionView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    let scrollView = LoadMoreController.scrollView(around: collectionView)
    self.init(of: collectionView, in: scrollView, when: condition, load: load) { collection in
      (0..<collection.numberOfSections).map(collection.numberOfItems(inSection:))
    } visible: {
      // Some of these items may be out of view.
      $0.indexPathsForVisibleItems().filter { [collection = $0, visible = $0.visibleRect] in
        collection.item(at: $0)?.view.frame.intersection(visible).isEmpty == false
      }
    }
  }

  private static func scrollView(around view: NSView) -> NSScrollView {
    guard let scrollView = view.enclosingScrollView else {
      preconditionFailure("\(type(of: view)) is not in a scroll view: add it to one first")
    }
    return scrollView
  }
  #endif
}
#endif
