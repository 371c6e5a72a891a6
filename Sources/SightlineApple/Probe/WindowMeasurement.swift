#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The second measurement of a window's views for its audit.
struct WindowMeasurement: NaiveMeasurement {
  let covers: [PlatformView]
  private let window: PlatformWindow?

  init(_ host: WindowHost) {
    window = host.platformWindow
    covers = host.tree.covers.opaque.filter { cover in
      cover.window === host.platformWindow
        && cover.opacityToRoot.map { $0 >= SceneCover.opaqueLimit } ?? false
    }
  }

  func bounds(of view: PlatformView) -> LayoutRect? {
    view.window === window && view.opacityToRoot != nil ? LayoutRect(view.area.rect) : nil
  }

  func clips(of view: PlatformView) -> [(view: PlatformView, rect: LayoutRect)] {
    // The topmost one is the window's.
    sequence(first: view, next: \.superview).dropFirst()
      .filter { $0.superview == nil || $0.clipsSubviews }
      .map { ($0.area.space, LayoutRect($0.area.rect)) }
  }

  func corners(of view: PlatformView, in other: PlatformView) -> SampleGrid.Corners? {
    let (area, space) = view.area
    func point(_ x: CGFloat, _ y: CGFloat) -> LayoutPoint {
      LayoutPoint(space.convert(CGPoint(x: x, y: y), to: other))
    }
    return SampleGrid.Corners(
      topLeft: point(area.minX, area.minY), topRight: point(area.maxX, area.minY),
      bottomLeft: point(area.minX, area.maxY))
  }

  func isDrawn(_ view: PlatformView, before cover: PlatformView) -> Bool {
    if view.isDescendant(of: cover) { return false }
    if cover.isDescendant(of: view) { return true }
    var branch = view
    while let parent = branch.superview {
      if cover.isDescendant(of: parent) {
        guard
          let sibling = parent.subviews.firstIndex(where: { cover.isDescendant(of: $0) }),
          let own = parent.subviews.firstIndex(where: { $0 === branch })
        else { return false }
        let (depth, otherDepth) = (branch.drawingDepth, parent.subviews[sibling].drawingDepth)
        return depth == otherDepth ? own < sibling : depth < otherDepth
      }
      branch = parent
    }
    return false
  }
}

extension PlatformView {
  fileprivate var clipsSubviews: Bool {
    #if canImport(UIKit)
    clipsToBounds
    #else
    clipsToBounds || self is NSClipView || layer?.masksToBounds == true
    #endif
  }

  /// The product of the opacities up to the window; `nil` if the view or an ancestor is hidden.
  fileprivate var opacityToRoot: Double? {
    var opacity = 1.0
    for view in sequence(first: self, next: \.superview) {
      if view.isHidden { return nil }
      #if canImport(UIKit)
      opacity *= Double(view.alpha)
      #else
      opacity *= Double(view.alphaValue)
      #endif
    }
    return opacity
  }
}
#endif
