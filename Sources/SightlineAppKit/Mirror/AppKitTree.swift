#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import SightlineApple
import SightlineCore
import SightlineHost

/// AppKit's tree of views, as the mirror reads it.
///
/// A view's bounds are its content space, turned round where it is not flipped: `y` becomes `-y`,
/// so that scrolling and resizing change the content offset and no frame. What scales and rotates a
/// view in its parent is its transform.
@MainActor
final class AppKitTree: ViewTree {
  /// The covers of the window; the order of views counts only where there are some.
  let covers = WindowCovers()
  private let root: ViewReference

  init(root: ViewReference) { self.root = root }

  func parent(of view: ViewReference) -> ViewReference? {
    view == root ? nil : view.view?.superview.map { ViewReference($0) }
  }

  func read(_ view: ViewReference, parentOffset offset: Point) -> ViewReading? {
    guard let nsView = view.view else { return nil }
    let bounds = nsView.bounds
    let isFlipped = nsView.isFlipped
    var place = (origin: Point.zero, transform: Transform.identity)
    if view != root, let parent = nsView.superview { place = self.place(of: nsView, in: parent) }
    let appearance = Appearance(
      opacity: Double(nsView.alphaValue), isHidden: nsView.isHidden, transform: place.transform,
      zIndex: covers.zIndex(of: nsView, asCover: view.isCover))
    return ViewReading(
      frame: Rect(origin: place.origin, size: Size(bounds.size)),
      clip: view == root || nsView.clipsToBounds || nsView is NSClipView ? .bounds : .none,
      contentOffset: Point(
        x: Double(bounds.minX), y: Double(isFlipped ? bounds.minY : -bounds.maxY)),
      scrolls: nsView is NSClipView, appearance: appearance)
  }

  /// Where a view's top left corner is in its parent's content, and what is done to it about that.
  private func place(of view: NSView, in parent: NSView) -> (origin: Point, transform: Transform) {
    let turn = parent.isFlipped ? 1.0 : -1.0
    let (frame, bounds) = (view.frame, view.bounds)
    if view.frameRotation == 0 && view.boundsRotation == 0 {
      let top = parent.isFlipped ? frame.minY : frame.maxY
      let origin = Point(x: Double(frame.minX), y: turn * Double(top))
      // Bounds of another size than the frame: a magnified scroll view.
      guard frame.size != bounds.size, bounds.width > 0, bounds.height > 0 else {
        return (origin, .identity)
      }
      return (
        origin,
        .scale(x: Double(frame.width / bounds.width), y: Double(frame.height / bounds.height))
      )
    }
    func convert(_ x: CGFloat, _ y: CGFloat) -> Point {
      let point = parent.convert(CGPoint(x: x, y: y), from: view)
      return Point(x: Double(point.x), y: turn * Double(point.y))
    }
    let (top, bottom) =
      view.isFlipped ? (bounds.minY, bounds.maxY) : (bounds.maxY, bounds.minY)
    let origin = convert(bounds.minX, top)
    guard bounds.width > 0, bounds.height > 0 else { return (origin, .identity) }
    let x = convert(bounds.maxX, top) - origin
    let y = convert(bounds.minX, bottom) - origin
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    return (
      origin,
      Transform(
        a: x.x / width, b: x.y / width, c: y.x / height, d: y.y / height, tx: 0, ty: 0)
    )
  }

  /// AppKit does not tell whether it has laid a view out.
  func contentsMayDiffer(in view: ViewReference) -> Bool { true }

  func covers(in view: ViewReference) -> [(view: ViewReference, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif
