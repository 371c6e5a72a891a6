import SightlineCore

/// Decides when a list loads its next page.
///
/// ```swift
/// if trigger.check(list) { load() }            // after every layout and scroll
/// trigger.loaded(itemCount: 40, hasMore: true)  // when the page is in the data
/// ```
///
/// 1. **Single flight**: it requests no load until the previous one has ended.
/// 2. **Checked after layout**: after a page arrives, it waits until the list's items have changed.
///    So short pages follow each other until the screen is full.
/// 3. **Back-off**: after a page without items, which a filter may have emptied, the next one is
///    loaded after ``backOff``, which doubles with each such page. Scrolling or pulling changes
///    nothing.
/// 4. Only ``retry()`` repeats a failed load: otherwise an end that stays in view would repeat it
///    in every frame.
/// 5. An empty list never loads *more*: the app loads the first page.
/// 6. Data may shrink: the condition applies to the items at the time of the check.
/// 7. Each load has a number, ``loadNumber``, which identifies results that arrive after
///    ``reset()``.
public struct LoadMoreTrigger: Hashable, Sendable {
  /// The event that the trigger is waiting for.
  public enum State: Hashable, Sendable {
    /// Waiting for the condition.
    case ready
    /// Waiting for the requested load.
    case loading
    /// Waiting for a layout with this many items, or the end of the back-off.
    case settling(itemCount: Int)
    /// Waiting after a load without items: for the end of the back-off, a different item count or a
    /// retry.
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
  /// The number of the last requested load; 0 before the first. It also increases when ``reset()``
  /// abandons a load.
  public private(set) var loadNumber = 0

  /// The number of items laid out at the last check, or reported after a failed load.
  private var shownCount = 0
  /// The number of items before the last load.
  package private(set) var askedCount = 0
  /// The number of back-offs since the items last changed.
  private var backOffCount = 0

  /// The third item from the end, so that the page usually arrives before its reader.
  public static let defaultCondition = Condition.itemFromEnd(3)
  /// The first back-off, long enough for a reader to see that nothing arrived.
  public static let firstBackOff = Duration.milliseconds(500)
  /// The longest back-off is this power of two times the first: 8 s.
  private static let longestBackOff = 4

  /// Creates a trigger in the ready state.
  public init(_ condition: Condition = defaultCondition) { self.condition = condition.withoutNaN }

  /// The time from the end of a load until ``resume()``, unless the items change before; `nil` in
  /// any other state.
  public var backOff: Duration? {
    switch state {
    case .settling, .stalled:
      Self.firstBackOff * (1 << min(backOffCount, Self.longestBackOff))
    case .ready, .loading, .failed, .finished: nil
    }
  }

  /// Returns whether to load the next page now. Call it after every layout and every scroll, and
  /// after ``resume()``.
  ///
  /// - Complexity: O(1).
  public mutating func check(_ list: List) -> Bool {
    check(itemCount: list.itemCount, isEndVisible: condition.isMet(by: list))
  }

  /// Returns whether to load the next page of a list with this many items now.
  package mutating func check(itemCount: Int, isEndVisible: Bool) -> Bool {
    // Any other count means a new layout, even if the data has changed again since.
    let isNew = itemCount != shownCount
    shownCount = itemCount
    switch state {
    case .settling(let expected):
      guard itemCount == expected || isNew else { return false }
      state = .ready
    case .stalled:
      guard isNew, itemCount != askedCount else { return false }
      state = .ready
    case .loading: askedCount = min(askedCount, itemCount)
    case .ready, .failed, .finished: break
    }
    if itemCount != askedCount { backOffCount = 0 }
    guard state == .ready, isEndVisible, itemCount > 0 else { return false }
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

  /// Ends the back-off. The next check may request a load.
  public mutating func resume() {
    guard backOff != nil else { return }
    state = .ready
    backOffCount += 1
  }

  /// Reports a change of the data other than by a load, such as a filter, before its layout.
  public mutating func changed(itemCount: Int) {
    let itemCount = max(0, itemCount)
    switch state {
    case .loading: askedCount = itemCount
    case .settling, .stalled: settle(itemCount)
    // The next load may begin without another check.
    case .failed: shownCount = itemCount
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

  /// Starts over with new data. The end of a running load must not be reported.
  public mutating func reset() {
    if state == .loading { loadNumber += 1 }
    backOffCount = 0
    state = .ready
  }

  private mutating func begin() {
    state = .loading
    loadNumber += 1
    askedCount = shownCount
  }
}
