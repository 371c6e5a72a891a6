/// A value that people can change while a page is shown. A page keeps it in a static property,
/// because a change rebuilds the page, unless the page gave it a closure that applies it.
///
/// ```swift
/// private static let threshold = Setting("Counts from", 70, in: 10...100, step: 10, unit: "%")
/// private static let speed = Setting("Speed", 25, in: 0...200, step: 5, unit: "pt/s")
///
/// var knobs: [Setting] {
///   [Self.threshold, Self.speed.applied { [weak self] in self?.setSpeed($0) }]
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
  /// Applies a new value; `nil` if the page is rebuilt.
  private(set) var apply: (@MainActor (Double) -> Void)?

  init(
    _ title: String, _ value: Double, in range: ClosedRange<Double>, step: Double, unit: String = ""
  ) {
    (self.title, self.value) = (title, value)
    control = .slider(in: range, step: step, unit: unit)
  }

  init(_ title: String, _ names: [String]) {
    (self.title, value, control) = (title, 0, .choice(names))
  }

  init(_ title: String, isOn: Bool) {
    (self.title, value, control) = (title, isOn ? 1 : 0, .toggle)
  }

  var index: Int { Int(value) }
  var isOn: Bool { value == 1 }

  /// Lets a page apply new values from now on.
  func applied(by apply: @escaping @MainActor (Double) -> Void) -> Setting {
    self.apply = apply
    return self
  }
}
