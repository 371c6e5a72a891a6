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
/// ``/SightlineScroll/LoadMoreTrigger`` makes all decisions. It allows one load at a time and
/// checks again after the layout of the page, so short pages follow each other until the screen is
/// full.
/// Only ``retry()`` repeats a failed load. After a load without new items, the next one waits for a
/// scroll, a different count or ``retry()``.
///
/// The list is checked at the end of a run loop turn, after layout, and only after a scroll or a
/// layout. The scroll view's delegate is not used. Retain the controller, since releasing it
/// cancels a running load. It retains no view.
@MainActor
public final class LoadMoreController {
  /// Called on the main actor with each new state, to show a spinner or a retry button.
  public var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)? {
    get { loader.stateChanged }
    set { loader.stateChanged = newValue }
  }
  /// The current state of loading.
  public var state: LoadMoreTrigger.State { loader.state }

  private weak var scrollView: PlatformScrollView?
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  private let loader: PageLoader
  private let pending = PendingCheck()
  private var measured: ScrollMetrics?
  private var turn: AppHost.TurnAction?

  /// Whether a check is due even without a scroll.
  private final class PendingCheck {
    var isDue = true
  }

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
        scrollView.flatMap { list(ScrollMetrics($0)) }?.itemCount ?? 0
      },
      wantsCheck: { [pending] in
        pending.isDue = true
        AppHost.shared.requestTurn()
      }, load: load)
    turn = AppHost.shared.onTurn { [weak self] in self?.check() }
  }

  /// Tries again after a load that failed or returned no items; otherwise does nothing.
  public func retry() { loader.retry() }

  /// Starts over with other data. A running load is cancelled, and its result ignored.
  public func reset() { loader.reset() }

  /// Reports that the data changed for a reason other than a load. Call it before the data is laid
  /// out.
  ///
  /// - Parameter itemCount: the new number of items.
  public func changed(itemCount: Int) { loader.changed(itemCount: itemCount) }

  private func check() {
    guard loader.isWaitingForLayout, let scrollView, scrollView.window != nil else { return }
    let geometry = ScrollMetrics(scrollView)
    guard pending.isDue || geometry != measured, let list = list(geometry) else { return }
    pending.isDue = false
    measured = geometry
    loader.check(list)
  }
}

extension LoadMoreTrigger.List {
  /// Creates the list of the items of all sections, numbered from the first section.
  init(counts: [Int], visible: [IndexPath], _ geometry: ScrollMetrics) {
    let last = visible.max().flatMap { path -> Int? in
      guard path.count == 2, path[0] < counts.count else { return nil }
      return counts[..<path[0]].reduce(0, +) + path[1]
    }
    self.init(itemCount: counts.reduce(0, +), lastVisibleItem: last, geometry: geometry)
  }
}
#endif
