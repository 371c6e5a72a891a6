/// A colour, reduced to its opacity.
public final class UIColor: Sendable, Hashable {
  private let name: String
  private let alpha: CGFloat

  init(_ name: String, alpha: CGFloat = 1) {
    self.name = name
    self.alpha = alpha
  }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init("white \(white)", alpha: alpha)
  }

  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init("\(red) \(green) \(blue)", alpha: alpha)
  }

  public static let clear = UIColor("clear", alpha: 0)
  public static let white = UIColor("white")
  public static let black = UIColor("black")
  public static let red = UIColor("red")
  public static let green = UIColor("green")
  public static let blue = UIColor("blue")
  public static let systemBackground = UIColor("systemBackground")
  public static let systemGreen = UIColor("systemGreen")
  public static let systemRed = UIColor("systemRed")
  public static let systemBlue = UIColor("systemBlue")

  public var cgColor: CGColor { CGColor(alpha: alpha) }

  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(name, alpha: alpha) }

  @MainActor public func setFill() { Drawing.colours.fill = self }
  @MainActor public func setStroke() { Drawing.colours.stroke = self }

  public static func == (one: UIColor, other: UIColor) -> Bool {
    one.name == other.name && one.alpha == other.alpha
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(alpha)
  }
}

extension UIColor: CustomStringConvertible {
  public var description: String { alpha == 1 ? name : "\(name) \(alpha)" }
}
