/// A setting of a page that can be changed while it is shown.
///
/// ```swift
/// var knobs: [Knob] {
///   [
///     Knob("Pause", .slider(1, in: 0.5...5, step: 0.5, unit: "s")) { [weak self] in … }
///     Knob("Threshold", .slider(70, in: 10...100, step: 10, unit: "%"), rebuilds: true) {
///       Self.threshold = $0 / 100
///     }
///   ]
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
  /// Whether to recreate the page after a change. The page must then keep the setting outside its
  /// instance.
  let rebuilds: Bool
  /// Called with each new value.
  let changed: @MainActor (Double) -> Void

  init(
    _ title: String, _ control: Control, rebuilds: Bool = false,
    changed: @escaping @MainActor (Double) -> Void
  ) {
    self.title = title
    self.control = control
    self.rebuilds = rebuilds
    self.changed = changed
  }

  /// Formats a slider's value, such as `70 %`, with no more digits than its step.
  static func text(_ value: Double, step: Double, unit: String) -> String {
    var digits = 0
    var scaled = step
    while digits < 3, abs(scaled - scaled.rounded()) > 1e-6 {
      scaled *= 10
      digits += 1
    }
    var power = 1.0
    for _ in 0..<digits { power *= 10 }
    let whole = Int((value * power).rounded())
    let sign = whole < 0 ? "−" : ""
    var text = String(abs(whole))
    if digits > 0 {
      text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
    }
    return unit.isEmpty ? sign + text : "\(sign)\(text)\u{A0}\(unit)"
  }
}
