import CSightlineGTK
import SightlineGTK
import SightlineGTKToolkit

/// Sightline's share of the time of frames that scroll, as a bar.
///
/// Its own labels don't scroll, so it runs nothing at rest.
@MainActor
final class ScrollShare {
  /// The update interval: readable, at little cost.
  private static let period = Duration.milliseconds(300)

  private let own: WeakObjectReference<WidgetPointer>
  private let whole: WeakObjectReference<WidgetPointer>
  private let bar: Clamp
  let widget: WidgetPointer
  private var isScrolled = false
  private var frames = 0
  private var ownTime = Duration.zero
  private var wholeTime = Duration.zero
  private var timer: LoopSource?
  private var known: [WeakObjectReference<UnsafeMutablePointer<GtkAdjustment>>] = []

  init() {
    let (own, whole) = (Make.label("", "card-title"), Make.label("", "caption"))
    self.own = WeakObjectReference(own)
    self.whole = WeakObjectReference(whole)
    let part = Clamp.make(Make.block("share-own"), share: 0)
    bar = part.clamp
    let words = Flow.make(gap: 18, rowGap: 2, [own, whole])
    widget = Make.column(spacing: 4, [words, Make.column([part.widget]).styled("share-bar")])
    let reference = WeakObjectReference(widget)
    FrameTimer.follow(widget) { [weak self] in
      if let widget = reference.pointer { self?.frameEnded($0, of: widget) }
    }
    show()
  }

  /// Restarts the measurement for scrolling of an adjustment.
  func begin(with adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    (frames, ownTime, wholeTime) = (0, .zero, .zero)
    if !known.contains(where: { $0.pointer == adjustment }) {
      known = known.filter { $0.pointer != nil } + [WeakObjectReference(adjustment)]
      Signal.connect(adjustment, "value-changed") { [weak self] in self?.isScrolled = true }
    }
    show()
  }

  private func frameEnded(_ duration: Duration, of widget: WidgetPointer) {
    guard isScrolled, let statistics = widget.visibility.window?.statistics else { return }
    isScrolled = false
    frames += 1
    ownTime += statistics.last
    wholeTime += duration
    if timer == nil {
      timer = MainLoop.after(Self.period) { [weak self] in
        self?.timer = nil
        self?.show()
      }
    }
  }

  private var share: Double { frames > 0 ? ownTime / wholeTime : 0 }

  /// The means, to complete a sentence about Sightline.
  var words: String {
    guard frames > 0 else { return "was not measured" }
    return "takes \(Self.percent(share)) of a whole frame of \(frameTime)".withPlainSpaces
  }

  private var frameTime: String { (wholeTime / frames).inMilliseconds(step: 0.1) }

  private static func percent(_ share: Double) -> String {
    Quantity.text(share * 100, step: 0.1, unit: "%")
  }

  func show() {
    guard let own = own.pointer, let whole = whole.pointer else { return }
    bar.share = share
    guard frames > 0 else {
      own.setText("Measuring while it scrolls")
      return whole.setText("")
    }
    let time = (ownTime / frames).inMicroseconds(step: 1)
    own.setText(Percent.isolated("Sightline \(Self.percent(share)), \(time)"))
    whole.setText(Percent.isolated("GTK \(Self.percent(1 - share)) of a \(frameTime) frame"))
  }
}
