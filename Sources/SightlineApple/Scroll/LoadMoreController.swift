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
/// All decisions are ``SightlineScroll/LoadMoreTrigger``'s: one load at a time, checked again after the
/// layout of its page, so that pages shorter than the screen go on until it is full. A load that throws
/// is tried again by ``retry()`` only. The list is looked at at the end of a turn of the run loop, after
/// layout, and only where it was scrolled or laid out anew. The scroll view's delegate is not touched.
/// Keep the object: with it a load under way is cancelled. It keeps no view.
@MainActor
public final class LoadMoreController {
  /// Called on the main actor when the state is another one: to show a spinner, or a button to try again.
  public var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)? {
    get { loader.stateChanged }
    set { loader.stateChanged = newValue }
  }
  /// What it is waiting for.
  public var state: LoadMoreTrigger.State { loader.state }

  private weak var scrollView: PlatformScrollView?
  private let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List?
  private let loader: PageLoader
  private let wish = Wish()
  private var measured: ScrollMetrics?
  private var turn: AppHost.TurnAction?

  /// Whether the list is to be looked at, although nothing was scrolled.
  private final class Wish {
    var isOpen = true
  }

  /// Begins to look at a scroll view.
  ///
  /// - Parameters:
  ///   - scrollView: the scroll view, of any kind.
  ///   - condition: when the next page is wanted.
  ///   - list: what is laid out; `nil` while nothing is. Called at the end of a turn of the run loop, and
  ///     when a load has ended, for the number of items.
  ///   - load: loads a page and adds it to the list before it returns, on the main actor; returns whether
  ///     there are more.
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
      wantsCheck: { [wish] in
        wish.isOpen = true
        AppHost.shared.requestTurn()
      }, load: load)
    let turn = AppHost.TurnAction { [weak self] in self?.check() }
    self.turn = turn
    AppHost.shared.onTurn(turn)
  }

  /// Tries a load that failed once more; otherwise it does nothing.
  public func retry() { loader.retry() }

  /// Begins anew, for other data. A load under way is cancelled, and how it ends is not heard.
  public func reset() { loader.reset() }

  /// Tells that the data changed by other means than a load, before it is laid out.
  ///
  /// - Parameter itemCount: how many items the data has now.
  public func changed(itemCount: Int) { loader.changed(itemCount: itemCount) }

  private func check() {
    guard loader.isWaitingForLayout, let scrollView, scrollView.window != nil else { return }
    let geometry = ScrollMetrics(scrollView)
    guard wish.isOpen || geometry != measured, let list = list(geometry) else { return }
    wish.isOpen = false
    measured = geometry
    loader.check(list)
  }
}

extension LoadMoreTrigger.List {
  /// The items of all sections, counted on from one to the next.
  package init(counts: [Int], visible: [IndexPath], _ geometry: ScrollMetrics) {
    let last = visible.max().flatMap { path -> Int? in
      guard path.count == 2, path[0] < counts.count else { return nil }
      return counts[..<path[0]].reduce(0, +) + path[1]
    }
    self.init(itemCount: counts.reduce(0, +), lastVisibleItem: last, geometry: geometry)
  }
}
#endif
