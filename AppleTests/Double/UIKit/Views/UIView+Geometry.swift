import QuartzCore

extension UIView {
  public var frame: CGRect {
    get { layer.frame }
    set { layer.frame = newValue }
  }
  public var bounds: CGRect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }
  public var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  public var transform: CGAffineTransform {
    get { CATransform3DGetAffineTransform(layer.transform) }
    set { layer.transform = CATransform3DMakeAffineTransform(newValue) }
  }

  /// The projection from the view's coordinates to those of the topmost view.
  private var toTop: PlaneProjection {
    var result = PlaneProjection.identity
    var current = self
    while let parent = current.superview {
      result = result.concatenating(current.layer.projection(into: parent.layer))
      current = parent
    }
    return result
  }

  /// Returns the projection to another view, or to the window if it is `nil`.
  private func transform(to other: UIView?) -> PlaneProjection {
    toTop.concatenating(other.map { $0.toTop.inverted() } ?? .identity)
  }

  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    point.applying(transform(to: view))
  }

  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    point.applying(transform(to: view).inverted())
  }

  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    rect.applying(transform(to: view))
  }

  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    rect.applying(transform(to: view).inverted())
  }

  func resizeSubviews(from old: CGSize) {
    for subview in subviews where !subview.autoresizingMask.isEmpty {
      var frame = subview.frame
      if subview.autoresizingMask.contains(.flexibleWidth) {
        frame.size.width += bounds.width - old.width
      }
      if subview.autoresizingMask.contains(.flexibleHeight) {
        frame.size.height += bounds.height - old.height
      }
      subview.frame = frame
    }
  }
}

public final class UIEvent {}

public struct UIEdgeInsets: Hashable, Sendable {
  public var top, left, bottom, right: CGFloat

  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  public static let zero = UIEdgeInsets()
}
