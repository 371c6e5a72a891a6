/// The state of a declarative list besides its ``LoadMoreTrigger``: the visible observed items, the
/// latest geometry, and the running load.
///
/// A declarative toolkit delivers data in updates and measures between them. Therefore:
/// 1. A geometry applies to the item count it was measured with, not to a later one.
/// 2. The items of a completed load are counted in the next update, which has them in the data.
/// 3. A load starts only once, even if the toolkit recreates the view. Its end counts only if it is
///    the latest load.
/// 4. An empty list resets the trigger, since other data will follow.
package struct ReachEnd: Sendable {
  private var visibleItems: Set<Int> = []
  private var measured: (itemCount: Int, geometry: ScrollMetrics)?
  /// The number of the last load started.
  private var begunLoad = 0
  /// The last successful load, reported to the trigger while that waits for it.
  private var completed: (number: Int, hasMore: Bool)?

  package init() {}

  /// Records that an observed item became visible or invisible.
  package mutating func itemChanged(_ index: Int, isVisible: Bool) {
    if isVisible { visibleItems.insert(index) } else { visibleItems.remove(index) }
  }

  /// Records a geometry and the item count of the view when it was measured.
  package mutating func measured(_ geometry: ScrollMetrics, itemCount: Int) {
    measured = (itemCount, geometry)
  }

  /// Whether the last geometry is that of the former items. Their layout may leave it as it is.
  package func awaitsGeometry(itemCount: Int) -> Bool {
    measured.map { $0.itemCount != itemCount } ?? false
  }

  /// Checks the trigger against the current layout.
  ///
  /// - Returns: whether the trigger changed; if not, the scroll needs no update.
  package func check(_ trigger: inout LoadMoreTrigger, itemCount: Int) -> Bool {
    let list: LoadMoreTrigger.List
    if case .share = trigger.condition {
      // The layout of other items starts no load, as of those before a reset.
      guard let measured, measured.itemCount == itemCount || trigger.state != .ready
      else { return false }
      list = LoadMoreTrigger.List(
        itemCount: measured.itemCount, lastVisibleItem: nil, geometry: measured.geometry)
    } else {
      list = LoadMoreTrigger.List(itemCount: itemCount, visibleItems: visibleItems)
    }
    let before = trigger
    _ = trigger.check(list)
    return trigger != before
  }

  /// Handles an update of the view, which now has `itemCount` items.
  ///
  /// - Returns: whether the trigger changed.
  package mutating func updated(_ trigger: inout LoadMoreTrigger, itemCount: Int) -> Bool {
    let before = trigger
    // Without a share, nothing measures.
    if case .itemFromEnd = trigger.condition { measured = nil }
    if let completed, completed.number == trigger.loadNumber {
      trigger.loaded(itemCount: itemCount, hasMore: completed.hasMore)
    }
    // The last geometry may be that of the former items.
    if itemCount == 0 { trigger.reset() } else { _ = check(&trigger, itemCount: itemCount) }
    return trigger != before
  }

  /// Starts the load with a number, if the trigger is waiting for it and it has not started.
  ///
  /// - Returns: whether to load; report the end under the same number.
  package mutating func beginLoad(_ number: Int, _ trigger: LoadMoreTrigger) -> Bool {
    guard trigger.state == .loading, trigger.loadNumber == number, begunLoad != number else {
      return false
    }
    begunLoad = number
    return true
  }

  /// Records a successful load, to report to the trigger in the next update. Ignores the late end
  /// of an earlier load.
  package mutating func loaded(_ number: Int, hasMore: Bool) {
    if number == begunLoad { completed = (number, hasMore) }
  }

  /// Handles a load that threw. If it was cancelled, because its view disappeared, the trigger
  /// requests it again under a new number, for when the view returns.
  ///
  /// - Returns: whether the trigger changed.
  package func failed(
    _ number: Int, isCancelled: Bool, _ trigger: inout LoadMoreTrigger
  ) -> Bool {
    guard number == trigger.loadNumber else { return false }
    let before = trigger
    if isCancelled { trigger.restart() } else { trigger.failed() }
    return trigger != before
  }
}
