#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
#if canImport(UIKit)
package import UIKit
#else
package import AppKit
#endif

/// A view that ignores touches and clicks, is hidden from accessibility, and notices when it enters
/// or leaves a window.
package class PassiveView: PlatformView {
  package init() {
    super.init(frame: .zero)
    #if canImport(UIKit)
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    isOpaque = false
    #else
    setAccessibilityElement(false)
    #endif
  }

  @available(*, unavailable)
  package required init?(coder: NSCoder) { fatalError("a passive view is made in code") }

  /// Called when the view has entered a window, left it, or moved to another one.
  func movedToWindow() {}

  /// Called when the view has been removed from its superview.
  func wasRemoved() {}

  #if canImport(UIKit)
  /// Inserts it at the back of a view, but in front of what UIKit keeps there at index 0: the edge
  /// effects of a scroll view, the background of a cell, the transition view of a window.
  package func insert(atBackOf view: UIView) {
    let hasOwnBack =
      view is UIScrollView || view is UIWindow || view is UITableViewCell
      || view is UICollectionReusableView
    view.insertSubview(self, at: hasOwnBack ? min(1, view.subviews.count) : 0)
  }

  package final override func didMoveToWindow() {
    super.didMoveToWindow()
    movedToWindow()
  }

  package final override func didMoveToSuperview() {
    super.didMoveToSuperview()
    if superview == nil { wasRemoved() }
  }
  #else
  package final override var isFlipped: Bool { true }

  package final override func hitTest(_ point: NSPoint) -> NSView? { nil }

  package final override func viewDidMoveToWindow() {
    super.viewDidMoveToWindow()
    movedToWindow()
  }

  package final override func viewDidMoveToSuperview() {
    super.viewDidMoveToSuperview()
    if superview == nil { wasRemoved() }
  }
  #endif
}
#endif
