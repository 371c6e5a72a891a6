/// What a declarative list knows of its end, beside its ``LoadMoreTrigger``: which of the watched items
/// show, the geometry that was measured last, and which load is under way.
///
/// A declarative toolkit hands data over in updates, and measures between them. So:
/// 1. A geometry says something of as many items as it was measured with, not of what came since.
/// 2. The items of a load that ended are counted in the update after it, where they are in the data.
/// 3. A load is begun once, however often the toolkit makes the view anew; how it ends is heard only
///    while it is the latest.
package struct ReachEnd: Sendable {
  private var visibleItems: Set<Int> = []
  private var measured: (itemCount: Int, geometry: ScrollMetrics)?
  /// The number of the latest load that began.
  private var flight = 0
  /// The load that ended well and of which the trigger does not know yet.
  private var arrival: (number: Int, hasMore: Bool)?

  /// Creates the knowledge of a list of which nothing has been measured.
  package init() {}

  // MARK: Looking

  /// Takes in that a watched item shows, or shows no longer.
  package mutating func itemChanged(_ index: Int, isVisible: Bool) {
    if isVisible { visibleItems.insert(index) } else { visibleItems.remove(index) }
  }

  /// Takes in a geometry, and how many items the view had when it was measured.
  package mutating func measured(_ geometry: ScrollMetrics, itemCount: Int) {
    measured = (itemCount, geometry)
  }

  /// Has the trigger take in what shows.
  ///
  /// - Returns: whether the trigger is another one than before. A scroll that changes nothing need not
  ///   update anything.
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
  /// - Returns: whether the trigger is another one than before.
  package mutating func updated(_ trigger: inout LoadMoreTrigger, itemCount: Int) -> Bool {
    let before = trigger
    if let ended = arrival {
      arrival = nil
      if ended.number == trigger.loadNumber {
        trigger.loaded(itemCount: itemCount, hasMore: ended.hasMore)
      }
    }
    _ = check(&trigger, itemCount: itemCount)
    return trigger != before
  }

  // MARK: Loading

  /// Whether a load is to begin: the trigger waits for one that has not begun.
  ///
  /// - Returns: its number, by which its end is told.
  package mutating func beginLoad(_ trigger: LoadMoreTrigger) -> Int? {
    guard trigger.state == .loading, flight != trigger.loadNumber else { return nil }
    flight = trigger.loadNumber
    return flight
  }

  /// Takes in that a load ended well. The trigger hears of it with the next update.
  package mutating func loaded(_ number: Int, hasMore: Bool) { arrival = (number, hasMore) }

  /// Takes in that a load threw.
  ///
  /// - Parameter isCancelled: whether it was given up because its view went: the trigger asks for it
  ///   again, under a new number, for when the view is back.
  /// - Returns: whether the trigger is another one than before.
  package func failed(
    _ number: Int, isCancelled: Bool, _ trigger: inout LoadMoreTrigger
  ) -> Bool {
    guard number == trigger.loadNumber else { return false }
    let before = trigger
    if isCancelled { trigger.restart() } else { trigger.failed() }
    return trigger != before
  }
}
