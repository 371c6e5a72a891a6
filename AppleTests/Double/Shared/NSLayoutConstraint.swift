import CoreGraphics

/// The height or width of one view; nothing else of Auto Layout. Shared by both doubles, each with
/// the view of its toolkit.
@MainActor
public final class NSLayoutConstraint {
  public var constant: CGFloat {
    didSet { if constant != oldValue { view?.superview?.constraintsChanged() } }
  }
  public var isActive = false {
    didSet {
      guard isActive != oldValue, let view else { return }
      if isActive {
        Self.areInUse = true
        view.constraints.append(self)
      } else {
        view.constraints.removeAll { $0 === self }
      }
      view.superview?.constraintsChanged()
    }
  }

  /// Whether any has been active. Until then, layouts read no constraints.
  private(set) static var areInUse = false
  private weak var view: ConstrainedView?
  private let dimension: WritableKeyPath<CGSize, CGFloat>

  init(_ view: ConstrainedView, _ dimension: WritableKeyPath<CGSize, CGFloat>, _ constant: CGFloat)
  {
    self.view = view
    self.dimension = dimension
    self.constant = constant
  }

  func apply() {
    guard let view else { return }
    var frame = view.constrainedFrame
    frame.size[keyPath: dimension] = constant
    if frame != view.constrainedFrame { view.frame = frame }
  }
}

@MainActor
public final class NSLayoutDimension {
  private let view: ConstrainedView
  private let dimension: WritableKeyPath<CGSize, CGFloat>

  init(_ view: ConstrainedView, _ dimension: WritableKeyPath<CGSize, CGFloat>) {
    self.view = view
    self.dimension = dimension
  }

  public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(view, dimension, constant)
  }
}

extension ConstrainedView {
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, \.height) }
}
