import Foundation

/// A setting of a page that can be changed while it is shown.
///
/// ```swift
/// private static let threshold = Setting("Counts from", 70, in: 10...100, step: 10, unit: "%")
/// private static let speed = Setting("Speed", 25, in: 0...200, step: 5, unit: "pt/s")
///
/// var knobs: [Knob] {
///   [Self.threshold.knob, Self.speed.knob { [weak self] in self?.setSpeed($0) }]
/// }
/// ```
struct Knob {
  /// The knob's control.
  enum Control: Hashable {
    case slider(_ value: Double, in: ClosedRange<Double>, step: Double, unit: String)
    /// The value is the index.
    case choice([String], selected: Int)
    /// The value is 1 for on.
    case toggle(Bool)
  }

  let title: String
  let control: Control
  /// Whether to recreate the page after a change.
  let rebuilds: Bool
  /// Called with each new value.
  let changed: @MainActor (Double) -> Void

  /// Formats a slider's value, such as `70 %`, with no more digits than its step.
  static func text(_ value: Double, step: Double, unit: String) -> String {
    let digits = [1.0, 10, 100].firstIndex { abs(step * $0 - (step * $0).rounded()) < 1e-6 } ?? 3
    let text = String(format: "%.\(digits)f", abs(value))
    let isNegative = value < 0 && text.contains { "1"..."9" ~= $0 }
    return (isNegative ? "−" : "") + text + (unit.isEmpty ? "" : "\u{A0}\(unit)")
  }
}
