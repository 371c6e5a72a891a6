#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// A view that takes no touches and that accessibility does not know, which is told when it comes
/// into a window or leaves it.
package class PassiveView: UIView {
  /// Called where a subclass has nothing of its own to do.
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

  /// The view came into a window, left it, or went from one to another.
  func movedToWindow() { onWindowChange?() }
}
#elseif canImport(AppKit)
package import AppKit

/// A view that takes no clicks and that accessibility does not know, which is told when it comes into
/// a window or leaves it.
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

  /// The view came into a window, left it, or went from one to another.
  func movedToWindow() {}
}
#endif
