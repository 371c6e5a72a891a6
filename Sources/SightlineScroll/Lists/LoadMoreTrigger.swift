import SightlineCore

/// Decides when a list loads its next page.
///
/// ```swift
/// if trigger.check(list) { load() }            // after every layout and scroll
/// trigger.loaded(itemCount: 40, hasMore: true)  // when the page is in the data
/// ```
///
/// 1. **Single flight**: it requests no load until the previous one has ended.
/// 2. **Checked after layout**: after a page arrives, it waits for a list with the new count, or at
///    least another count than before. So short pages follow each other until the screen is full.
/// 3. Only ``retry()`` repeats a failed load: an end that stays in view must not repeat it in every
///    frame. For the same reason, a load without items is followed by another one only after a
///    scroll, a change of the item count, or ``retry()``.
/// 4. An empty list never loads *more*: the app loads the first page.
/// 5. Data may shrink: the condition applies to the items at the time of the check.
/// 6. Each load has a number, ``loadNumber``, which identifies results that arrive after
///    ``reset()``.
public struct LoadMoreTrigger: Hashable, Sendable {
  /// A condition for loading the next page.
  public enum Condition: Hashable, Sendable {
    /// The item this many places from the end is visible; 1 and smaller values are the last item.
    /// In a shorter list, the first item counts.
    case itemFromEnd(Int)
    /// The bottom of the viewport has reached this share of the content, in 0...1; NaN counts as 1.
    case share(Double)

    /// The last item is visible.
    public static let lastItem = Condition.itemFromEnd(1)

    /// The condition without NaN, which differs from itself.
    fileprivate var withoutNaN: Condition {
      if case .share(let share) = self, share.isNaN { .share(1) } else { self }
    }

    /// Returns the first item, from 0, whose visibility meets the condition; `nil` without one.
    public func firstItem(of itemCount: Int) -> Int? {
      guard case .itemFromEnd(let place) = self, itemCount > 0 else { return nil }
      return max(0, itemCount - max(1, place))
    }
  }

  /// The state of the list in one layout.
  public struct List: Hashable, Sendable {
    /// The number of items laid out.
    public var itemCount: Int
    /// The last visible item, from 0; `nil` if none is visible.
    public var lastVisibleItem: Int?
    /// The share of the content above the viewport's bottom, in 0...1, for ``Condition/share(_:)``.
    public var seenShare: Double
    private var geometry: ScrollMetrics?

    /// Creates a description of a layout from measured values.
    public init(itemCount: Int, lastVisibleItem: Int?, seenShare: Double = 0) {
      self.itemCount = itemCount
      self.lastVisibleItem = lastVisibleItem
      self.seenShare = seenShare
    }

    /// Creates a description of a layout from its visible items, ignoring indices out of range.
    ///
    /// - Complexity: O(*n*) for *n* visible items.
    public init(itemCount: Int, visibleItems: some Sequence<Int>) {
      self.init(
        itemCount: itemCount,
        lastVisibleItem: visibleItems.lazy.filter { $0 >= 0 && $0 < itemCount }.max())
    }

    /// Creates a description of a layout from its geometry; content that fits is entirely seen.
    public init(itemCount: Int, lastVisibleItem: Int?, geometry: ScrollMetrics) {
      let height = geometry.contentSize.height
      self.init(
        itemCount: itemCount, lastVisibleItem: lastVisibleItem,
        seenShare: height > 0 ? max(0, min(1, geometry.visibleRect.maxY / height)) : 1)
      self.geometry = geometry
    }

    /// Returns whether the offset changed alone, not with a size, as when a spinner disappears.
    func isScrolled(since other: List) -> Bool {
      guard let geometry, let old = other.geometry else {
        return lastVisibleItem != other.lastVisibleItem || seenShare != other.seenShare
      }
      return geometry != old && geometry.scrolled(to: old.contentOffset) == old
    }
  }

  /// The event that the trigger is waiting for.
  public enum State: Hashable, Sendable {
    /// Waiting for the condition.
    case ready
    /// Waiting for the requested load.
    case loading
    /// Waiting for a layout with this many items.
    case settling(itemCount: Int)
    /// Waiting, after a load without items, for a scroll, another item count or a retry.
    case stalled
    /// Waiting for ``LoadMoreTrigger/retry()`` after a failed load.
    case failed
    /// Not waiting, since there are no more pages.
    case finished
  }

  /// The condition, which may change at any time.
  public var condition: Condition { didSet { condition = condition.withoutNaN } }
  /// The current state.
  public private(set) var state = State.ready
  /// The number of the last requested load; 0 before the first. It increases when ``reset()``
  /// abandons a load, too, which cancels a task with this number as its id.
  public private(set) var loadNumber = 0

  /// The number of items laid out at the last check, or reported after a failed load.
  private var shownCount = 0
  /// The number of items without those of the last load.
  package private(set) var askedCount = 0
  /// The list at the last check since a load without items. It changes only with a layout: a
  /// declarative list that stores the trigger is not updated with each scroll.
  private var stalledList: List?

  /// The third item from the end, so that the page usually arrives before its reader.
  public static let defaultCondition = Condition.itemFromEnd(3)

  /// Creates a trigger in the ready state.
  public init(_ condition: Condition = defaultCondition) { self.condition = condition.withoutNaN }

  /// Returns whether to load the next page now. Call it after every layout and every scroll.
  ///
  /// - Complexity: O(1).
  public mutating func check(_ list: List) -> Bool {
    // Any other count is a new layout, even if the data has changed again meanwhile.
    let isNew = list.itemCount != shownCount
    shownCount = list.itemCount
    switch state {
    case .settling(let itemCount):
      guard list.itemCount == itemCount || isNew else { return false }
      state = .ready
    case .stalled:
      let isScrolled = stalledList.map(list.isScrolled) ?? false
      stalledList = list
      guard isScrolled || isNew && list.itemCount != askedCount else { return false }
      state = .ready
    case .loading: askedCount = min(askedCount, list.itemCount)
    case .ready, .failed, .finished: break
    }
    guard state == .ready, isMet(by: list) else { return false }
    begin()
    return true
  }

  /// Reports that the load ended, with the number of items now in the data.
  public mutating func loaded(itemCount: Int, hasMore: Bool) {
    guard state == .loading else { return }
    state = .finished
    if hasMore { settle(max(0, itemCount)) }
  }

  private mutating func settle(_ itemCount: Int) {
    state = itemCount == askedCount ? .stalled : .settling(itemCount: itemCount)
  }

  /// Reports a change of the data other than by a load, such as a filter, before its layout.
  public mutating func changed(itemCount: Int) {
    switch state {
    case .loading: askedCount = max(0, itemCount)
    case .settling, .stalled: settle(max(0, itemCount))
    // The next load may begin without a check.
    case .failed: shownCount = max(0, itemCount)
    case .ready, .finished: break
    }
  }

  /// Reports that the load failed.
  public mutating func failed() { if state == .loading { state = .failed } }

  /// Retries after a load that failed or had no items.
  ///
  /// - Returns: whether to load now; `false` if there is nothing to retry.
  @discardableResult
  public mutating func retry() -> Bool {
    guard state == .failed || state == .stalled else { return false }
    begin()
    return true
  }

  /// Reports that the load was abandoned, for example because its list left the screen, and
  /// requests it again under a new ``loadNumber``.
  ///
  /// - Returns: whether to load now; `false` if nothing was loading.
  @discardableResult
  public mutating func restart() -> Bool {
    guard state == .loading else { return false }
    begin()
    return true
  }

  /// Starts over with other data. The end of a running load must not be reported.
  public mutating func reset() {
    if state == .loading { loadNumber += 1 }
    state = .ready
  }

  private mutating func begin() {
    state = .loading
    loadNumber += 1
    askedCount = shownCount
    stalledList = nil
  }

  private func isMet(by list: List) -> Bool {
    guard list.itemCount > 0 else { return false }
    switch condition {
    case .itemFromEnd:
      guard let last = list.lastVisibleItem, let first = condition.firstItem(of: list.itemCount)
      else { return false }
      return last >= first
    case .share(let share):
      return list.seenShare >= max(0, min(1, share)) - LoadMoreTrigger.tolerance
    }
  }

  /// The tolerance for quotients of measured lengths.
  private static let tolerance = 1e-9
}
