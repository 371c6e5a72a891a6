/// An sRGB colour, gamma-encoded, with each component in 0...1. The name leaves `Color` to the
/// toolkits.
///
/// Colours are mixed in this encoded space, weighted by alpha, as in CSS by default and in
/// toolkits, so that a header's fade matches theirs. Mixing in linear light would give brighter
/// intermediate colours.
public struct ColorComponents: Hashable, Sendable {
  /// The red component, in 0...1.
  public let red: Double
  /// The green component, in 0...1.
  public let green: Double
  /// The blue component, in 0...1.
  public let blue: Double
  /// The opacity, from 0 (transparent) to 1 (opaque).
  public let alpha: Double

  /// Creates a colour. Components are clamped to 0...1; NaN counts as 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = ColorComponents.component(red)
    self.green = ColorComponents.component(green)
    self.blue = ColorComponents.component(blue)
    self.alpha = ColorComponents.component(alpha)
  }

  /// Fully transparent black. Mixing it with a colour changes only the colour's alpha.
  public static let transparent = ColorComponents(red: 0, green: 0, blue: 0, alpha: 0)

  private static func component(_ number: Double) -> Double {
    // Written so that NaN becomes 0.
    number > 0 ? min(number, 1) : 0
  }
}

extension ColorComponents: Interpolatable {
  /// Returns the colour at a fraction of the way from this one to another.
  public func interpolated(to other: ColorComponents, at fraction: Double) -> ColorComponents {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    let alpha = self.alpha.interpolated(to: other.alpha, at: fraction)
    guard alpha > 0 else { return ColorComponents(red: 0, green: 0, blue: 0, alpha: 0) }
    func mix(_ a: Double, _ b: Double) -> Double {
      (a * self.alpha).interpolated(to: b * other.alpha, at: fraction) / alpha
    }
    return ColorComponents(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: alpha)
  }
}
