#if Log
internal import Foundation

/// A cache of the log's memories: recently fetched or requested answers, including "never seen".
// Unchecked because the lock, and nothing else, guards the state.
final class Recollections: @unchecked Sendable {
  private let lock = NSLock()
  private var answers: GenerationalCache<LoggedMemory.Key, LoggedMemory?>

  init(capacity: Int) { answers = GenerationalCache(capacity: max(1, capacity / 2)) }

  /// Returns the cached answer for an item: a memory, or `.some(nil)` if it was never seen.
  func answer(_ item: ItemKey, _ policy: ImpressionPolicy) -> LoggedMemory?? {
    lock.withLock { answers.value(for: LoggedMemory.Key(item: item, policy: policy)) }
  }

  func take(_ new: [(LoggedMemory.Key, LoggedMemory?)]) {
    lock.withLock { for (key, answer) in new { answers.set(answer, for: key) } }
  }

  func forgetAll() { lock.withLock { answers.removeAll() } }

  var count: Int { lock.withLock { answers.count } }

  /// Counts written impressions in the cached answers.
  func note(_ batch: [PendingEvent], clock: LogClock) {
    lock.withLock {
      if answers.count == 0 { return }
      for event in batch where event.entry.kind == .impression {
        let key = LoggedMemory.Key(item: event.entry.item, policy: event.entry.policy.policy)
        guard let answer = answers.value(for: key) else { continue }
        let (time, day) = (
          Date(milliseconds: event.milliseconds), clock.day(of: event.milliseconds)
        )
        answers.set(
          answer?.counting(at: time, day: day, session: event.session.name)
            ?? LoggedMemory(
              item: key.item, policy: key.policy, count: 1, last: time, day: day, countOnDay: 1,
              session: event.session.name),
          for: key)
      }
    }
  }
}
#endif
