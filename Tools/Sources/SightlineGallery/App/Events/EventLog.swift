import SightlineGTK
import SightlineGTKToolkit

/// The events of one page. More may arrive after the page closes, because its items leave then.
///
/// ```swift
/// let subject = EventSubject("Card \(number)", card)
/// card.visibility.crossed(rule) { log.note($0, subject) }
/// card.visibility.impression(of: id, policy) { log.note($0, subject) }
/// log.note("Shuffled")
/// ```
@MainActor
final class EventLog {
  let page: PageEntry
  /// Numbers the pages opened in this run. Each opening is a new feed without impressions.
  let opening: Int
  private(set) var count = 0
  private let begin = ContinuousClock.now
  private let feed: EventFeed

  init(page: PageEntry, opening: Int, feed: EventFeed) {
    self.page = page
    self.opening = opening
    self.feed = feed
  }

  /// Logs an event unrelated to visibility: a sentence without a full stop.
  func note(_ text: String, _ subject: EventSubject? = nil) {
    add(GalleryEvent(time: time, note: text, subject: subject?.name), subject)
  }

  func note(_ crossing: VisibilityCrossing, _ subject: EventSubject) {
    add(
      GalleryEvent(
        time: time, isVisible: crossing.isVisible, subject: subject.name,
        fraction: crossing.fraction, reason: crossing.reason),
      subject)
  }

  func note(_ impression: Impression, _ subject: EventSubject) {
    // The exposure that triggered the impression is the longest; a longer one would have triggered
    // it earlier.
    add(
      GalleryEvent(
        time: time, seen: subject.name, dwell: impression.exposure.longest,
        count: impression.count),
      subject)
  }

  /// Returns the ID of an item of the page.
  func item(_ number: Int) -> PageItem { PageItem(opening: opening, number: number) }

  private var time: Duration { ContinuousClock.now - begin }

  private func add(_ event: GalleryEvent, _ subject: EventSubject?) {
    count += 1
    feed.add(event, subject, of: self)
  }
}

/// An item of a page. "Once" applies per opening of the page.
struct PageItem: Hashable, Sendable, CustomStringConvertible {
  let opening: Int
  let number: Int

  /// The name in recordings.
  var description: String { "Item \(number)" }
}

/// The subject of events: a name, and the widget that shows it, which may be gone.
@MainActor
struct EventSubject {
  let name: String
  private let find: @MainActor () -> WidgetPointer?

  /// - Parameter widget: the widget to outline and explain, if any. Recordings also use the name
  ///   for it.
  init(_ name: String, _ widget: WidgetPointer? = nil) {
    if let widget { gtk_widget_set_name(widget, name) }
    let reference = widget.map { WeakObjectReference($0) }
    self.init(name) { reference?.pointer }
  }

  /// - Parameter find: returns the widget currently showing the subject, for rows that are reused.
  init(_ name: String, find: @escaping @MainActor () -> WidgetPointer?) {
    self.name = name
    self.find = find
  }

  var widget: WidgetPointer? { find() }

  /// Marks the subject's widget with a CSS class while it is visible.
  func mark(_ crossing: VisibilityCrossing) {
    widget?.setClass("is-visible", crossing.visibility == .visible)
  }
}
