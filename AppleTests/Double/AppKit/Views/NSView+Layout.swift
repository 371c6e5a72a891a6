import QuartzCore

extension NSView {
  /// Whether the view needs layout before it is next shown.
  public var needsLayout: Bool {
    get { isLayoutNeeded }
    set {
      isLayoutNeeded = newValue
      guard newValue else { return }
      markAncestors()
      CATransaction.shared.setNeedsCommit()
    }
  }

  /// Lays out the view and its descendants immediately.
  public func layoutSubtreeIfNeeded() { layOutDirtyViews() }

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
    while isLayoutNeeded {
      isLayoutNeeded = false
      if NSLayoutConstraint.areInUse {
        for constraint in children.flatMap(\.constraints) { constraint.apply() }
      }
      layout()
      rounds += 1
      precondition(rounds < 100, "a view keeps requesting layout")
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
  /// The animating proxy of the constraint: here, changes are immediate.
  public func animator() -> NSLayoutConstraint { self }
}

/// Animations, which reach their end immediately, as model values do.
@MainActor
public final class NSAnimationContext {
  /// Witness: Apple's documentation: a default of 0.25 seconds.
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
