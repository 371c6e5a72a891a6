import CoreGraphics

/// Operations of drawing, recorded for a test, one line for each.
@MainActor
public enum Drawing {
  static var colours: (fill: UIColor, stroke: UIColor) = (.black, .black)
  private static var operations: [String]?

  static func note(_ operation: @autoclosure () -> String) { operations?.append(operation()) }

  /// Returns the operations of a closure.
  public static func recorded(_ body: () -> Void) -> [String] {
    operations = []
    defer { operations = nil }
    body()
    return operations ?? []
  }
}

public final class UIFont: Sendable {
  public let pointSize: CGFloat

  init(pointSize: CGFloat) { self.pointSize = pointSize }

  public struct Weight: Hashable, Sendable {
    public static let regular = Weight()
    public static let semibold = Weight()
  }

  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(pointSize: size)
  }
}

@MainActor
public final class UIBezierPath {
  public var lineWidth: CGFloat = 1
  private let rect: CGRect

  public init(rect: CGRect) { self.rect = rect }

  public func fill() { Drawing.note("fill \(rect.numbers), \(Drawing.colours.fill)") }

  public func stroke() {
    Drawing.note("stroke \(rect.numbers), \(Drawing.colours.stroke), \(lineWidth) wide")
  }
}

extension CGRect {
  fileprivate var numbers: String { "\(minX) \(minY) \(width) \(height)" }
}

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
}

extension NSString {
  @MainActor
  public func draw(at point: CGPoint, withAttributes: [NSAttributedString.Key: Any]? = nil) {
    let size = (withAttributes?[.font] as? UIFont)?.pointSize ?? 12
    let colour = withAttributes?[.foregroundColor] as? UIColor ?? .black
    let background = withAttributes?[.backgroundColor] as? UIColor ?? .clear
    Drawing.note("\(self) at \(point.x) \(point.y), size \(size), \(colour) on \(background)")
  }
}
