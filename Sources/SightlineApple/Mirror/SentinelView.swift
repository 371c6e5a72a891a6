#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A view that draws nothing and calls a closure when it enters or leaves a window.
package final class SentinelView: PassiveView {
  /// Called on the main actor, from within the toolkit's own change of the views.
  package var windowChanged: @MainActor () -> Void = {}

  override func movedToWindow() { windowChanged() }

  /// Whether a view can hold one: every subview of a split view is a pane.
  static func fits(into view: PlatformView) -> Bool {
    #if canImport(UIKit)
    true
    #else
    (view as? NSSplitView)?.arrangesAllSubviews != true
    #endif
  }

  /// Inserts it as a subview, to notice when that view enters or leaves a window: the only way
  /// without subclassing or swizzling the view.
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
