public import CoreGraphics
public import ObjectRuntime

/// The geometry and appearance of a view. Model values only: nothing is drawn.
@MainActor
open class CALayer: ToolkitObject {
  /// The number of times a layer's position was read: the cost of a pass.
  public static var positionReads = 0

  /// For tests of audits: properties that layers misreport, although they are placed by them.
  public static var faults: Fault = []

  public struct Fault: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let position = Fault(rawValue: 1)
    public static let transform = Fault(rawValue: 2)
  }

  private var storedPosition = CGPoint.zero

  /// The position of the anchor point in the superlayer.
  open var position: CGPoint {
    get {
      Self.positionReads += 1
      let error: CGFloat = Self.faults.contains(.position) ? 100 : 0
      return CGPoint(x: storedPosition.x, y: storedPosition.y + error)
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
  private var storedTransform = CATransform3DIdentity
  open var transform: CATransform3D {
    get { Self.faults.contains(.transform) ? CATransform3DIdentity : storedTransform }
    set {
      guard storedTransform != newValue else { return }
      storedTransform = newValue
      changed(\CALayer.transform)
    }
  }
  /// Applied to all sublayers, about this layer's anchor point.
  open var sublayerTransform = CATransform3DIdentity {
    didSet { if sublayerTransform != oldValue { changed(\CALayer.sublayerTransform) } }
  }
  /// Whether it is drawn when its back faces the viewer.
  open var isDoubleSided = true {
    didSet { if isDoubleSided != oldValue { changed(\CALayer.isDoubleSided) } }
  }
  open var anchorPointZ: CGFloat = 0 {
    didSet { if anchorPointZ != oldValue { changed(\CALayer.anchorPointZ) } }
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
  open var backgroundColor: CGColor? {
    didSet { if backgroundColor !== oldValue { changed(\CALayer.backgroundColor) } }
  }
  /// The layers without a view, which are behind those of the subviews.
  private var behind: [CALayer] = []
  /// The layers of the subviews; set by the view.
  public var viewLayers: @MainActor () -> [CALayer] = { [] }

  /// Witness: Apple's documentation of `sublayers`, which contains the layers of subviews, and a
  /// public hierarchy of iOS 26, whose SwiftUI colours are layers without a view.
  open var sublayers: [CALayer]? {
    let all = behind + viewLayers()
    return all.isEmpty ? nil : all
  }

  /// Only index 0 is modelled.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) {
    precondition(index == 0, "a layer between those of views")
    behind.insert(layer, at: 0)
  }

  open var masksToBounds = false {
    didSet { if masksToBounds != oldValue { changed(\CALayer.masksToBounds) } }
  }

  /// Whether the layer's contents need layout; set by the toolkit.
  public var isLayoutNeeded = false

  /// Returns whether the layer's contents need layout.
  open func needsLayout() -> Bool { isLayoutNeeded }

  /// Called when the bounds have changed; set by the view.
  public var boundsChanged: @MainActor (_ old: CGRect) -> Void = { _ in }

  /// The anchor point in the layer's own coordinates.
  private var anchor: CGPoint {
    CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// Returns the projection from the layer's own coordinates to its superlayer's.
  ///
  /// - Parameter superlayer: the layer whose sublayer transform applies; `nil` for none.
  public func projection(into superlayer: CALayer?) -> PlaneProjection {
    var all = CATransform3DConcat(
      CATransform3DMakeTranslation(-anchor.x, -anchor.y, -anchorPointZ), storedTransform)
    all = CATransform3DConcat(
      all, CATransform3DMakeTranslation(storedPosition.x, storedPosition.y, zPosition))
    if let superlayer, !CATransform3DIsIdentity(superlayer.sublayerTransform) {
      let (point, z) = (superlayer.anchor, superlayer.anchorPointZ)
      all = CATransform3DConcat(all, CATransform3DMakeTranslation(-point.x, -point.y, -z))
      all = CATransform3DConcat(all, superlayer.sublayerTransform)
      all = CATransform3DConcat(all, CATransform3DMakeTranslation(point.x, point.y, z))
    }
    return PlaneProjection(all)
  }

  /// The bounding box of the layer in its superlayer.
  open var frame: CGRect {
    get {
      if CATransform3DIsIdentity(storedTransform) {
        return CGRect(
          x: storedPosition.x - anchorPoint.x * bounds.width,
          y: storedPosition.y - anchorPoint.y * bounds.height, width: bounds.width,
          height: bounds.height)
      }
      return bounds.applying(projection(into: nil))
    }
    set {
      var affine = CATransform3DGetAffineTransform(storedTransform)
      (affine.tx, affine.ty) = (0, 0)
      let size = CGRect(origin: .zero, size: newValue.size).applying(affine.inverted()).size
      let place = CGPoint(
        x: newValue.minX + anchorPoint.x * newValue.width - storedTransform.m41,
        y: newValue.minY + anchorPoint.y * newValue.height - storedTransform.m42)
      bounds.size = size
      position = place
    }
  }

  private func changed(_ property: AnyKeyPath) {
    didChangeValue(for: property)
    CATransaction.shared.setNeedsCommit()
  }
}
