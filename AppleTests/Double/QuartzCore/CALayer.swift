public import CoreGraphics
public import ObjectRuntime

/// The geometry and appearance of a view. Model values only: nothing is drawn.
@MainActor
open class CALayer: ToolkitObject {
  /// How often a layer's position was read: what a pass costs.
  public static var positionReads = 0

  private var storedPosition = CGPoint.zero

  /// Where the anchor point lies in the superlayer.
  open var position: CGPoint {
    get {
      Self.positionReads += 1
      return storedPosition
    }
    set {
      guard storedPosition != newValue else { return }
      storedPosition = newValue
      changed(\CALayer.position)
    }
  }
  open var bounds = CGRect.zero {
    didSet {
      guard bounds != oldValue else { return }
      boundsChanged(oldValue)
      changed(\CALayer.bounds)
    }
  }
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5) {
    didSet { if anchorPoint != oldValue { changed(\CALayer.anchorPoint) } }
  }
  open var transform = CATransform3DIdentity {
    didSet { if transform != oldValue { changed(\CALayer.transform) } }
  }
  open var zPosition: CGFloat = 0 {
    didSet { if zPosition != oldValue { changed(\CALayer.zPosition) } }
  }
  open var opacity: Float = 1 {
    didSet { if opacity != oldValue { changed(\CALayer.opacity) } }
  }
  open var isHidden = false {
    didSet { if isHidden != oldValue { changed(\CALayer.isHidden) } }
  }
  open var masksToBounds = false {
    didSet { if masksToBounds != oldValue { changed(\CALayer.masksToBounds) } }
  }

  /// Whether what is in the layer is to be laid out; the toolkit sets it.
  public var isLayoutNeeded = false

  /// Whether what is in the layer is to be laid out.
  open func needsLayout() -> Bool { isLayoutNeeded }

  /// What the view does about another bounds.
  public var boundsChanged: @MainActor (_ old: CGRect) -> Void = { _ in }

  /// The anchor point in the layer's own coordinates.
  private var anchor: CGPoint {
    CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// From the layer's own coordinates into its superlayer's, without perspective.
  public var toSuperlayer: CGAffineTransform {
    CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(CATransform3DGetAffineTransform(transform))
      .concatenating(CGAffineTransform(translationX: storedPosition.x, y: storedPosition.y))
  }

  /// The box around the layer in its superlayer.
  open var frame: CGRect {
    get {
      if CATransform3DIsIdentity(transform) {
        return CGRect(
          x: storedPosition.x - anchorPoint.x * bounds.width,
          y: storedPosition.y - anchorPoint.y * bounds.height, width: bounds.width,
          height: bounds.height)
      }
      return bounds.applying(toSuperlayer)
    }
    set {
      var affine = CATransform3DGetAffineTransform(transform)
      (affine.tx, affine.ty) = (0, 0)
      let size = CGRect(origin: .zero, size: newValue.size).applying(affine.inverted()).size
      let place = CGPoint(
        x: newValue.minX + anchorPoint.x * newValue.width - transform.m41,
        y: newValue.minY + anchorPoint.y * newValue.height - transform.m42)
      bounds.size = size
      position = place
    }
  }

  private func changed(_ property: AnyKeyPath) {
    didChangeValue(for: property)
    CATransaction.shared.setNeedsCommit()
  }
}
