#if Log
internal import Foundation

/// A cache of the log's memories: recently fetched or requested answers, including "never seen".
///
/// It has two generations, as in `Dictionaries`, which bounds it without tracking each use.
// Unchecked because the lock, and nothing else, guards the state.
final class Recollections: @unchecked Sendable {
  private let lock = NSLock()
  private let capacity: Int
  private var young: [LoggedMemory.Key: LoggedMemory?] = [:]
  private var old: [LoggedMemory.Key: LoggedMemory?] = [:]

  init(capacity: Int) { self.capacity = max(2, capacity) }

  /// Returns the cached answer for an item: a memory, or `.some(nil)` if it was never seen.
  func answer(_ item: ItemKey, _ policy: ImpressionPolicy) -> LoggedMemory?? {
    let key = LoggedMemory.Key(item: item, policy: policy)
    return lock.withLock {
      if let answer = young[key] { return answer }
      guard let answer = old[key] else { return nil }
      set(answer, for: key)
      return answer
    }
  }

  func take(_ answers: [(LoggedMemory.Key, LoggedMemory?)]) {
    lock.withLock { for (key, answer) in answers { set(answer, for: key) } }
  }

  func forgetAll() {
    lock.withLock {
      young = [:]
      old = [:]
    }
  }

  var count: Int { lock.withLock { young.count + old.count } }

  /// Counts written impressions in the cached answers.
  func note(_ batch: [PendingEvent], clock: LogClock) {
    lock.withLock {
      if young.isEmpty && old.isEmpty { return }
      for event in batch where event.entry.kind == .impression {
        let key = LoggedMemory.Key(item: event.entry.item, policy: event.entry.policy.policy)
        guard let answer = young[key] ?? old[key] else { continue }
        let (time, day) = (
          Date(milliseconds: event.milliseconds), clock.day(of: event.milliseconds)
        )
        set(
          answer?.counting(at: time, day: day, session: event.session)
            ?? LoggedMemory(
              item: key.item, policy: key.policy, count: 1, last: time, day: day, countOnDay: 1,
              session: event.session),
          for: key)
      }
    }
  }

  private func set(_ answer: LoggedMemory?, for key: LoggedMemory.Key) {
    if young.count >= capacity / 2 && young[key] == nil {
      old = young
      young = [:]
    }
    young[key] = .some(answer)
  }
}
#endif
