import CoreGraphics

// Drawing is ignored.

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

  public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(pointSize: size) }
}

public final class UIBezierPath {
  public var lineWidth: CGFloat = 1

  public init(rect: CGRect) {}

  public func fill() {}
  public func stroke() {}
}

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
}

extension NSString {
  public func draw(at point: CGPoint, withAttributes: [NSAttributedString.Key: Any]? = nil) {}
}
