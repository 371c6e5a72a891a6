import Foundation
import SightlineGTK

/// Formats numbers with their units.
enum Quantity {
  /// Returns a text such as `70 %`, with no more digits than the step.
  static func text(_ value: Double, step: Double, unit: String) -> String {
    let digits = [1.0, 10, 100].firstIndex { abs(step * $0 - (step * $0).rounded()) < 1e-6 } ?? 3
    let text = String(format: "%.\(digits)f", abs(value))
    let isNegative = value < 0 && text.contains { "1"..."9" ~= $0 }
    return (isNegative ? "−" : "") + text + (unit.isEmpty ? "" : "\u{A0}\(unit)")
  }
}

extension Duration {
  func inSeconds(step: Double) -> String {
    Quantity.text(self / .seconds(1), step: step, unit: "s")
  }

  func inMicroseconds(step: Double) -> String {
    Quantity.text(self / .microseconds(1), step: step, unit: "µs")
  }
}

extension String {
  /// The text with plain spaces, for a terminal.
  var withPlainSpaces: String { replacing("\u{A0}", with: " ") }
}

/// Formats fractions, rounding down so that only complete items show 100 %.
enum Percent {
  /// - Parameter digits: the number of decimals.
  static func text(_ fraction: Double, digits: Int = 0) -> String {
    let parts = 100 * pow(10, Double(digits))
    // Apply the rules' tolerance for complete visibility.
    let whole = ((fraction + VisibilityRule.tolerance) * parts).rounded(.down)
    let step = 100 / parts
    return isolated(Quantity.text(whole * step, step: step, unit: "%"))
  }

  /// Isolates a number with its unit from the surrounding text direction; "100 %" stays in order
  /// even in right-to-left text.
  static func isolated(_ text: String) -> String { "\u{2066}\(text)\u{2069}" }
}

extension Int {
  /// The number with a separator for thousands.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
