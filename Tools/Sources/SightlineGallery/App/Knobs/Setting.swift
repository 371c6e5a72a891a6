/// A value that a knob changes. A page keeps it in a static property, because a change makes the
/// page itself again, unless the knob's closure applies it.
@MainActor
final class Setting {
  private(set) var value: Double
  private let title: String
  private let control: (Double) -> Knob.Control

  private init(_ title: String, _ value: Double, _ control: @escaping (Double) -> Knob.Control) {
    (self.title, self.value, self.control) = (title, value, control)
  }

  /// Creates a number.
  convenience init(
    _ title: String, _ value: Double, in range: ClosedRange<Double>, step: Double, unit: String = ""
  ) { self.init(title, value) { .slider($0, in: range, step: step, unit: unit) } }

  /// Creates a choice of names, with the index as its value.
  convenience init(_ title: String, _ names: [String]) {
    self.init(title, 0) { .choice(names, selected: Int($0)) }
  }

  /// Creates a switch.
  convenience init(_ title: String, isOn: Bool) {
    self.init(title, isOn ? 1 : 0) { .toggle($0 == 1) }
  }

  var index: Int { Int(value) }
  var isOn: Bool { value == 1 }

  /// The knob for a page that is made again.
  var knob: Knob { makeKnob(rebuilds: true) { _ in } }

  /// Returns the knob for a page that applies the value.
  func knob(_ apply: @escaping @MainActor (Double) -> Void) -> Knob {
    makeKnob(rebuilds: false, apply)
  }

  private func makeKnob(rebuilds: Bool, _ apply: @escaping @MainActor (Double) -> Void) -> Knob {
    Knob(title: title, control: control(value), rebuilds: rebuilds) {
      self.value = $0
      apply($0)
    }
  }
}
