#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

// Readings of UIKit views.
//
// UIKit's `bounds.origin` is the mirror's content offset: subviews are positioned in bounds
// coordinates, so scrolling changes one number. Readings use model values, not those of a running
// animation.
extension PlatformTree {
  func reading(of window: UIWindow) -> ViewReading {
    ViewReading(
      frame: LayoutRect(origin: .zero, size: LayoutSize(window.bounds.size)), clip: .bounds,
      contentOffset: LayoutPoint(window.bounds.origin),
      appearance: SceneAppearance(opacity: Double(window.alpha), isHidden: window.isHidden))
  }

  /// On tvOS the focus scrolls, which no flag reports.
  func isScrolledByReader(_ view: UIView) -> Bool {
    guard let scrollView = view as? UIScrollView else { return false }
    #if os(tvOS)
    return true
    #else
    return scrollView.isTracking || scrollView.isDragging || scrollView.isDecelerating
    #endif
  }

  /// Returns a stamp that changes when a layout changes the view's contents. The last number is not
  /// 0 if the layer has a sublayer transform.
  func stamp(of view: UIView) -> SIMD4<Int32> {
    var stamp = SIMD4(Self.stamp(of: view.subviews), 0, 0, 0)
    stamp.w = Self.stamp(ofSublayersOf: view.layer)
    if let scrollView = view as? UIScrollView {
      let size = scrollView.contentSize
      // In sixteenths of a point, truncated to 32 bits.
      stamp.y = Self.stamp(of: size.width)
      stamp.z = Self.stamp(of: size.height)
    }
    return stamp
  }

  private static func stamp(ofSublayersOf layer: CALayer) -> Int32 {
    let transform = layer.sublayerTransform
    if CATransform3DIsIdentity(transform) { return 0 }
    let (bounds, anchor) = (layer.bounds, layer.anchorPoint)
    var hasher = Hasher()
    for number in [
      transform.m11, transform.m12, transform.m13, transform.m14, transform.m21, transform.m22,
      transform.m23, transform.m24, transform.m31, transform.m32, transform.m33, transform.m34,
      transform.m41, transform.m42, transform.m43, transform.m44,
      // The transform is about the anchor point, which scrolls with the content.
      bounds.minX, bounds.minY, bounds.width, bounds.height, anchor.x, anchor.y,
    ] {
      hasher.combine(number)
    }
    return Int32(truncatingIfNeeded: hasher.finalize()) | 1
  }

  private static func stamp(of length: CGFloat) -> Int32 {
    Int32(truncatingIfNeeded: Int64(exactly: (length * 16).rounded()) ?? 0)
  }

  /// Returns the content offset of a view in which nothing else has changed, by the properties that
  /// place nearly every view. This takes half the time of reading it. `nil` if in doubt.
  func offset(
    of view: UIView, unchangedSince old: ViewReading, as role: ViewSurroundings.Role
  ) -> LayoutPoint? {
    let layer = view.layer
    let (bounds, position, anchor) = (layer.bounds, layer.position, layer.anchorPoint)
    guard
      Double(position.x) - Double(anchor.x * bounds.width) == old.frame.origin.x,
      Double(position.y) - Double(anchor.y * bounds.height) == old.frame.origin.y,
      Double(bounds.width) == old.frame.size.width, Double(bounds.height) == old.frame.size.height,
      Double(view.alpha) == old.appearance.opacity, view.isHidden == old.appearance.isHidden,
      old.appearance.transform == .identity, old.appearance.zIndex == 0,
      CATransform3DIsIdentity(layer.transform)
    else { return nil }
    guard role == .container else { return old.contentOffset }
    let offset = LayoutPoint(bounds.origin)
    guard (old.clip == .bounds) == view.clipsToBounds, !old.mayHoldCovers,
      stamp(of: view) == old.stamp, offset == offset
    else { return nil }
    return offset
  }

  /// - Parameter isMovedByParent: whether the superview's layer has a sublayer transform.
  func reading(of view: UIView, zIndex: Int32, isMovedByParent: Bool) -> ViewReading {
    let layer = view.layer
    let (bounds, anchorPoint) = (layer.bounds, layer.anchorPoint)
    let anchor = LayoutPoint(
      x: Double(anchorPoint.x * bounds.width), y: Double(anchorPoint.y * bounds.height))
    var frame = LayoutRect(
      origin: LayoutPoint(layer.position) - anchor, size: LayoutSize(bounds.size))
    var transform = LayoutTransform.identity
    var isHidden = view.isHidden
    if isMovedByParent || !CATransform3DIsIdentity(layer.transform) {
      let superlayer = isMovedByParent ? view.superview?.layer : nil
      if let flat = LayoutTransform(inPlane: Self.transform(of: layer, in: superlayer)) {
        transform = flat.about(anchor)
        // The layer's back faces the viewer.
        if flat.a * flat.d < flat.b * flat.c, !layer.isDoubleSided { isHidden = true }
      } else {
        // A perspective cannot be represented by a parallelogram.
        frame = LayoutRect(x: .infinity, y: .infinity, width: 0, height: 0)
      }
    }
    return ViewReading(
      frame: frame, clip: view.clipsToBounds ? .bounds : .none,
      contentOffset: LayoutPoint(bounds.origin), scrolls: view is UIScrollView,
      appearance: SceneAppearance(
        opacity: Double(view.alpha), isHidden: isHidden, transform: transform, zIndex: zIndex))
  }

  /// Returns the transform of a layer's points about its position.
  ///
  /// - Parameter superlayer: the layer whose sublayer transform applies, about its anchor point.
  private static func transform(of layer: CALayer, in superlayer: CALayer?) -> CATransform3D {
    var transform = layer.transform
    if layer.anchorPointZ != 0 {
      let back = CATransform3DMakeTranslation(0, 0, -layer.anchorPointZ)
      transform = CATransform3DConcat(back, transform)
    }
    guard let superlayer else { return transform }
    let (bounds, anchor, position) = (superlayer.bounds, superlayer.anchorPoint, layer.position)
    let x = position.x - bounds.minX - anchor.x * bounds.width
    let y = position.y - bounds.minY - anchor.y * bounds.height
    let z = layer.zPosition - superlayer.anchorPointZ
    transform = CATransform3DConcat(transform, CATransform3DMakeTranslation(x, y, z))
    transform = CATransform3DConcat(transform, superlayer.sublayerTransform)
    return CATransform3DConcat(transform, CATransform3DMakeTranslation(-x, -y, -z))
  }
}

extension LayoutTransform {
  /// Creates the effect of a 3D transform on points of a plane, flattened into it as layers are:
  /// depth is ignored. `nil` if the transform has perspective or puts points behind the eye.
  fileprivate init?(inPlane t: CATransform3D) {
    guard abs(t.m14) < Self.flatness, abs(t.m24) < Self.flatness, t.m44 > 0 else { return nil }
    let scale = 1 / Double(t.m44)
    self.init(
      a: Double(t.m11) * scale, b: Double(t.m12) * scale, c: Double(t.m21) * scale,
      d: Double(t.m22) * scale, tx: Double(t.m41) * scale, ty: Double(t.m42) * scale)
  }

  /// The sine of a half turn is not exactly 0. The resulting error is a thousandth of a point for a
  /// layer of 1,000 points.
  private static let flatness: CGFloat = 1e-9
}

extension UIView {
  /// The view's area, a rectangle in the coordinates of a view.
  var area: (rect: CGRect, space: UIView) { (bounds, self) }
}
#endif
