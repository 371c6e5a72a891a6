@_spi(Gallery) import SightlineCore
import SightlineGTKToolkit
import SightlineGTKWidgets

/// A row that shows how much of it is visible, why not all of it, and for how long it has been.
@MainActor
final class ProductRow {
  let widget: WidgetPointer
  let subject: EventSubject
  let heart: HeartButton
  private(set) var isSeen = false
  private let time = Make.label("", "row-time")
  private let share = Make.line("", "caption").reserving(5).textAligned(1)
  /// The time the row was visible, and since when it is.
  private var earlier = Duration.zero
  private var begin: ContinuousClock.Instant?

  init(_ place: (String, String), id: String, log: EventLog) {
    heart = HeartButton("Favourite, \(place.0)")
    heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    let caption = Make.line(place.1, "caption").expanding(vertically: false)
    let text = Make.column(
      spacing: 2, [Make.line(place.0, "card-title"), Make.row(spacing: 8, [caption, time, share])])
    widget = Make.row(spacing: 8, [text.expanding(), heart.widget]).styled("card", "product-row")
      .margins(0, 24, 0, 24)
    let subject = EventSubject(place.0, widget)
    self.subject = subject
    let policy = ProductPage.policy
    widget.visibility.crossed(policy.rule) { [weak self] in
      log.note($0, subject)
      subject.mark($0)
      self?.setVisible($0.isVisible)
    }
    widget.visibility.impression(of: id, policy) { [weak self] in
      log.note($0, subject)
      self?.isSeen = true
      // A dwell may end between frames.
      Frames.another(of: self?.subject.widget)
    }
  }

  private var timeInView: Duration { earlier + (begin.map { .now - $0 } ?? .zero) }

  private func setVisible(_ isVisible: Bool) {
    earlier = timeInView
    begin = isVisible ? .now : nil
  }

  func update() {
    let seconds = timeInView > .zero ? timeInView.inSeconds(step: 0.1) : ""
    time.setText((isSeen ? "✓\u{A0}" : "") + seconds)
    let state = widget.visibility.current
    let isInView = (state?.fraction ?? 0) > 0
    let words = isInView ? [state.map { Percent.text($0.fraction) }, state?.reason?.label] : []
    share.setText(words.compactMap { $0 }.joined(separator: ", "), of: (widget, subject.name))
    widget.setClass("is-seen", isSeen && begin == nil)
  }
}
