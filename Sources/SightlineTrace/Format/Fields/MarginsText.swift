import SightlineCore

/// Margins in web notation: one to four lengths such as `10px` or `-5.5%`, in the order top, right,
/// bottom, left. As in CSS, a missing side takes the value of the opposite one.
enum MarginsText {
  /// Parses margins, or returns `nil` if the text is malformed.
  static func parse(_ text: String) -> ViewportMargins? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    let sides = parts.compactMap(Side.init)
    guard (1...4).contains(parts.count), sides.count == parts.count else { return nil }
    let top = sides[0]
    let right = sides.count > 1 ? sides[1] : top
    let bottom = sides.count > 2 ? sides[2] : top
    let left = sides.count > 3 ? sides[3] : right
    return ViewportMargins(
      points: LayoutInsets(
        top: top.points, left: left.points, bottom: bottom.points, right: right.points),
      fractions: LayoutInsets(
        top: top.fraction, left: left.fraction, bottom: bottom.fraction, right: right.fraction))
  }

  /// Returns the margins as text that ``parse(_:)`` accepts.
  ///
  /// - Precondition: no side has both points and a fraction.
  static func print(_ margins: ViewportMargins) -> String {
    let (points, fractions) = (margins.points, margins.fractions)
    return [
      Side(points: points.top, fraction: fractions.top),
      Side(points: points.right, fraction: fractions.right),
      Side(points: points.bottom, fraction: fractions.bottom),
      Side(points: points.left, fraction: fractions.left),
    ].map(\.text).joined(separator: " ")
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
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
      default: false
      }
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
