/// A value that people can change while a page is shown. A page keeps it in a static property,
/// because a change makes the page itself again, unless the knob's closure applies it.
///
/// ```swift
/// private static let threshold = Setting("Counts from", 70, in: 10...100, step: 10, unit: "%")
/// private static let speed = Setting("Speed", 25, in: 0...200, step: 5, unit: "pt/s")
///
/// var knobs: [Knob] {
///   [Self.threshold.knob, Self.speed.knob { [weak self] in self?.setSpeed($0) }]
/// }
/// ```
@MainActor
final class Setting {
  enum Control {
    case slider(in: ClosedRange<Double>, step: Double, unit: String)
    /// The value is the index.
    case choice([String])
    /// The value is 1 for on.
    case toggle
  }

  let title: String
  let control: Control
  var value: Double

  /// Creates a number.
  init(
    _ title: String, _ value: Double, in range: ClosedRange<Double>, step: Double, unit: String = ""
  ) {
    (self.title, self.value) = (title, value)
    control = .slider(in: range, step: step, unit: unit)
  }

  /// Creates a choice of names.
  init(_ title: String, _ names: [String]) {
    (self.title, value, control) = (title, 0, .choice(names))
  }

  /// Creates a switch.
  init(_ title: String, isOn: Bool) {
    (self.title, value, control) = (title, isOn ? 1 : 0, .toggle)
  }

  var index: Int { Int(value) }
  var isOn: Bool { value == 1 }

  /// The knob for a page that is made again.
  var knob: Knob { Knob(setting: self, apply: nil) }

  /// Returns the knob for a page that applies the value.
  func knob(_ apply: @escaping @MainActor (Double) -> Void) -> Knob {
    Knob(setting: self, apply: apply)
  }
}

/// A setting on a page.
struct Knob {
  let setting: Setting
  /// Applies a new value; `nil` if the page is made again.
  let apply: (@MainActor (Double) -> Void)?
}
