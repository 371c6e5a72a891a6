import QuartzCore

/// Panes side by side or one below the other. Every subview that is not hidden is a pane. Witness
/// of the defaults: GNUstep's tests of `NSSplitView`, "checked against AppKit": horizontal, with
/// thick dividers.
open class NSSplitView: NSView {
  open var isVertical = false
  open var arrangesAllSubviews = true
  open var dividerStyle = DividerStyle.thick
  open var dividerThickness: CGFloat {
    dividerStyle == .thin ? 1 : Undocumented.thickDivider
  }

  /// Witness of the thin one's length: Apple's documentation of `NSSplitView.DividerStyle.thin`.
  public enum DividerStyle: Int, Sendable {
    case thick = 1
    case thin = 2
  }

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
    let sizes = panes.map { isVertical ? $0.frame.width : $0.frame.height }
    let (room, all) = (max(0, length - gaps), sizes.reduce(0, +))
    let isEven = !Undocumented.panesKeepTheirProportions || sizes.contains(0)
    var start: CGFloat = 0
    for (pane, size) in zip(panes, sizes) {
      let share = isEven ? room / CGFloat(panes.count) : room * size / all
      pane.frame =
        isVertical
        ? CGRect(x: start, y: 0, width: share, height: bounds.height)
        : CGRect(x: 0, y: start, width: bounds.width, height: share)
      start += share + dividerThickness
    }
  }
}
