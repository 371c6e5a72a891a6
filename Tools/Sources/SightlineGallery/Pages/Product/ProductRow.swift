import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineHost

/// A row that shows how much of it is visible, why not all of it, and for how long it has been.
@MainActor
final class ProductRow {
  let widget: WidgetPointer
  let subject: EventSubject
  let heart: HeartButton
  private(set) var isSeen = false
  private let time = Make.label("", "row-time")
  private let share = Make.label("", "caption")
  private let clock: ExposureClock
  private var shown = ""

  init(_ place: (String, String), id: String, log: EventLog) {
    heart = HeartButton("Favourite, \(place.0)")
    heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    let text = Make.column(
      spacing: 2, [Make.line(place.0, "card-title"), Make.line(place.1, "caption")]
    ).expanding()
    // As wide as any of their texts, so that nothing moves as they change.
    for (label, width) in [(time, 7), (share, 12)] {
      gtk_label_set_width_chars(OpaquePointer(label), gint(width))
      gtk_label_set_xalign(OpaquePointer(label), 1)
    }
    let state = Make.column(spacing: 2, [time, share])
    widget = Make.row(spacing: 8, [text, state, heart.widget]).styled("card", "product-row")
      .margins(0, 24, 0, 24)
    let subject = EventSubject(place.0, widget)
    self.subject = subject
    let policy = ProductPage.policy
    clock = ExposureClock()
    widget.visibility.crossed(policy.rule) { [clock, reference = WeakObjectReference(widget)] in
      log.note($0, subject)
      clock.isRunning = $0.visibility == .visible
      reference.pointer?.setClass("is-visible", clock.isRunning)
    }
    widget.visibility.impression(of: id, policy) { [weak self] in
      log.note($0, subject)
      self?.isSeen = true
      // A dwell may end between frames.
      Frames.another(of: self?.subject.widget)
    }
  }

  /// Shows the state after a frame.
  func update() {
    let seconds =
      clock.total > .zero ? Knob.text(clock.total / .seconds(1), step: 0.1, unit: "s") : ""
    let fraction = widget.visibility.current
    let words = fraction.map { state in
      state.fraction <= 0
        ? ""
        : [Percent.text(state.fraction), state.reason?.plain].compactMap { $0 }.joined(
          separator: " ")
    }
    let text = (isSeen ? "✓\u{A0}" : "") + seconds + (words ?? "")
    if text == shown { return }
    shown = text
    time.setText((isSeen ? "✓\u{A0}" : "") + seconds)
    share.setText(words ?? "", of: (widget, subject.name))
    widget.setClass("is-seen", isSeen && !clock.isRunning)
  }
}

/// The time an item has been visible.
@MainActor
private final class ExposureClock {
  private var before = Duration.zero
  private var begin: ContinuousClock.Instant?

  var isRunning: Bool {
    get { begin != nil }
    set {
      before = total
      begin = newValue ? .now : nil
    }
  }

  var total: Duration { before + (begin.map { .now - $0 } ?? .zero) }
}
