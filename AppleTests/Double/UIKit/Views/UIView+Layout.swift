import QuartzCore

extension UIView {
  public func setNeedsLayout() {
    needsLayout = true
    markAncestors()
    CATransaction.shared.setNeedsCommit()
  }

  /// Lays out immediately, from the topmost view that needs it.
  public func layoutIfNeeded() {
    var top = self
    var ancestor = superview
    while let current = ancestor {
      if current.needsLayout { top = current }
      ancestor = current.superview
    }
    top.layOutDirtyViews()
  }

  func markAncestors() {
    var ancestor = superview
    while let current = ancestor, !current.holdsDirtyViews {
      current.holdsDirtyViews = true
      ancestor = current.superview
    }
  }

  /// Lays out parents before their children, and only where necessary.
  func layOutDirtyViews() {
    var rounds = 0
    while needsLayout {
      needsLayout = false
      if NSLayoutConstraint.areInUse {
        for constraint in subviews.flatMap(\.constraints) { constraint.apply() }
      }
      layoutSubviews()
      owner?.viewDidLayoutSubviews()
      rounds += 1
      precondition(rounds < 100, "a view keeps requesting layout")
    }
    guard holdsDirtyViews else { return }
    holdsDirtyViews = false
    for subview in subviews { subview.layOutDirtyViews() }
  }
}

typealias ConstrainedView = UIView

extension UIView {
  var constrainedFrame: CGRect { frame }

  func constraintsChanged() { setNeedsLayout() }
}
