/// Loads the pages of a list as a ``LoadMoreTrigger`` wants them: what the controllers of all toolkits
/// have in common.
///
/// 1. One load at a time. It ends with whether there are more pages, or with an error.
/// 2. A load that was forgotten by ``reset()``, or whose loader is gone, is cancelled and not heard.
/// 3. Nothing is asked of the list but its number of items, when a load has ended: by then the page is in
///    it.
@MainActor
package final class PageLoader {
  /// Called when the state is another one.
  package var stateChanged: (@MainActor (LoadMoreTrigger.State) -> Void)?

  private var trigger: LoadMoreTrigger
  private let itemCount: @MainActor () -> Int
  private let wantsCheck: @MainActor () -> Void
  private let load: @MainActor () async throws -> Bool
  private var flight: Task<Void, Never>?

  /// Creates a loader that is ready.
  ///
  /// - Parameters:
  ///   - condition: when the next page is wanted.
  ///   - itemCount: how many items the list has, whether laid out or not.
  ///   - wantsCheck: asks for ``check(_:)`` after the next layout, also if nothing is scrolled.
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

  deinit { flight?.cancel() }

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

  /// Tries a load that failed once more; otherwise it does nothing.
  package func retry() { change { $0.retry() } }

  /// Begins anew, for other data.
  package func reset() {
    flight?.cancel()
    flight = nil
    change { trigger in
      trigger.reset()
      return false
    }
    wantsCheck()
  }

  /// Takes in that the data changed by other means than a load, before it is laid out.
  package func changed(itemCount: Int) {
    change { trigger in
      trigger.changed(itemCount: itemCount)
      return false
    }
  }

  /// Changes the trigger; it says whether to load.
  private func change(_ body: (inout LoadMoreTrigger) -> Bool) {
    let before = state
    if body(&trigger) { begin() }
    guard state != before else { return }
    wantsCheck()
    stateChanged?(state)
  }

  private func begin() {
    flight = Task { [weak self, load] in
      let result: Result<Bool, any Error>
      do { result = .success(try await load()) } catch { result = .failure(error) }
      guard !Task.isCancelled else { return }
      self?.ended(result)
    }
  }

  private func ended(_ result: Result<Bool, any Error>) {
    flight = nil
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
