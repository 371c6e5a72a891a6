import SightlineGTK
import SightlineGTKToolkit

/// The cost of frames: Sightline's part, and the whole from the clock's first phase to its last.
struct FrameCost {
  var frames = 0
  var own = Duration.zero
  var whole = Duration.zero

  mutating func add(_ more: FrameCost) {
    (frames, own, whole) = (frames + more.frames, own + more.own, whole + more.whole)
  }

  /// Sightline's share of the time, 0...1.
  var share: Double { whole > .zero ? own / whole : 0 }

  static func percent(_ share: Double) -> String {
    Quantity.text(share * 100, step: 0.1, unit: "%")
  }

  var ownMean: String {
    let mean = frames > 0 ? own / frames : .zero
    return mean.inMicroseconds(step: mean < .microseconds(10) ? 0.1 : 1)
  }

  var wholeMean: String {
    Quantity.text(frames > 0 ? whole / frames / .milliseconds(1) : 0, step: 0.1, unit: "ms")
  }

  /// The means, such as `43 µs of 3.0 ms, 1.4 %`.
  var words: String { "\(ownMean) of \(wholeMean), \(Self.percent(share))" }

  /// Calls a closure after each frame of a widget's window with the frame's cost.
  @MainActor
  static func follow(
    _ widget: WidgetPointer, _ frameEnded: @escaping @MainActor (FrameCost) -> Void
  ) {
    func own() -> Duration { widget.visibility.window?.statistics.total ?? .zero }
    var begin: (time: ContinuousClock.Instant, own: Duration)?
    Frames.follow(widget, "before-paint") { begin = (.now, own()) }
    Frames.follow(widget) {
      // The start of a frame in progress is unknown.
      guard let start = begin else { return }
      begin = nil
      frameEnded(FrameCost(frames: 1, own: own() - start.own, whole: .now - start.time))
    }
  }
}
