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
  /// Called on the main actor when other code has removed it from the view.
  var removed: @MainActor () -> Void = {}

  override func movedToWindow() { windowChanged() }

  override func wasRemoved() { removed() }

  #if !canImport(UIKit)
  /// Returns whether a view can hold a sentinel. In a split view, every subview is a pane.
  static func fits(into view: PlatformView) -> Bool {
    (view as? NSSplitView)?.arrangesAllSubviews != true
  }
  #endif

  /// Inserts it as a subview, to notice when that view enters or leaves a window. There is no other
  /// way without subclassing or swizzling the view.
  func insert(into view: PlatformView) {
    isHidden = true
    #if canImport(UIKit)
    // An effect view does not accept subviews itself.
    insert(atBackOf: (view as? UIVisualEffectView)?.contentView ?? view)
    #else
    view.addSubview(self, positioned: .below, relativeTo: nil)
    #endif
  }
}
#endif
