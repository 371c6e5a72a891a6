import SightlineCore

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

  /// Returns the margins as text that ``parse(_:)`` accepts.
  ///
  /// - Precondition: no side has both points and a fraction.
  static func print(_ margins: ViewportMargins) -> String {
    let (points, fractions) = (margins.points.numbers, margins.fractions.numbers)
    return (0..<LayoutInsets.count).map { Side(points: points[$0], fraction: fractions[$0]).text }
      .joined(separator: " ")
  }

  private struct Side {
    var points = 0.0
    var fraction = 0.0

    init(points: Double, fraction: Double) {
      precondition(
        points == 0 || fraction == 0,
        "a side of an observer's margins has points or a fraction, not \(points) and \(fraction)")
      precondition(points.isFinite && fraction.isFinite, "an observer's margins must be finite")
      self.points = points
      self.fraction = fraction
    }

    init?(_ text: Substring) {
      if text.hasSuffix("px"), let number = MarginsText.number(text.dropLast(2)) {
        points = number
      } else if text.hasSuffix("%"), let number = MarginsText.number(text.dropLast()) {
        fraction = number / 100
      } else if MarginsText.number(text) != 0 {
        return nil
      }
    }

    var text: String {
      fraction == 0 ? "\(LineEncoder.text(points))px" : "\(LineEncoder.text(percent))%"
    }

    /// The shortest percentage that converts back to exactly the same fraction.
    private var percent: Double {
      let product = fraction * 100
      // Multiplication adds the rounding error of 1/100; nine decimals suffice in practice.
      let short = (product * 1e9).rounded() / 1e9
      let near = [short, product, product.nextUp, product.nextDown]
      return near.first { $0 / 100 == fraction } ?? product
    }
  }

  /// Parses a finite decimal number, rejecting the words that `Double` accepts.
  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy("0123456789+-.eE".contains), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
