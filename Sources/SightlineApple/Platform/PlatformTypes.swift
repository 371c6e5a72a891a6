#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A view of the platform's toolkit.
public typealias PlatformView = UIView
/// A window of the platform's toolkit.
public typealias PlatformWindow = UIWindow
/// A scroll view of the platform's toolkit.
public typealias PlatformScrollView = UIScrollView
typealias PlatformColor = UIColor
typealias PlatformFont = UIFont
typealias PlatformBezierPath = UIBezierPath

extension UIView {
  /// Whether the y axis of the view's own coordinates points down.
  var isTopDown: Bool { true }
}
#elseif canImport(AppKit)
public import AppKit

/// A view of the platform's toolkit.
public typealias PlatformView = NSView
/// A window of the platform's toolkit.
public typealias PlatformWindow = NSWindow
/// A scroll view of the platform's toolkit.
public typealias PlatformScrollView = NSScrollView
typealias PlatformColor = NSColor
typealias PlatformFont = NSFont
typealias PlatformBezierPath = NSBezierPath

extension NSView {
  /// Whether the y axis of the view's own coordinates points down.
  var isTopDown: Bool { isFlipped }
}
#endif
