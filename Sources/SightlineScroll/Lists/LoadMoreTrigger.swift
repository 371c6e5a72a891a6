import SightlineCore

/// Decides when a list loads its next page.
///
/// ```swift
/// if trigger.check(list) { load() }            // after every layout and scroll
/// trigger.loaded(itemCount: 40, hasMore: true)  // when the page is in the data
/// ```
///
/// 1. **Single flight**: once it has asked for a load, it asks for nothing until it learns how that
///    load ended.
/// 2. **Checked after layout**: once a page came, it waits for a list with the new count, or at
///    least another one than before.
/// 3. A first page shorter than the screen shows its own end, and the check after its layout asks
///    again, page after page until the screen is full.
/// 4. A failed load is tried again by ``retry()`` only: an end that stays in view must not repeat
///    it in every frame.
/// 5. An empty list never loads *more*: its first page is the app's to load.
/// 6. Data may shrink: the condition applies to what is there at the check.
/// 7. Each load has a number, ``loadNumber``, by which a result that comes after ``reset()`` is
///    recognised.
public struct LoadMoreTrigger: Hashable, Sendable {
  /// When to load the next page.
  public enum Condition: Hashable, Sendable {
    /// The item this many places from the end shows: 1 is the last one. Less than 1 counts as 1; in
    /// a list shorter than that the first item counts.
    case itemFromEnd(Int)
    /// The bottom of the viewport has come to this share of the content, in 0...1; a share outside
    /// counts as the nearest within, and NaN as 1.
    case share(Double)

    /// The last item shows.
    public static let lastItem = Condition.itemFromEnd(1)

    /// The first item, from 0, that meets the condition when it shows; `nil` in an empty list and
    /// for a share.
    public func firstItem(of itemCount: Int) -> Int? {
      guard case .itemFromEnd(let place) = self, itemCount > 0 else { return nil }
      return max(0, itemCount - max(1, place))
    }
  }

  /// The list in one layout.
  public struct List: Hashable, Sendable {
    /// How many items were laid out.
    public var itemCount: Int
    /// The last item that shows, from 0; `nil` if none does.
    public var lastVisibleItem: Int?
    /// The share of the content that lies above the viewport's bottom, in 0...1, for
    /// ``Condition/share(_:)``.
    public var seenShare: Double

    /// Creates a description of a layout, in which all three were measured.
    public init(itemCount: Int, lastVisibleItem: Int?, seenShare: Double = 0) {
      self.itemCount = itemCount
      self.lastVisibleItem = lastVisibleItem
      self.seenShare = seenShare
    }

    /// Creates a description of a layout from the items that show, in any order. Indices out of
    /// range do not count.
    ///
    /// - Complexity: O(*n*) for *n* items that show.
    public init(itemCount: Int, visibleItems: some Sequence<Int>) {
      self.init(
        itemCount: itemCount,
        lastVisibleItem: visibleItems.lazy.filter { $0 >= 0 && $0 < itemCount }.max())
    }

    /// Creates a description of a layout from its geometry. Content shorter than the container has
    /// been seen entirely.
    public init(itemCount: Int, lastVisibleItem: Int?, geometry: ScrollMetrics) {
      let height = geometry.contentSize.height
      let seen = geometry.visibleRect.maxY
      self.init(
        itemCount: itemCount, lastVisibleItem: lastVisibleItem,
        seenShare: height > 0 ? max(0, min(1, seen / height)) : 1)
    }
  }

  /// What the trigger is waiting for.
  public enum State: Hashable, Sendable {
    /// For the condition.
    case ready
    /// For the load it asked for.
    case loading
    /// For a layout with this many items.
    case settling(itemCount: Int)
    /// For ``LoadMoreTrigger/retry()``.
    case failed
    /// For nothing: there are no more pages.
    case finished
  }

  /// When to load the next page.
  public let condition: Condition
  /// What it is waiting for.
  public private(set) var state = State.ready
  /// How many loads it has asked for, and so the number of the latest one; 0 before the first.
  public private(set) var loadNumber = 0

  /// How many items were laid out at the last check before the page came.
  private var shownCount = 0

  /// The third item from the end, as in comparable lists: the page is there before its reader is.
  public static let defaultCondition = Condition.itemFromEnd(3)

  /// Creates a trigger that is ready.
  public init(_ condition: Condition = defaultCondition) { self.condition = condition }

  /// Whether to load the next page now; if so, it is loading.
  ///
  /// Call it after every layout and every scroll.
  ///
  /// - Complexity: O(1).
  public mutating func check(_ list: List) -> Bool {
    if case .settling(let itemCount) = state {
      // Any other count than before is a new layout, also if the data changed again meanwhile.
      guard list.itemCount == itemCount || list.itemCount != shownCount else { return false }
      state = .ready
    }
    shownCount = list.itemCount
    guard state == .ready, isMet(by: list) else { return false }
    begin()
    return true
  }

  /// Reports that the load ended and its items are in the data.
  ///
  /// - Parameters:
  ///   - itemCount: how many items the data has now; an empty page leaves it as it was.
  ///   - hasMore: whether there are more pages.
  public mutating func loaded(itemCount: Int, hasMore: Bool) {
    guard state == .loading else { return }
    state = hasMore ? .settling(itemCount: max(0, itemCount)) : .finished
  }

  /// Reports that the data changed other than by a load, before it is laid out: items were deleted
  /// or filtered while the page is not on screen yet.
  public mutating func changed(itemCount: Int) {
    if case .settling = state { state = .settling(itemCount: max(0, itemCount)) }
  }

  /// Reports that the load failed.
  public mutating func failed() {
    if state == .loading { state = .failed }
  }

  /// Tries the failed load again.
  ///
  /// - Returns: whether to load now; `false` where no load had failed.
  @discardableResult
  public mutating func retry() -> Bool {
    guard state == .failed else { return false }
    begin()
    return true
  }

  /// Reports that the load was given up, such as when its list went off screen, and asks for it
  /// again under a new ``loadNumber``.
  ///
  /// - Returns: whether to load now; `false` where nothing was loading.
  @discardableResult
  public mutating func restart() -> Bool {
    guard state == .loading else { return false }
    begin()
    return true
  }

  /// Starts over with other data. A load under way is forgotten: its end must not be reported.
  public mutating func reset() { state = .ready }

  private mutating func begin() {
    state = .loading
    loadNumber += 1
  }

  private func isMet(by list: List) -> Bool {
    guard list.itemCount > 0 else { return false }
    switch condition {
    case .itemFromEnd:
      guard let last = list.lastVisibleItem, let first = condition.firstItem(of: list.itemCount)
      else { return false }
      return last >= first
    case .share(let share):
      let share = share.isNaN ? 1 : max(0, min(1, share))
      return list.seenShare >= share - LoadMoreTrigger.tolerance
    }
  }

  /// A share is a quotient of measured lengths.
  private static let tolerance = 1e-9
}
