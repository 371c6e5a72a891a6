#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Reports the window it is in.
package final class WindowProbe: PassiveView {
  /// Called when the view enters a window, leaves it or moves to another one.
  package var windowChanged: ((PlatformWindow?) -> Void)? {
    didSet { windowChanged?(window) }
  }

  override func movedToWindow() { windowChanged?(window) }
}
#endif
