import CoreGraphics

// Drawing is ignored.

/// A colour, reduced to its opacity.
public final class NSColor: Sendable {
  public let alphaComponent: CGFloat

  init(alpha: CGFloat = 1) { alphaComponent = alpha }

  public static let clear = NSColor(alpha: 0)
  public static let white = NSColor()
  public static let systemGreen = NSColor()
  public static let systemRed = NSColor()
  public static let systemBlue = NSColor()

  public func withAlphaComponent(_ alpha: CGFloat) -> NSColor { NSColor(alpha: alpha) }

  public func setFill() {}
  public func setStroke() {}
}

public final class NSFont: Sendable {
  public let pointSize: CGFloat

  init(pointSize: CGFloat) { self.pointSize = pointSize }

  public struct Weight: Hashable, Sendable {
    public static let semibold = Weight()
  }

  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> NSFont {
    NSFont(pointSize: size)
  }
}

public final class NSBezierPath {
  public var lineWidth: CGFloat = 1

  public init(rect: NSRect) {}

  public func fill() {}
  public func stroke() {}
}

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
}

extension NSString {
  public func draw(at point: NSPoint, withAttributes: [NSAttributedString.Key: Any]? = nil) {}
}

/// Only the type, which identifies text as the document of a scroll view.
open class NSTextView: NSView {}
