import SightlineCore

/// Fractions in words, in one rounding: downwards, so that only what is complete says 100 %.
enum Percent {
  /// - Parameter digits: after the point.
  static func text(_ fraction: Double, digits: Int = 0) -> String {
    var parts = 100.0
    for _ in 0..<digits { parts *= 10 }
    // What the rules take for complete is complete here, too.
    let whole = ((fraction + VisibilityRule.tolerance) * parts).rounded(.down)
    let step = 100 / parts
    return isolated(Knob.text(whole * step, step: step, unit: "%"))
  }

  /// A number with its unit, in an order that those around it leave alone: from right to left, too,
  /// it is "100 %".
  static func isolated(_ text: String) -> String { "\u{2066}\(text)\u{2069}" }
}
