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
    view.window === window && view.opacityToRoot != nil ? LayoutRect(view.bounds) : nil
  }

  func clips(of view: PlatformView) -> [(view: PlatformView, rect: LayoutRect)] {
    view.clips.map { ($0, LayoutRect($0.bounds)) }
  }

  func corners(of view: PlatformView, in other: PlatformView) -> SampleGrid.Corners? {
    view.corners(in: other)
  }

  func isDrawn(_ view: PlatformView, before cover: PlatformView) -> Bool {
    view.isDrawn(before: cover)
  }
}

extension PlatformView {
  /// The view's superviews, innermost first.
  private var superviews: some Sequence<PlatformView> {
    sequence(first: self, next: \.superview).dropFirst()
  }

  /// The views that clip it: the topmost one is the window's.
  fileprivate var clips: [PlatformView] {
    superviews.filter { $0.superview == nil || $0.clipsSubviews }
  }

  private var clipsSubviews: Bool {
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

  fileprivate func corners(in other: PlatformView) -> SampleGrid.Corners {
    func point(_ x: CGFloat, _ y: CGFloat) -> LayoutPoint {
      LayoutPoint(convert(CGPoint(x: x, y: y), to: other))
    }
    return SampleGrid.Corners(
      topLeft: point(bounds.minX, bounds.minY), topRight: point(bounds.maxX, bounds.minY),
      bottomLeft: point(bounds.minX, bounds.maxY))
  }

  /// Returns whether another view that does not contain this one is drawn over it.
  fileprivate func isDrawn(before other: PlatformView) -> Bool {
    if isDescendant(of: other) { return false }
    if other.isDescendant(of: self) { return true }
    var branch = self
    while let parent = branch.superview {
      if other.isDescendant(of: parent) {
        guard
          let sibling = parent.subviews.firstIndex(where: { other.isDescendant(of: $0) }),
          let own = parent.subviews.firstIndex(where: { $0 === branch })
        else { return false }
        let (depth, otherDepth) = (
          branch.drawingDepth, parent.subviews[sibling].drawingDepth
        )
        return depth == otherDepth ? own < sibling : depth < otherDepth
      }
      branch = parent
    }
    return false
  }
}
#endif
