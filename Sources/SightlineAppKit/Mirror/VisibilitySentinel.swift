#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// A subview without size or look that tells when its view comes into a window or leaves it: the
/// one way AppKit has for that without subclassing or swizzling the view.
final class VisibilitySentinel: NSView {
  private let windowChanged: () -> Void

  init(in view: NSView, windowChanged: @escaping () -> Void) {
    self.windowChanged = windowChanged
    super.init(frame: .zero)
    isHidden = true
    setAccessibilityElement(false)
    view.addSubview(self, positioned: .below, relativeTo: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("a sentinel is made in code") }

  override func hitTest(_ point: NSPoint) -> NSView? { nil }

  override func viewDidMoveToWindow() {
    super.viewDidMoveToWindow()
    windowChanged()
  }
}
#endif
