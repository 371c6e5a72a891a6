/// Loads the pages of a list when a ``LoadMoreTrigger`` requests them, for all toolkits'
/// controllers. There is one load at a time. ``reset()`` and deinitialisation cancel it and ignore
/// its result.
@MainActor
package final class PageLoader {
  package var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)?

  /// Whether to check the next layout even without a scroll.
  package var isCheckDue = true
  private var trigger: LoadMoreTrigger
  private let itemCount: @MainActor () -> Int?
  private let wantsCheck: @MainActor () -> Void
  private let load: @MainActor () async throws -> Bool
  private var task: Task<Void, Never>?

  /// Creates a loader in the ready state.
  ///
  /// - Parameters:
  ///   - itemCount: returns the number of items in the list, laid out or not, after a load; `nil`
  ///     if only the next layout shows it.
  ///   - wantsCheck: requests a frame in which to check the layout.
  ///   - load: loads a page and adds it to the list; returns whether there are more.
  package init(
    _ condition: LoadMoreTrigger.Condition, itemCount: @escaping @MainActor () -> Int?,
    wantsCheck: @escaping @MainActor () -> Void, load: @escaping @MainActor () async throws -> Bool
  ) {
    trigger = LoadMoreTrigger(condition)
    self.itemCount = itemCount
    self.wantsCheck = wantsCheck
    self.load = load
  }

  deinit { task?.cancel() }

  package var state: LoadMoreTrigger.State { trigger.state }

  /// Whether a layout may start a load, so that measuring it is worthwhile.
  package var isWaitingForLayout: Bool {
    switch state {
    case .ready, .settling, .stalled: true
    case .loading, .failed, .finished: false
    }
  }

  /// Checks a layout and loads the next page if necessary.
  package func check(_ list: LoadMoreTrigger.List) {
    isCheckDue = false
    change { _ = $0.check(list) }
  }

  /// Retries after a load that failed or had no items; otherwise does nothing.
  package func retry() { change { $0.retry() } }

  /// Starts over with other data.
  package func reset() {
    task?.cancel()
    change { $0.reset() }
    requestCheck()
  }

  /// Reports a change of the data other than by a load, before its layout. That wants a check,
  /// since content that fits in its viewport may keep its geometry.
  package func changed(itemCount: Int) {
    change { $0.changed(itemCount: itemCount) }
    requestCheck()
  }

  private func change(_ body: (inout LoadMoreTrigger) -> Void) {
    let before = state
    body(&trigger)
    guard state != before else { return }
    if state == .loading { begin() }
    requestCheck()
    stateChanged?(state)
  }

  private func requestCheck() {
    isCheckDue = true
    wantsCheck()
  }

  private func begin() {
    task = Task { [weak self, load] in
      // A task begins even if it was cancelled before.
      guard !Task.isCancelled else { return }
      let result: Result<Bool, any Error>
      do { result = .success(try await load()) } catch { result = .failure(error) }
      guard !Task.isCancelled else { return }
      self?.ended(result)
    }
  }

  private func ended(_ result: Result<Bool, any Error>) {
    let count = itemCount()
    change { trigger in
      switch result {
      case .success(let hasMore):
        trigger.loaded(itemCount: count ?? trigger.askedCount, hasMore: hasMore)
      case .failure: trigger.failed()
      }
    }
  }
}
