import SightlineCore
import SightlineGTK
import SightlineHost

/// The events of one page. More may arrive after the page closes, because its items leave then.
///
/// ```swift
/// let subject = EventSubject("Card \(number)", card)
/// card.visibility.changed { log.note($0, subject) }
/// card.visibility.crossed(rule) { log.note($0, subject) }
/// card.visibility.impression(of: id, policy) { log.note($0, subject) }
/// log.note("Shuffled")
/// ```
@MainActor
final class EventLog {
  let page: String
  private(set) var count = 0
  private let begin = ContinuousClock.now
  private let feed: EventFeed

  init(page: String, feed: EventFeed) {
    self.page = page
    self.feed = feed
  }

  /// Logs an event unrelated to visibility: a sentence without a full stop.
  func note(_ text: String, _ subject: EventSubject? = nil) {
    add(GalleryEvent(time: time, note: text, subject: subject?.name), subject)
  }

  /// Logs that a widget became visible or invisible, with its fraction and the reason.
  func note(_ state: VisibilityState, _ subject: EventSubject) {
    // A subject whose widget is gone was removed.
    let now = subject.widget?.visibility.current
    add(
      GalleryEvent(
        time: time, isVisible: state == .visible, subject: subject.name, fraction: now?.fraction,
        reason: now == nil ? .removed : now?.reason),
      subject)
  }

  /// Logs that a threshold was crossed.
  func note(_ crossing: VisibilityCrossing, _ subject: EventSubject) {
    add(
      GalleryEvent(
        time: time, isVisible: crossing.visibility == .visible, subject: subject.name,
        fraction: crossing.fraction, reason: crossing.reason),
      subject)
  }

  /// Logs that an item was seen, and its dwell.
  func note(_ impression: Impression, _ subject: EventSubject) {
    // The exposure that triggered the impression is the longest; a longer one would have triggered
    // it earlier.
    add(
      GalleryEvent(
        time: time, seen: subject.name, dwell: impression.exposure.longest,
        count: impression.count),
      subject)
  }

  private var time: Duration { ContinuousClock.now - begin }

  private func add(_ event: GalleryEvent, _ subject: EventSubject?) {
    count += 1
    feed.add(event, subject, of: self)
  }
}
