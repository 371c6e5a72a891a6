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
  private(set) lazy var covers = WindowCovers(tree: self)
  private var table = ViewTable()
  /// What holds all of the window.
  let root: ViewKey

  init(root: NSView) { self.root = table.key(of: root) }

  /// The key of a view, by which it can be read.
  func key(of view: NSView) -> ViewKey { table.key(of: view) }

  /// The view that a key stands for; `nil` if it is gone.
  func view(of key: ViewKey) -> NSView? {
    // Nothing else gets a key of the table.
    table.view(of: key).map { unsafeDowncast($0, to: NSView.self) }
  }

  func parent(of key: ViewKey) -> ViewKey? {
    key == root ? nil : view(of: key)?.superview.map { self.key(of: $0) }
  }

  func read(_ key: ViewKey, in surroundings: Surroundings) -> ViewReading? {
    guard let view = view(of: key) else { return nil }
    let bounds = view.bounds
    let isFlipped = view.isFlipped
    var place = (origin: LayoutPoint.zero, transform: LayoutTransform.identity)
    if key != root, let parent = view.superview { place = self.place(of: view, in: parent) }
    let appearance = SceneAppearance(
      opacity: Double(view.alphaValue), isHidden: view.isHidden, transform: place.transform,
      zIndex: covers.zIndex(of: view, as: surroundings.role))
    var reading = ViewReading(
      frame: LayoutRect(origin: place.origin, size: LayoutSize(bounds.size)),
      clip: key == root || view.clipsToBounds || view is NSClipView ? .bounds : .none,
      contentOffset: LayoutPoint(
        x: Double(bounds.minX), y: Double(isFlipped ? bounds.minY : -bounds.maxY)),
      scrolls: view is NSClipView, appearance: appearance)
    if surroundings.role == .container { reading.mayHoldCovers = covers.lie(in: key) }
    return reading
  }

  /// Where a view's top left corner is in its parent's content, and what is done to it about that.
  private func place(
    of view: NSView, in parent: NSView
  ) -> (origin: LayoutPoint, transform: LayoutTransform) {
    let turn = parent.isFlipped ? 1.0 : -1.0
    let (frame, bounds) = (view.frame, view.bounds)
    if view.frameRotation == 0 && view.boundsRotation == 0 {
      let top = parent.isFlipped ? frame.minY : frame.maxY
      let origin = LayoutPoint(x: Double(frame.minX), y: turn * Double(top))
      // Bounds of another size than the frame: a magnified scroll view.
      guard frame.size != bounds.size, bounds.width > 0, bounds.height > 0 else {
        return (origin, .identity)
      }
      return (
        origin,
        .scale(x: Double(frame.width / bounds.width), y: Double(frame.height / bounds.height))
      )
    }
    func convert(_ x: CGFloat, _ y: CGFloat) -> LayoutPoint {
      let point = parent.convert(CGPoint(x: x, y: y), from: view)
      return LayoutPoint(x: Double(point.x), y: turn * Double(point.y))
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
      LayoutTransform(
        a: x.x / width, b: x.y / width, c: y.x / height, d: y.y / height, tx: 0, ty: 0)
    )
  }

  /// AppKit does not tell whether it has laid a view out.
  func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif
