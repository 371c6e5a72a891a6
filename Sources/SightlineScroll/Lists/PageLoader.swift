/// Loads the pages of a list when a ``LoadMoreTrigger`` requests them, for all toolkits. There is
/// one load at a time. A reset and deinitialisation cancel it and ignore its result.
///
/// After a layout, the host observes the end of the list while the trigger is ready, and reports to
/// ``check(itemCount:isEndVisible:)``. The engine decides whether the end is visible.
@MainActor
package final class PageLoader {
  package typealias Storage = (
    get: @MainActor () -> LoadMoreTrigger, set: @MainActor (LoadMoreTrigger) -> Void
  )

  package typealias After =
    @MainActor (Duration, @escaping @MainActor () -> Void) -> @MainActor () -> Void

  package var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)?

  /// Whether to check the next layout even without a scroll.
  package var isCheckDue = true
  /// The trigger's storage, if that belongs to a declarative view, which also runs the
  /// ``work(_:)``.
  package var storage: Storage?
  /// Called at the end of a load, if only an update shows its items.
  package var completed: (@MainActor () -> Void)?
  private var own: LoadMoreTrigger
  private let itemCount: @MainActor () -> Int?
  private let wantsCheck: @MainActor () -> Void
  private let after: After
  private let load: @MainActor () async throws -> Bool
  /// The last load requested or abandoned, and the last one begun.
  private var number = 0
  private var begunNumber = 0
  private var task: Task<Void, Never>?
  /// Whether there are more pages after a load whose items are not in the data yet.
  private var hasMore: Bool?
  /// Cancels the timer that ends a back-off.
  private var cancelTimer: (@MainActor () -> Void)?

  /// Creates a loader in the ready state.
  ///
  /// - Parameters:
  ///   - itemCount: returns the number of items in the list, laid out or not, after a load; `nil`
  ///     if only the next layout shows it.
  ///   - wantsCheck: requests a check of the list after its next layout.
  ///   - after: calls a closure after a time, unless the returned one is called before.
  ///   - load: loads a page and adds it to the list; returns whether there are more.
  package init(
    _ condition: LoadMoreTrigger.Condition, itemCount: @escaping @MainActor () -> Int?,
    wantsCheck: @escaping @MainActor () -> Void, after: @escaping After,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    own = LoadMoreTrigger(condition)
    (self.itemCount, self.wantsCheck, self.after) = (itemCount, wantsCheck, after)
    self.load = load
  }

  deinit { task?.cancel() }

  package var trigger: LoadMoreTrigger { storage?.get() ?? own }
  package var state: LoadMoreTrigger.State { trigger.state }

  /// Whether a layout may change the state, so that measuring it is worthwhile.
  package var isWaitingForLayout: Bool { state == .ready || trigger.backOff != nil }

  /// Reports a list with this many items, after its layout or when its end is seen.
  package func check(itemCount: Int, isEndVisible: Bool = false) {
    isCheckDue = false
    change { _ = $0.check(itemCount: itemCount, isEndVisible: isEndVisible) }
  }

  /// Reports the data of an update that follows a load.
  package func updated(itemCount: Int) {
    follow()
    let hasMore = hasMore
    self.hasMore = nil
    if itemCount == 0 { return change { $0.reset() } }
    if let hasMore { change { $0.loaded(itemCount: itemCount, hasMore: hasMore) } }
    check(itemCount: itemCount)
  }

  /// Retries after a load that failed or had no items; otherwise does nothing.
  package func retry() { change { $0.retry() } }

  /// Starts over with new data.
  package func reset() {
    change { $0.reset() }
    requestCheck()
  }

  /// Reports a change of the data other than by a load, before its layout. Requests a check, since
  /// content that fits in its viewport may keep its geometry.
  package func changed(itemCount: Int) {
    change { $0.changed(itemCount: itemCount) }
    requestCheck()
  }

  private func change(_ body: (inout LoadMoreTrigger) -> Void) {
    let before = trigger
    var trigger = before
    body(&trigger)
    guard trigger != before else { return }
    if let storage { storage.set(trigger) } else { own = trigger }
    follow()
    guard trigger.state != before.state else { return }
    requestCheck()
    stateChanged?(trigger.state)
  }

  private func requestCheck() {
    isCheckDue = true
    wantsCheck()
  }

  /// Begins or cancels loads and timers to match the trigger's state.
  private func follow() {
    let trigger = trigger
    if trigger.loadNumber != number {
      number = trigger.loadNumber
      task?.cancel()
      task = nil
      hasMore = nil
      if storage == nil, trigger.state == .loading {
        task = Task { [work = work(number)] in await work() }
      }
    }
    guard let backOff = trigger.backOff else {
      cancelTimer?()
      cancelTimer = nil
      return
    }
    if cancelTimer != nil { return }
    cancelTimer = after(backOff) { [weak self] in self?.change { $0.resume() } }
  }

  /// Returns the work of the load with a number, which does not retain the loader. It does nothing
  /// if the load has begun or is no longer requested.
  package func work(_ number: Int) -> @MainActor @Sendable () async -> Void {
    { [weak self, load] in
      // A task begins even if it was cancelled before.
      guard !Task.isCancelled, self?.begin(number) == true else { return }
      let result: Result<Bool, any Error>
      do { result = .success(try await load()) } catch { result = .failure(error) }
      self?.ended(number, result, isCancelled: Task.isCancelled)
    }
  }

  private func begin(_ number: Int) -> Bool {
    guard state == .loading, trigger.loadNumber == number, begunNumber != number
    else { return false }
    begunNumber = number
    return true
  }

  private func ended(_ number: Int, _ result: Result<Bool, any Error>, isCancelled: Bool) {
    guard number == trigger.loadNumber else { return }
    // Its view went off screen: the next load waits until the end is visible again.
    if isCancelled { return change { $0.reset() } }
    switch result {
    case .success(let hasMore):
      if let completed {
        self.hasMore = hasMore
        completed()
      } else {
        let count = itemCount()
        change { $0.loaded(itemCount: count ?? $0.askedCount, hasMore: hasMore) }
      }
    case .failure: change { $0.failed() }
    }
  }
}
