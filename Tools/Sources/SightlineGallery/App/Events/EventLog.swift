import SightlineCore
import SightlineGTK
import SightlineHost

/// The events of one page. A page that was left may have some to come: its items leave, too.
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

  /// Notes what is no visibility: a sentence without a full stop.
  func note(_ text: String, _ subject: EventSubject? = nil) {
    add(GalleryEvent(time: time, note: text, subject: subject?.name), subject)
  }

  /// Notes that a widget became visible, or is not visible any more, with its fraction and the
  /// reason.
  func note(_ state: VisibilityState, _ subject: EventSubject) {
    // One whose widget is gone was removed.
    let now = subject.widget?.visibility.current
    add(
      GalleryEvent(
        time: time, isVisible: state == .visible, subject: subject.name, fraction: now?.fraction,
        reason: now == nil ? .removed : now?.reason),
      subject)
  }

  /// Notes that a threshold was crossed.
  func note(_ crossing: VisibilityCrossing, _ subject: EventSubject) {
    add(
      GalleryEvent(
        time: time, isVisible: crossing.visibility == .visible, subject: subject.name,
        fraction: crossing.fraction, reason: crossing.reason),
      subject)
  }

  /// Notes that something was seen, and after how long.
  func note(_ impression: Impression, _ subject: EventSubject) {
    // The exposure that was seen is the longest one: a longer one would have been seen before.
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
