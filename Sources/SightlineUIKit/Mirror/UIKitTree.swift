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
  private(set) lazy var covers = WindowCovers(tree: self)
  private var table = ViewTable()

  /// The key of a view, by which it can be read.
  func key(of view: UIView) -> ViewKey { table.key(of: view) }

  /// The view that a key stands for; `nil` if it is gone.
  func view(of key: ViewKey) -> UIView? {
    // Nothing else gets a key of the table.
    table.view(of: key).map { unsafeDowncast($0, to: UIView.self) }
  }

  func parent(of key: ViewKey) -> ViewKey? {
    guard let view = view(of: key), !(view is UIWindow) else { return nil }
    return view.superview.map { self.key(of: $0) }
  }

  func read(_ key: ViewKey, in surroundings: Surroundings) -> ViewReading? {
    guard let view = view(of: key) else { return nil }
    let bounds = view.bounds
    let isWindow = view is UIWindow
    var frame = LayoutRect(origin: .zero, size: LayoutSize(bounds.size))
    var transform = LayoutTransform.identity
    if !isWindow {
      let layer = view.layer
      let anchor = LayoutPoint(
        x: Double(layer.anchorPoint.x * bounds.width),
        y: Double(layer.anchorPoint.y * bounds.height))
      frame = LayoutRect(origin: LayoutPoint(layer.position) - anchor, size: frame.size)
      let matrix = layer.transform
      if !CATransform3DIsIdentity(matrix) {
        if CATransform3DIsAffine(matrix) {
          transform = LayoutTransform(CATransform3DGetAffineTransform(matrix)).about(anchor)
        } else {
          // In perspective: where it shows cannot be said with a parallelogram.
          frame = LayoutRect(x: .infinity, y: .infinity, width: 0, height: 0)
        }
      }
    }
    let appearance = SceneAppearance(
      opacity: Double(view.alpha), isHidden: view.isHidden, transform: transform,
      zIndex: covers.zIndex(of: view, as: surroundings.role))
    var reading = ViewReading(
      frame: frame, clip: isWindow || view.clipsToBounds ? .bounds : .none,
      contentOffset: LayoutPoint(bounds.origin), scrolls: view is UIScrollView,
      appearance: appearance)
    if surroundings.role == .container { reading.mayHoldCovers = covers.lie(in: key) }
    return reading
  }

  /// UIKit does not tell whether it has laid a view out.
  func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif
