/// Loads the pages of a list when a ``LoadMoreTrigger`` asks for them: the common part of the
/// controllers of all toolkits.
///
/// 1. One load at a time. It ends with whether there are more pages, or with an error.
/// 2. A load that was forgotten by ``reset()``, or whose loader is gone, is cancelled and its
///    result ignored.
/// 3. Of the list only the number of items is read, when a load has ended and its page is in it.
@MainActor
package final class PageLoader {
  /// Called when the state changes.
  package var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)?

  private var trigger: LoadMoreTrigger
  private let itemCount: @MainActor () -> Int
  private let wantsCheck: @MainActor () -> Void
  private let load: @MainActor () async throws -> Bool
  private var task: Task<Void, Never>?

  /// Creates a loader that is ready.
  ///
  /// - Parameters:
  ///   - condition: when the next page is wanted.
  ///   - itemCount: how many items the list has, whether laid out or not.
  ///   - wantsCheck: requests ``check(_:)`` after the next layout, also if nothing is scrolled.
  ///   - load: loads a page and adds it to the list; returns whether there are more.
  package init(
    _ condition: LoadMoreTrigger.Condition, itemCount: @escaping @MainActor () -> Int,
    wantsCheck: @escaping @MainActor () -> Void, load: @escaping @MainActor () async throws -> Bool
  ) {
    trigger = LoadMoreTrigger(condition)
    self.itemCount = itemCount
    self.wantsCheck = wantsCheck
    self.load = load
  }

  deinit { task?.cancel() }

  /// What it is waiting for.
  package var state: LoadMoreTrigger.State { trigger.state }

  /// Whether a layout could have it load: otherwise nothing need be measured.
  package var isWaitingForLayout: Bool {
    switch state {
    case .ready, .settling: true
    case .loading, .failed, .finished: false
    }
  }

  /// Takes in what a layout shows.
  package func check(_ list: LoadMoreTrigger.List) { change { $0.check(list) } }

  /// Tries a failed load again; otherwise does nothing.
  package func retry() { change { $0.retry() } }

  /// Starts over with other data.
  package func reset() {
    task?.cancel()
    task = nil
    change { trigger in
      trigger.reset()
      return false
    }
    wantsCheck()
  }

  /// Reports that the data changed other than by a load, before it is laid out.
  package func changed(itemCount: Int) {
    change { trigger in
      trigger.changed(itemCount: itemCount)
      return false
    }
  }

  /// Changes the trigger. The closure returns whether to load.
  private func change(_ body: (inout LoadMoreTrigger) -> Bool) {
    let before = state
    if body(&trigger) { begin() }
    guard state != before else { return }
    wantsCheck()
    stateChanged?(state)
  }

  private func begin() {
    task = Task { [weak self, load] in
      let result: Result<Bool, any Error>
      do { result = .success(try await load()) } catch { result = .failure(error) }
      guard !Task.isCancelled else { return }
      self?.ended(result)
    }
  }

  private func ended(_ result: Result<Bool, any Error>) {
    task = nil
    let count = itemCount()
    change { trigger in
      switch result {
      case .success(let hasMore): trigger.loaded(itemCount: count, hasMore: hasMore)
      case .failure: trigger.failed()
      }
      return false
    }
  }
}
