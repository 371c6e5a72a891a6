import QuartzCore

extension UIView {
  public func setNeedsLayout() {
    needsLayout = true
    markAncestors()
    CATransaction.shared.setNeedsCommit()
  }

  /// Lays out at once, from the topmost view that has to be.
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

  /// Parents before their children, and only where something has to be.
  func layOutDirtyViews() {
    var rounds = 0
    while needsLayout {
      needsLayout = false
      for subview in subviews {
        for constraint in subview.constraintsOfSelf { constraint.apply() }
      }
      layoutSubviews()
      owner?.viewDidLayoutSubviews()
      rounds += 1
      precondition(rounds < 100, "a view has itself laid out again and again")
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
