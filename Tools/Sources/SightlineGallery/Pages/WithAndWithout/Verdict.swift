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
  private(set) var seen: [FeedItem: Int] = [:]
  /// True events without a report, and reports without a true event.
  private var (truth, reports) = (Waiting(), Waiting())

  private typealias Waiting = [(event: Event, time: ContinuousClock.Instant)]
  private typealias Side = ReferenceWritableKeyPath<Verdict, Waiting>

  /// Records a true event.
  func expect(_ event: Event, at now: ContinuousClock.Instant = .now) {
    match(event, with: \.reports, orWaitIn: \.truth, since: now)
  }

  /// Records a reported event.
  func report(_ event: Event, at now: ContinuousClock.Instant = .now) {
    if case .seen(let item) = event {
      seen[item, default: 0] += 1
    } else {
      match(event, with: \.truth, orWaitIn: \.reports, since: now)
    }
  }

  private func match(
    _ event: Event, with others: Side, orWaitIn own: Side, since now: ContinuousClock.Instant
  ) {
    if let index = self[keyPath: others].firstIndex(where: { $0.event == event }) {
      self[keyPath: others].remove(at: index)
      right += 1
    } else {
      self[keyPath: own].append((event, now))
    }
  }

  /// Counts events that have waited too long. Returns whether any are still waiting.
  func settle(at now: ContinuousClock.Instant = .now) -> Bool {
    lost += discard(\.truth, until: now - Self.patience, isLost: true)
    wrong += discard(\.reports, until: now - Self.patience, isLost: false)
    return !(truth.isEmpty && reports.isEmpty)
  }

  private func discard(_ side: Side, until limit: ContinuousClock.Instant, isLost: Bool) -> Int {
    let late = self[keyPath: side].prefix { $0.time <= limit }
    self[keyPath: side].removeFirst(late.count)
    for entry in late { onMistake(entry.event, isLost) }
    return late.count
  }

  /// Returns the numbers of unreported impressions, and of false or repeated ones, given the items
  /// that must and that may have been seen.
  func impressions(certain: Set<FeedItem>, possible: Set<FeedItem>) -> (lost: Int, wrong: Int) {
    let wrong = seen.reduce(0) { $0 + $1.value - (possible.contains($1.key) ? 1 : 0) }
    return (certain.count { seen[$0] == nil }, wrong)
  }
}
