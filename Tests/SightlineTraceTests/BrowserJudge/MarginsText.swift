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
    return ViewportMargins(
      points: LayoutInsets(numbers: sides.map(\.points)),
      fractions: LayoutInsets(numbers: sides.map(\.fraction)))
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
