#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineHost
import UIKit

/// UIKit's tree of views, as the mirror reads it.
///
/// What UIKit calls `bounds.origin` is the mirror's content offset: subviews' positions are in
/// bounds coordinates, so scrolling changes one number here as well as there. Model values are
/// read, not what an animation shows on its way to them.
@MainActor
final class UIKitTree: ViewTree {
  /// The covers of the window; the order of views counts only where there are some.
  let covers = WindowCovers()

  func parent(of view: ViewReference) -> ViewReference? {
    guard let view = view.view, !(view is UIWindow) else { return nil }
    return view.superview.map { ViewReference($0) }
  }

  func read(_ reference: ViewReference, parentOffset offset: Point) -> ViewReading? {
    guard let view = reference.view else { return nil }
    let bounds = view.bounds
    let isWindow = view is UIWindow
    var frame = Rect(origin: .zero, size: Size(bounds.size))
    var transform = Transform.identity
    if !isWindow {
      let layer = view.layer
      let anchor = Point(
        x: Double(layer.anchorPoint.x * bounds.width),
        y: Double(layer.anchorPoint.y * bounds.height))
      frame = Rect(origin: Point(layer.position) - anchor, size: frame.size)
      let matrix = layer.transform
      if !CATransform3DIsIdentity(matrix) {
        if CATransform3DIsAffine(matrix) {
          transform = Transform(CATransform3DGetAffineTransform(matrix)).about(anchor)
        } else {
          // In perspective: where it shows cannot be said with a parallelogram.
          frame = Rect(x: .infinity, y: .infinity, width: 0, height: 0)
        }
      }
    }
    let appearance = Appearance(
      opacity: Double(view.alpha), isHidden: view.isHidden, transform: transform,
      zIndex: covers.zIndex(of: view, asCover: reference.isCover))
    return ViewReading(
      frame: frame, clip: isWindow || view.clipsToBounds ? .bounds : .none,
      contentOffset: Point(bounds.origin), scrolls: view is UIScrollView, appearance: appearance)
  }

  /// UIKit does not tell whether it has laid a view out.
  func contentsMayDiffer(in view: ViewReference) -> Bool { true }

  func covers(in view: ViewReference) -> [(view: ViewReference, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif
