import QuartzCore

/// Panes of equal size, side by side or one below the other. Every subview that is not hidden is a
/// pane.
open class NSSplitView: NSView {
  open var isVertical = false
  open var arrangesAllSubviews = true
  open var dividerThickness: CGFloat { 1 }

  private var arranged: [NSView] = []

  open var arrangedSubviews: [NSView] { arrangesAllSubviews ? subviews : arranged }

  open override var isFlipped: Bool { true }

  public func addArrangedSubview(_ view: NSView) {
    arranged.append(view)
    addSubview(view)
  }

  open override func willRemoveSubview(_ subview: NSView) {
    super.willRemoveSubview(subview)
    arranged.removeAll { $0 === subview }
    needsLayout = true
  }

  /// A hidden pane is collapsed.
  override func subviewWasHidden(_ subview: NSView) { needsLayout = true }

  open override func layout() {
    super.layout()
    adjustSubviews()
  }

  open func adjustSubviews() {
    let panes = arrangedSubviews.filter { !$0.isHidden }
    guard !panes.isEmpty else { return }
    let length = isVertical ? bounds.width : bounds.height
    let gaps = dividerThickness * CGFloat(panes.count - 1)
    let each = max(0, length - gaps) / CGFloat(panes.count)
    for (index, pane) in panes.enumerated() {
      let start = CGFloat(index) * (each + dividerThickness)
      pane.frame =
        isVertical
        ? CGRect(x: start, y: 0, width: each, height: bounds.height)
        : CGRect(x: 0, y: start, width: bounds.width, height: each)
    }
  }
}
