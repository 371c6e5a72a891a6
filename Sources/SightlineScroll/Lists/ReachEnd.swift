/// What a declarative list knows of its end besides its ``LoadMoreTrigger``: which of the observed
/// items show, the latest geometry, and the load under way.
///
/// A declarative toolkit delivers data in updates, and measures between them. So:
/// 1. A geometry refers to as many items as it was measured with, not to later ones.
/// 2. The items of a load that ended are counted in the update after it, where they are in the
///    data.
/// 3. A load begins once, however often the toolkit creates the view anew; its end counts only
///    while it is the latest.
package struct ReachEnd: Sendable {
  private var visibleItems: Set<Int> = []
  private var measured: (itemCount: Int, geometry: ScrollMetrics)?
  /// The number of the latest load that began.
  private var begunLoad = 0
  /// The successful load that the trigger does not know of yet.
  private var completed: (number: Int, hasMore: Bool)?

  /// Creates a list of which nothing has been measured.
  package init() {}

  // MARK: Measuring

  /// Takes in that an observed item shows, or no longer does.
  package mutating func itemChanged(_ index: Int, isVisible: Bool) {
    if isVisible { visibleItems.insert(index) } else { visibleItems.remove(index) }
  }

  /// Takes in a geometry, and how many items the view had when it was measured.
  package mutating func measured(_ geometry: ScrollMetrics, itemCount: Int) {
    measured = (itemCount, geometry)
  }

  /// Checks the trigger against what shows.
  ///
  /// - Returns: whether the trigger changed. A scroll that changes nothing need not update
  ///   anything.
  package func check(_ trigger: inout LoadMoreTrigger, itemCount: Int) -> Bool {
    let list: LoadMoreTrigger.List
    if case .share = trigger.condition {
      guard let measured else { return false }
      list = LoadMoreTrigger.List(
        itemCount: measured.itemCount, lastVisibleItem: nil, geometry: measured.geometry)
    } else {
      list = LoadMoreTrigger.List(itemCount: itemCount, visibleItems: visibleItems)
    }
    let before = trigger
    _ = trigger.check(list)
    return trigger != before
  }

  /// Takes in an update of the view.
  ///
  /// - Parameter itemCount: how many items the updated view has.
  /// - Returns: whether the trigger changed.
  package mutating func updated(_ trigger: inout LoadMoreTrigger, itemCount: Int) -> Bool {
    let before = trigger
    if let ended = completed {
      completed = nil
      if ended.number == trigger.loadNumber {
        trigger.loaded(itemCount: itemCount, hasMore: ended.hasMore)
      }
    }
    _ = check(&trigger, itemCount: itemCount)
    return trigger != before
  }

  // MARK: Loading

  /// Begins the load that the trigger waits for, unless it has begun.
  ///
  /// - Returns: the load's number, by which its end is reported; `nil` if there is none to begin.
  package mutating func beginLoad(_ trigger: LoadMoreTrigger) -> Int? {
    guard trigger.state == .loading, begunLoad != trigger.loadNumber else { return nil }
    begunLoad = trigger.loadNumber
    return begunLoad
  }

  /// Takes in that a load succeeded. The trigger learns of it in the next update.
  package mutating func loaded(_ number: Int, hasMore: Bool) { completed = (number, hasMore) }

  /// Takes in that a load threw.
  ///
  /// - Parameter isCancelled: whether its view went away: the trigger then asks for it again, under
  ///   a new number, for when the view is back.
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
