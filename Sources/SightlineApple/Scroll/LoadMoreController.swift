#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import Foundation
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
/// ``SightlineScroll/LoadMoreTrigger`` makes all decisions: one load at a time, checked again after
/// the layout of its page, so that short pages follow each other until the screen is full. A failed
/// load is tried again by ``retry()`` only. The list is checked at the end of a turn of the run
/// loop, after layout, and only if it was scrolled or laid out anew. The scroll view's delegate is
/// not touched. Retain the controller: without it a load under way is cancelled. It retains no
/// view.
@MainActor
public final class LoadMoreController {
  /// Called on the main actor with each new state: show a spinner, or a button to try again.
  public var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)? {
    get { loader.stateChanged }
    set { loader.stateChanged = newValue }
  }
  /// What the controller is waiting for.
  public var state: LoadMoreTrigger.State { loader.state }

  private weak var scrollView: PlatformScrollView?
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  private let loader: PageLoader
  private let pending = PendingCheck()
  private var measured: ScrollMetrics?
  private var turn: AppHost.TurnAction?

  /// Whether a check is due although nothing was scrolled.
  private final class PendingCheck {
    var isDue = true
  }

  /// Starts following a scroll view.
  ///
  /// - Parameters:
  ///   - scrollView: the scroll view, of any kind.
  ///   - condition: when to load the next page.
  ///   - list: what is laid out; `nil` while nothing is. Called at the end of a turn of the run
  ///     loop, and after a load for the number of items.
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
    let turn = AppHost.TurnAction { [weak self] in self?.check() }
    self.turn = turn
    AppHost.shared.onTurn(turn)
  }

  /// Tries a failed load again; otherwise does nothing.
  public func retry() { loader.retry() }

  /// Starts over with other data. A load under way is cancelled, and its result ignored.
  public func reset() { loader.reset() }

  /// Reports that the data changed other than by a load, before it is laid out.
  ///
  /// - Parameter itemCount: how many items the data has now.
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
  /// Describes the items of all sections, numbered from the first section on.
  package init(counts: [Int], visible: [IndexPath], _ geometry: ScrollMetrics) {
    let last = visible.max().flatMap { path -> Int? in
      guard path.count == 2, path[0] < counts.count else { return nil }
      return counts[..<path[0]].reduce(0, +) + path[1]
    }
    self.init(itemCount: counts.reduce(0, +), lastVisibleItem: last, geometry: geometry)
  }
}
#endif
