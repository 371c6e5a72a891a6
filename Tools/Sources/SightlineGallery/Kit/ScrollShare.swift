import CGTK
import Foundation
import SightlineGTK
import SightlineGTKToolkit

/// Sightline's share of the time of frames that scroll.
///
/// Its own labels don't scroll, so it runs nothing at rest.
@MainActor
final class ScrollShare {
  /// The update interval: readable, at little cost.
  private static let period = Duration.milliseconds(300)

  private var labels: [WeakObjectReference<WidgetPointer>] = []
  private var isScrolled = false
  private var begin = 0
  private var frames = 0
  private var own = Duration.zero
  private var whole = Duration.zero
  private var timer: LoopSource?
  private var signals: [SignalToken] = []

  /// Creates labels for Sightline's time, the whole frame's time and the share.
  func makeLabels() -> [WidgetPointer] {
    let made = (0..<3).map { _ in Make.paragraph("", "chip") }
    labels = made.map { WeakObjectReference($0) }
    return made
  }

  /// - Parameter widget: a widget in the window whose frames are measured.
  func follow(_ widget: WidgetPointer) {
    let reference = WeakObjectReference(widget)
    Signal.connect(widget, "realize", after: true) { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(widget) else { return }
      signals = [
        Signal.connect(clock, "before-paint") { [weak self] in
          self?.begin = Int(g_get_monotonic_time())
        },
        Signal.connect(clock, "after-paint", after: true) { [weak self] in
          self?.frameEnded(reference.pointer)
        },
      ]
    }
    Signal.connect(widget, "unrealize") { [weak self] in
      guard let self else { return }
      for signal in signals { signal.disconnect() }
      signals = []
    }
  }

  /// Restarts the measurement for scrolling of an adjustment.
  func begin(with adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    (frames, own, whole) = (0, .zero, .zero)
    if !known.contains(where: { $0.pointer == adjustment }) {
      known = known.filter { $0.pointer != nil } + [WeakObjectReference(adjustment)]
      Signal.connect(adjustment, "value-changed") { [weak self] in self?.isScrolled = true }
    }
    show()
  }

  private var known: [WeakObjectReference<UnsafeMutablePointer<GtkAdjustment>>] = []

  private func frameEnded(_ widget: WidgetPointer?) {
    guard isScrolled, let statistics = widget?.visibility.window?.statistics else { return }
    isScrolled = false
    frames += 1
    own += statistics.last
    whole += .microseconds(Int(g_get_monotonic_time()) - begin)
    if timer == nil {
      timer = MainLoop.after(Self.period) { [weak self] in
        self?.timer = nil
        self?.show()
      }
    }
  }

  private var texts: [String] {
    guard frames > 0 else { return ["Scroll to measure", "", ""] }
    let (own, whole) = (own / frames, whole / frames)
    let share = String(format: "%.1f\u{A0}%%", own / whole * 100)
    return [
      "Sightline " + Knob.text(own / .microseconds(1), step: 1, unit: "µs"),
      "whole frame " + Knob.text(whole / .milliseconds(1), step: 0.1, unit: "ms"),
      "Sightline's share " + Percent.isolated(share),
    ]
  }

  /// The means, to complete a sentence about Sightline.
  var words: String {
    guard frames > 0 else { return "was not measured" }
    return "takes \(String(format: "%.1f", own / whole * 100)) % of a whole frame of "
      + Knob.text(whole / frames / .milliseconds(1), step: 0.1, unit: "ms")
      .replacing("\u{A0}", with: " ")
  }

  func show() {
    for (reference, text) in zip(labels, texts) {
      guard let label = reference.pointer else { continue }
      label.setText(text)
      gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
    }
  }
}
