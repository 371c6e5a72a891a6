import QuartzCore

public enum NSUserInterfaceLayoutOrientation: Int, Sendable { case horizontal, vertical }

/// Arranged views one after the other, of their own sizes. Witness: GNUstep's tests of
/// `NSStackView`, "checked against AppKit": horizontal, a spacing of 8, and hidden views leave the
/// tree; `removeArrangedSubview` leaves a subview.
open class NSStackView: NSView {
  open var orientation = NSUserInterfaceLayoutOrientation.horizontal
  /// Witness: as above.
  open var spacing: CGFloat = 8
  open var detachesHiddenViews = true
  public private(set) var arrangedSubviews: [NSView] = []

  open override var isFlipped: Bool { true }

  public func addArrangedSubview(_ view: NSView) {
    view.stack?.removeArrangedSubview(view)
    arrangedSubviews.append(view)
    view.stack = self
    arrangedViewWasHidden(view)
  }

  public func removeArrangedSubview(_ view: NSView) {
    arrangedSubviews.removeAll { $0 === view }
    view.stack = nil
    needsLayout = true
  }

  open override func willRemoveSubview(_ subview: NSView) {
    super.willRemoveSubview(subview)
    if !isDetaching { removeArrangedSubview(subview) }
  }

  private var isDetaching = false

  func arrangedViewWasHidden(_ view: NSView) {
    needsLayout = true
    if !view.isHidden || !detachesHiddenViews {
      if view.superview !== self { addSubview(view) }
      return
    }
    isDetaching = true
    if view.superview === self { view.removeFromSuperview() }
    isDetaching = false
  }

  open override func layout() {
    super.layout()
    var start: CGFloat = 0
    for view in arrangedSubviews where !view.isHidden {
      let isRow = orientation == .horizontal
      view.setFrameOrigin(CGPoint(x: isRow ? start : 0, y: isRow ? 0 : start))
      start += (isRow ? view.frame.width : view.frame.height) + spacing
    }
  }
}
