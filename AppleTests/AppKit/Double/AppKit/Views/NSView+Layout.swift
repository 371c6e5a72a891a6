import QuartzCore

extension NSView {
  /// Whether the view is to be laid out before it is shown next.
  public var needsLayout: Bool {
    get { isLayoutNeeded }
    set {
      isLayoutNeeded = newValue
      guard newValue else { return }
      markAncestors()
      CATransaction.shared.setNeedsCommit()
    }
  }

  /// Lays the view and those in it out at once.
  public func layoutSubtreeIfNeeded() { layOutDirtyViews() }

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
    while isLayoutNeeded {
      isLayoutNeeded = false
      for subview in children {
        for constraint in subview.constraintsOfSelf { constraint.apply() }
      }
      layout()
      rounds += 1
      precondition(rounds < 100, "a view has itself laid out again and again")
    }
    guard holdsDirtyViews else { return }
    holdsDirtyViews = false
    for subview in children { subview.layOutDirtyViews() }
  }
}

typealias ConstrainedView = NSView

extension NSView {
  var constrainedFrame: CGRect { storedFrame }

  func constraintsChanged() { needsLayout = true }
}

extension NSLayoutConstraint {
  /// What animates its changes: here they are at once.
  public func animator() -> NSLayoutConstraint { self }
}

/// Animations reach their end at once, as model values do.
@MainActor
public final class NSAnimationContext {
  public var duration = 0.25
  public var timingFunction: CAMediaTimingFunction?
  public var allowsImplicitAnimation = false

  public static func runAnimationGroup(_ changes: (NSAnimationContext) -> Void) {
    changes(NSAnimationContext())
  }
}

public final class CAMediaTimingFunction {
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {}
}
