#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A view without an appearance that calls a closure when it comes into a window or leaves it.
package final class SentinelView: PassiveView {
  /// Called on the main actor, from within the toolkit's own change of the views.
  package var windowChanged: @MainActor () -> Void = {}

  override func movedToWindow() { windowChanged() }

  /// Whether a view can have one: every subview of a split view is a pane.
  static func fits(into view: PlatformView) -> Bool {
    #if canImport(UIKit)
    true
    #else
    (view as? NSSplitView)?.arrangesAllSubviews != true
    #endif
  }

  /// Makes it a subview that notices when another view comes into a window or leaves it: the one way
  /// the toolkits have for that without subclassing or swizzling the view.
  func insert(into view: PlatformView) {
    isHidden = true
    #if canImport(UIKit)
    // An effect view does not take subviews itself.
    let host = (view as? UIVisualEffectView)?.contentView ?? view
    host.insertSubview(self, at: 0)
    #else
    view.addSubview(self, positioned: .below, relativeTo: nil)
    #endif
  }
}
#endif
