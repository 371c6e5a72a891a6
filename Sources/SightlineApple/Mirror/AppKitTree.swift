#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import SightlineCore
import SightlineHost

// Readings of AppKit views.
//
// A view's bounds are its content space, with `y` negated if the view is not flipped, so scrolling
// and resizing change the content offset and no frame. Its scale and rotation in its parent are its
// transform.
extension PlatformTree {
  func reading(of window: NSWindow) -> ViewReading {
    let size = LayoutSize(window.frame.size)
    return ViewReading(
      frame: LayoutRect(origin: .zero, size: size), clip: .bounds,
      contentOffset: LayoutPoint(x: 0, y: -size.height),
      appearance: SceneAppearance(opacity: Double(window.alphaValue)))
  }

  func isScrolledByReader(_ view: NSView) -> Bool {
    guard let scrollView = view.enclosingScrollView, scrollView.contentView === view else {
      return false
    }
    return LiveScrolling.of(scrollView).isByReader
  }

  /// Returns zero: a window needs no stamp.
  func stamp(of window: NSWindow) -> SIMD4<Int32> { .zero }

  /// Returns a stamp that changes when a layout changes the view's contents. The content size of a
  /// clip view is part of its document view's reading.
  func stamp(of view: NSView) -> SIMD4<Int32> {
    SIMD4(Self.stamp(of: view.subviews), 0, 0, 0)
  }

  /// No check is cheaper than reading the view.
  func offset(
    of view: NSView, unchangedSince old: ViewReading, as role: ViewSurroundings.Role
  ) -> LayoutPoint? { nil }

  /// Whether a view scrolls. If it does, its scroll view is listened to from before its first
  /// scroll.
  private func scrolls(_ view: NSView) -> Bool {
    guard view is NSClipView else { return false }
    if let scrollView = view.enclosingScrollView { _ = LiveScrolling.of(scrollView) }
    return true
  }

  /// In an app built for macOS 13, a view may clip with its layer only.
  private func clips(_ view: NSView) -> Bool {
    view.clipsToBounds || view is NSClipView || view.layer?.masksToBounds == true
  }

  func reading(of view: NSView, zIndex: Int32, isMovedByParent: Bool) -> ViewReading {
    let bounds = view.bounds
    let place = place(of: view)
    let turnsContent = view.turnsContent
    return ViewReading(
      frame: LayoutRect(
        origin: place.origin, size: LayoutSize(turnsContent ? view.frame.size : bounds.size)),
      clip: clips(view) ? .bounds : .none,
      contentOffset: turnsContent
        ? .zero
        : LayoutPoint(
          x: Double(bounds.minX), y: Double(view.isFlipped ? bounds.minY : -bounds.maxY)),
      scrolls: scrolls(view),
      appearance: SceneAppearance(
        opacity: Double(view.alphaValue), isHidden: view.isHidden, transform: place.transform,
        zIndex: zIndex))
  }

  /// Returns a view's top left corner in its parent's content, and its transform about that corner.
  /// The window itself is not flipped.
  private func place(
    of view: NSView
  ) -> (origin: LayoutPoint, transform: LayoutTransform) {
    if view.isRotatedFromBase { return turnedPlace(of: view) }
    let (frame, bounds) = (view.frame, view.bounds)
    let isFlipped = view.superview?.isFlipped ?? false
    let top = isFlipped ? frame.minY : frame.maxY
    let origin = LayoutPoint(x: Double(frame.minX), y: Double(isFlipped ? top : -top))
    // Bounds and frame differ in size in a magnified scroll view.
    guard frame.size != bounds.size, bounds.width > 0, bounds.height > 0 else {
      return (origin, .identity)
    }
    return (
      origin,
      .scale(x: Double(frame.width / bounds.width), y: Double(frame.height / bounds.height))
    )
  }

  private func turnedPlace(
    of view: NSView
  ) -> (origin: LayoutPoint, transform: LayoutTransform) {
    // What is in a parent with turned bounds is placed in the parent's frame.
    var (space, start) = (view.superview, LayoutPoint.zero)
    if let parent = space, parent.turnsContent {
      space = parent.superview
      let isFlipped = space?.isFlipped ?? false
      start = LayoutPoint(
        x: Double(parent.frame.minX),
        y: Double(isFlipped ? parent.frame.minY : -parent.frame.maxY))
    }
    let turn = space?.isFlipped ?? false ? 1.0 : -1.0
    let (area, owner) = view.area
    func convert(_ x: CGFloat, _ y: CGFloat) -> LayoutPoint {
      let point = owner.convert(CGPoint(x: x, y: y), to: space)
      return LayoutPoint(x: Double(point.x), y: turn * Double(point.y)) - start
    }
    let (top, bottom) = owner.isFlipped ? (area.minY, area.maxY) : (area.maxY, area.minY)
    let origin = convert(area.minX, top)
    guard area.width > 0, area.height > 0 else { return (origin, .identity) }
    let x = convert(area.maxX, top) - origin
    let y = convert(area.minX, bottom) - origin
    let (width, height) = (Double(area.width), Double(area.height))
    return (
      origin,
      LayoutTransform(
        a: x.x / width, b: x.y / width, c: y.x / height, d: y.y / height, tx: 0, ty: 0)
    )
  }
}

extension NSView {
  /// Whether the coordinates in the view are turned. Its area remains that of its frame, and its
  /// bounds, which contain that area, are larger.
  fileprivate var turnsContent: Bool {
    boundsRotation != 0 && frameRotation == 0 && superview != nil
  }

  /// The view's area, a rectangle in the coordinates of a view: its own, or its parent's.
  var area: (rect: CGRect, space: NSView) {
    if let superview, turnsContent { (frame, superview) } else { (bounds, self) }
  }
}
#endif
