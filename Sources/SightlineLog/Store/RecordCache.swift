#if Log
internal import Foundation

/// A cache of the log's records: recent answers, including "never seen".
// Unchecked because a lock guards the state.
final class RecordCache: @unchecked Sendable {
  private let lock = NSLock()
  private var answers: GenerationalCache<LoggedRecord.Key, LoggedRecord?>

  init(capacity: Int) { answers = GenerationalCache(capacity: max(1, capacity / 2)) }

  /// Returns the cached answer for an item: a record, or `.some(nil)` if it was never seen.
  func answer(_ key: LoggedRecord.Key) -> LoggedRecord?? {
    lock.withLock { answers.value(for: key) }
  }

  func take(_ new: [(LoggedRecord.Key, LoggedRecord?)]) {
    lock.withLock { for (key, answer) in new { answers.set(answer, for: key) } }
  }

  func forgetAll() { lock.withLock { answers.removeAll() } }

  var count: Int { lock.withLock { answers.count } }

  /// Counts written impressions in the cached answers.
  func note(_ batch: some Sequence<PendingEvent>, clock: LogClock) {
    lock.withLock {
      if answers.count == 0 { return }
      for event in batch where event.entry.kind == .impression {
        let key = LoggedRecord.Key(
          item: event.entry.item, policy: event.entry.policy.policy, person: event.session.person)
        guard let answer = answers.value(for: key) else { continue }
        let unseen = LoggedRecord(
          item: key.item, policy: key.policy, count: 0, last: .distantPast, day: .min,
          countOnDay: 0, session: "", person: key.person)
        let counted = (answer ?? unseen).counting(
          at: Date(milliseconds: event.milliseconds), day: clock.day(of: event.milliseconds),
          session: event.session.name)
        answers.set(counted, for: key)
      }
    }
  }
}

/// A bounded cache with two generations. When the young one is full it becomes the old one, which
/// keeps values in use cached and bounds memory without tracking each use.
struct GenerationalCache<Key: Hashable, Value> {
  /// The maximum number of values in a generation.
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { young.count + old.count }

  mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old[key] else { return nil }
    set(value, for: key)
    return value
  }

  mutating func set(_ value: Value, for key: Key) {
    if young.count >= capacity && young[key] == nil {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[key] = value
  }

  mutating func removeAll() { self = GenerationalCache(capacity: capacity) }
}
#endif
