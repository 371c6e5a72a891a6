#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// A view that ignores touches, is hidden from accessibility, and notices when it enters or leaves
/// a window.
package class PassiveView: UIView {
  /// Called if a subclass does not override ``movedToWindow()``.
  package var onWindowChange: (@MainActor () -> Void)?

  package init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    isAccessibilityElement = false
    accessibilityElementsHidden = true
    isOpaque = false
    backgroundColor = .clear
  }

  @available(*, unavailable)
  package required init?(coder: NSCoder) { fatalError("a passive view is made in code") }

  package final override func didMoveToWindow() {
    super.didMoveToWindow()
    movedToWindow()
  }

  /// Called when the view has entered a window, left it, or moved to another one.
  func movedToWindow() { onWindowChange?() }

  package final override func didMoveToSuperview() {
    super.didMoveToSuperview()
    if superview == nil { wasRemoved() }
  }

  /// Called when the view has been removed from its superview.
  func wasRemoved() {}
}
#elseif canImport(AppKit)
package import AppKit

/// A view that ignores clicks, is hidden from accessibility, and notices when it enters or leaves a
/// window.
package class PassiveView: NSView {
  package init() {
    super.init(frame: .zero)
    setAccessibilityElement(false)
  }

  @available(*, unavailable)
  package required init?(coder: NSCoder) { fatalError("a passive view is made in code") }

  package final override var isFlipped: Bool { true }

  package final override func hitTest(_ point: NSPoint) -> NSView? { nil }

  package final override func viewDidMoveToWindow() {
    super.viewDidMoveToWindow()
    movedToWindow()
  }

  /// Called when the view has entered a window, left it, or moved to another one.
  func movedToWindow() {}

  package final override func viewDidMoveToSuperview() {
    super.viewDidMoveToSuperview()
    if superview == nil { wasRemoved() }
  }

  /// Called when the view has been removed from its superview.
  func wasRemoved() {}
}
#endif
