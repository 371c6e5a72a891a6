/// Compares an observer's reports with the truth and counts lost and false events.
///
/// Reports may be slightly late. An event counts as lost or false after nothing on the other side
/// has matched it for ``patience``.
@MainActor
final class Verdict {
  enum Event: Hashable {
    case entered(FeedItem)
    case left(FeedItem)
    case seen(FeedItem)
  }

  static let patience = Duration.milliseconds(300)

  /// Called with each lost (`true`) or false event.
  var onMistake: (Event, _ isLost: Bool) -> Void = { _, _ in }
  private(set) var right = 0
  private(set) var lost = 0
  private(set) var wrong = 0
  private var truth: [(event: Event, time: ContinuousClock.Instant)] = []
  private var reports: [(event: Event, time: ContinuousClock.Instant)] = []
  private(set) var seen: [FeedItem: Int] = [:]

  /// Records a true event.
  func expect(_ event: Event, at now: ContinuousClock.Instant = .now) {
    if let index = reports.firstIndex(where: { $0.event == event }) {
      reports.remove(at: index)
      right += 1
    } else {
      truth.append((event, now))
    }
  }

  /// Records a reported event.
  func report(_ event: Event, at now: ContinuousClock.Instant = .now) {
    if case .seen(let item) = event {
      seen[item, default: 0] += 1
      return
    }
    if let index = truth.firstIndex(where: { $0.event == event }) {
      truth.remove(at: index)
      right += 1
    } else {
      reports.append((event, now))
    }
  }

  /// Counts events that have waited too long. Returns whether any are still waiting.
  func settle(at now: ContinuousClock.Instant = .now) -> Bool {
    let limit = now - Self.patience
    while let first = truth.first, first.time <= limit {
      truth.removeFirst()
      lost += 1
      onMistake(first.event, true)
    }
    while let first = reports.first, first.time <= limit {
      reports.removeFirst()
      wrong += 1
      onMistake(first.event, false)
    }
    return !truth.isEmpty || !reports.isEmpty
  }

  /// Returns the numbers of unreported impressions, and of false or repeated ones.
  ///
  /// - Parameters:
  ///   - certain: the items that must have been seen.
  ///   - possible: the items that may have been seen.
  func impressions(
    certain: Set<FeedItem>, possible: Set<FeedItem>
  ) -> (lost: Int, wrong: Int) {
    let wrong = seen.reduce(0) { $0 + $1.value - (possible.contains($1.key) ? 1 : 0) }
    return (certain.count { seen[$0] == nil }, wrong)
  }
}
