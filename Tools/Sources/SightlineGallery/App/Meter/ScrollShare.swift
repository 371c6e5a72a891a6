import CSightlineGTK
import SightlineGTKToolkit

/// Sightline's share of the time of frames that scroll, as a bar.
///
/// Its own labels don't scroll, so it runs nothing at rest.
@MainActor
final class ScrollShare {
  /// The update interval: readable, at little cost.
  private static let period = Duration.milliseconds(300)

  let widget: WidgetPointer
  /// Weak, because a script may show a result after the window is gone.
  private let labels: [WeakObjectReference<WidgetPointer>]
  private let bar: WeakObjectReference<WidgetPointer>
  private var isScrolled = false
  private var cost = FrameCost()
  private var timer: LoopSource?

  init() {
    let texts = [Make.paragraph("", "card-title"), Make.paragraph("", "caption")]
    let bar = Make.progressBar().styled("share-bar")
    bar.setAccessibleLabel("Sightline's share of a frame")
    (labels, self.bar) = (texts.map { WeakObjectReference($0) }, WeakObjectReference(bar))
    widget = Make.column(spacing: 4, [Flow.make(gap: 18, rowGap: 2, texts), bar])
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
    if timer != nil { return }
    timer = MainLoop.after(Self.period) { [weak self] in
      self?.timer = nil
      self?.show()
    }
  }

  /// The means, to complete a sentence about Sightline.
  var words: String {
    guard cost.frames > 0 else { return "was not measured" }
    return "takes \(FrameCost.percent(cost.share)) of a whole frame of \(cost.wholeMean)"
      .withPlainSpaces
  }

  func show() {
    let (own, rest) = (FrameCost.percent(cost.share), FrameCost.percent(1 - cost.share))
    let texts =
      cost.frames == 0
      ? ["Measuring while it scrolls", ""]
      : ["Sightline \(own), \(cost.ownMean)", "GTK \(rest) of a \(cost.wholeMean) frame"]
    for (label, text) in zip(labels, texts) { label.pointer?.setText(Percent.isolated(text)) }
    bar.pointer?.setProgress(cost.share)
  }
}
