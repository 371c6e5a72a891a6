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

/// The height or width of one view; nothing else of Auto Layout.
@MainActor
public final class NSLayoutConstraint {
  public var constant: CGFloat {
    didSet { if constant != oldValue { view?.superview?.setNeedsLayout() } }
  }
  public var isActive = false {
    didSet {
      guard isActive != oldValue, let view else { return }
      if isActive {
        view.constraintsOfSelf.append(self)
      } else {
        view.constraintsOfSelf.removeAll { $0 === self }
      }
      view.superview?.setNeedsLayout()
    }
  }

  private weak var view: UIView?
  private let dimension: WritableKeyPath<CGSize, CGFloat>

  init(_ view: UIView, _ dimension: WritableKeyPath<CGSize, CGFloat>, _ constant: CGFloat) {
    self.view = view
    self.dimension = dimension
    self.constant = constant
  }

  func apply() {
    guard let view else { return }
    var frame = view.frame
    frame.size[keyPath: dimension] = constant
    if frame != view.frame { view.frame = frame }
  }
}

@MainActor
public final class NSLayoutDimension {
  private let view: UIView
  private let dimension: WritableKeyPath<CGSize, CGFloat>

  init(_ view: UIView, _ dimension: WritableKeyPath<CGSize, CGFloat>) {
    self.view = view
    self.dimension = dimension
  }

  public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(view, dimension, constant)
  }
}

extension UIView {
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, \.height) }
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, \.width) }
}
