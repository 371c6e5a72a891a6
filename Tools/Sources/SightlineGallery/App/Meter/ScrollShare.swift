import SightlineGTKToolkit

/// Sightline's share of the time of frames that scroll, as a bar.
///
/// Its own labels don't scroll, so it runs nothing at rest.
@MainActor
final class ScrollShare {
  /// The number of frames between updates: readable, at little cost.
  private static let period = 20

  let widget: WidgetPointer
  private let own = Make.paragraph("", "card-title")
  private let rest = Make.paragraph("", "caption")
  private let bar = required(gtk_progress_bar_new()).styled("share-bar")
  /// Weak, because a script may show a result after the window is gone.
  private let reference: WeakObjectReference<WidgetPointer>
  private var isScrolled = false
  private var cost = FrameCost()

  init() {
    bar.setAccessibleLabel("Sightline's share of a frame")
    widget = Make.column(spacing: 4, [Flow.make(gap: 18, rowGap: 2, [own, rest]), bar])
    reference = WeakObjectReference(widget)
    FrameCost.follow(widget) { [weak self] in self?.frameEnded($0) }
    show()
  }

  /// Measures the frames in which an adjustment scrolls.
  func follow(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.isScrolled = true }
    restart()
  }

  func restart() {
    cost = FrameCost()
    show()
  }

  private func frameEnded(_ frame: FrameCost) {
    guard isScrolled else { return }
    isScrolled = false
    cost.add(frame)
    if cost.frames % Self.period == 1 { show() }
  }

  /// The means, to complete a sentence about Sightline.
  var words: String {
    guard cost.frames > 0 else { return "was not measured" }
    return "takes \(FrameCost.percent(cost.share)) of a whole frame of \(cost.wholeMean)"
      .withPlainSpaces
  }

  func show() {
    if reference.pointer == nil { return }
    let (share, other) = (FrameCost.percent(cost.share), FrameCost.percent(1 - cost.share))
    let isMeasured = cost.frames > 0
    own.setText(
      isMeasured
        ? Percent.isolated("Sightline \(share), \(cost.ownMean)") : "Measuring while it scrolls")
    rest.setText(isMeasured ? Percent.isolated("GTK \(other) of a \(cost.wholeMean) frame") : "")
    bar.setProgress(cost.share)
  }
}
