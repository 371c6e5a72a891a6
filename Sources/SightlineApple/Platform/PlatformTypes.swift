#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A view of the platform's toolkit.
public typealias PlatformView = UIView
/// A window of the platform's toolkit.
public typealias PlatformWindow = UIWindow
/// A scroll view of the platform's toolkit.
public typealias PlatformScrollView = UIScrollView
/// A collection view of the platform's toolkit.
public typealias PlatformCollectionView = UICollectionView
typealias PlatformResponder = UIResponder
typealias PlatformColor = UIColor
typealias PlatformFont = UIFont
typealias PlatformBezierPath = UIBezierPath

extension UIViewController {
  /// The view, if it has been loaded.
  var loadedView: UIView? { viewIfLoaded }
}

extension UIView {
  /// Whether the y axis of the view's own coordinates points down.
  package var isTopDown: Bool { true }

  /// The controller of the view, or of its nearest ancestor that has one.
  package var nearestController: UIViewController? {
    var responder: UIResponder? = next
    while let current = responder, !(current is UIViewController) { responder = current.next }
    return responder as? UIViewController
  }
}
#elseif canImport(AppKit)
public import AppKit

/// A view of the platform's toolkit.
public typealias PlatformView = NSView
/// A window of the platform's toolkit.
public typealias PlatformWindow = NSWindow
/// A scroll view of the platform's toolkit.
public typealias PlatformScrollView = NSScrollView
/// A collection view of the platform's toolkit.
public typealias PlatformCollectionView = NSCollectionView
typealias PlatformResponder = NSResponder
typealias PlatformColor = NSColor
typealias PlatformFont = NSFont
typealias PlatformBezierPath = NSBezierPath

extension NSViewController {
  /// The view, if it has been loaded.
  var loadedView: NSView? { isViewLoaded ? view : nil }
}

extension NSView {
  /// Whether the y axis of the view's own coordinates points down.
  package var isTopDown: Bool { isFlipped }

  /// The controller of the view, or of its nearest ancestor that has one.
  package var nearestController: NSViewController? {
    var responder = nextResponder
    while let current = responder, !(current is NSViewController) {
      responder = current.nextResponder
    }
    return responder as? NSViewController
  }
}
#endif
