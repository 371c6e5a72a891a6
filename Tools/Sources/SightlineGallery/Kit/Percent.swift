import Foundation
import SightlineCore

/// Formats fractions, rounding down so that only complete items show 100 %.
enum Percent {
  /// - Parameter digits: the number of decimals.
  static func text(_ fraction: Double, digits: Int = 0) -> String {
    var parts = 100.0
    for _ in 0..<digits { parts *= 10 }
    // Apply the rules' tolerance for complete visibility.
    let whole = ((fraction + VisibilityRule.tolerance) * parts).rounded(.down)
    let step = 100 / parts
    return isolated(Knob.text(whole * step, step: step, unit: "%"))
  }

  /// Isolates a number with its unit from the surrounding text direction; "100 %" stays in order
  /// even in right-to-left text.
  static func isolated(_ text: String) -> String { "\u{2066}\(text)\u{2069}" }
}

/// Formats counts with a separator for thousands.
enum Counts {
  private static let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))

  static func text(_ count: Int) -> String { count.formatted(style) }
}
