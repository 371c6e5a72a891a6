#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

// How one view of UIKit is read.
//
// UIKit's `bounds.origin` is the mirror's content offset: subviews are positioned in bounds
// coordinates, so scrolling changes one number. Model values are read, not those of a running
// animation.
extension PlatformTree {
  func reading(of window: UIWindow) -> ViewReading {
    ViewReading(
      frame: LayoutRect(origin: .zero, size: LayoutSize(window.bounds.size)), clip: .bounds,
      contentOffset: LayoutPoint(window.bounds.origin),
      appearance: SceneAppearance(opacity: Double(window.alpha), isHidden: window.isHidden))
  }

  /// A stamp that changes when a layout changes the view's contents.
  func stamp(of view: UIView) -> SIMD4<Int32> {
    var stamp = SIMD4(Int32(truncatingIfNeeded: view.subviews.count), 0, 0, 0)
    if let scrollView = view as? UIScrollView {
      let size = scrollView.contentSize
      // In sixteenths of a point, truncated to what fits.
      stamp.y = Self.stamp(of: size.width)
      stamp.z = Self.stamp(of: size.height)
    }
    return stamp
  }

  private static func stamp(of length: CGFloat) -> Int32 {
    Int32(truncatingIfNeeded: Int64(exactly: (length * 16).rounded()) ?? 0)
  }

  /// Whether a view is unchanged, by the properties that place nearly every view: half the time of
  /// reading it. False if in doubt.
  func isUnchanged(
    _ view: UIView, since old: ViewReading, as role: ViewSurroundings.Role
  ) -> Bool {
    let layer = view.layer
    let (bounds, position, anchor) = (layer.bounds, layer.position, layer.anchorPoint)
    guard
      Double(position.x) - Double(anchor.x * bounds.width) == old.frame.origin.x,
      Double(position.y) - Double(anchor.y * bounds.height) == old.frame.origin.y,
      Double(bounds.width) == old.frame.size.width, Double(bounds.height) == old.frame.size.height,
      Double(view.alpha) == old.appearance.opacity, view.isHidden == old.appearance.isHidden,
      old.appearance.transform == .identity, old.appearance.zIndex == 0,
      CATransform3DIsIdentity(layer.transform)
    else { return false }
    guard role == .container else { return true }
    return (old.clip == .bounds) == view.clipsToBounds
      && Double(bounds.minX) == old.contentOffset.x && Double(bounds.minY) == old.contentOffset.y
      && !old.mayHoldCovers && stamp(of: view) == old.stamp
  }

  func reading(of view: UIView, zIndex: Int32) -> ViewReading {
    let layer = view.layer
    let (bounds, anchorPoint) = (layer.bounds, layer.anchorPoint)
    let anchor = LayoutPoint(
      x: Double(anchorPoint.x * bounds.width), y: Double(anchorPoint.y * bounds.height))
    var frame = LayoutRect(
      origin: LayoutPoint(layer.position) - anchor, size: LayoutSize(bounds.size))
    var transform = LayoutTransform.identity
    let matrix = layer.transform
    if !CATransform3DIsIdentity(matrix) {
      if CATransform3DIsAffine(matrix) {
        transform = LayoutTransform(CATransform3DGetAffineTransform(matrix)).about(anchor)
      } else {
        // A perspective cannot be described by a parallelogram.
        frame = LayoutRect(x: .infinity, y: .infinity, width: 0, height: 0)
      }
    }
    return ViewReading(
      frame: frame, clip: view.clipsToBounds ? .bounds : .none,
      contentOffset: LayoutPoint(bounds.origin), scrolls: view is UIScrollView,
      appearance: SceneAppearance(
        opacity: Double(view.alpha), isHidden: view.isHidden, transform: transform,
        zIndex: zIndex))
  }
}
#endif
