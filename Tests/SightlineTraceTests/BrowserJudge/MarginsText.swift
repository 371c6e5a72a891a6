import SightlineCore

@testable import SightlineTrace

/// Margins in web notation: one to four lengths such as `10px` or `-5.5%`, in the order top, right,
/// bottom, left. As in CSS, a missing side takes the value of the opposite one.
enum MarginsText {
  /// Parses margins, or returns `nil` if the text is malformed.
  static func parse(_ text: String) -> ViewportMargins? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    var sides = parts.compactMap(Side.init)
    guard (1...4).contains(parts.count), sides.count == parts.count else { return nil }
    while sides.count < 4 { sides.append(sides[max(0, sides.count - 2)]) }
    var (points, fractions) = (SIMD8<Double>(), SIMD8<Double>())
    for (index, side) in sides.enumerated() {
      points[index] = side.points
      fractions[index] = side.fraction
    }
    return ViewportMargins(
      points: LayoutInsets(numbers: points), fractions: LayoutInsets(numbers: fractions))
  }

  private struct Side {
    var points = 0.0
    var fraction = 0.0

    init?(_ text: Substring) {
      if text.hasSuffix("px"), let number = MarginsText.number(text.dropLast(2)) {
        points = number
      } else if text.hasSuffix("%"), let number = MarginsText.number(text.dropLast()) {
        fraction = number / 100
      } else if MarginsText.number(text) != 0 {
        return nil
      }
    }
  }

  /// Parses a finite decimal number, rejecting the words that `Double` accepts.
  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy("0123456789+-.eE".contains), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
