#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineApple
public import SightlineScroll
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// Stretches a view at the top of a scroll view's content by exactly the pull, if the scroll view
/// bounces, and moves it more slowly than the content when scrolled up.
///
/// The controller sets the view's frame in the content; on AppKit, the document may be flipped or
/// not. Leave the topmost `height` points of the content free for it. With Reduce Motion it moves
/// with the content. Retain the controller; it retains neither view.
@MainActor
public final class StretchyHeaderController {
  /// Called on the main actor with each applied layout, when the scroll view reports a change.
  public var layoutChanged: (@MainActor (StretchyHeader.Layout) -> Void)?

  private weak var header: PlatformView?
  private weak var scrollView: PlatformScrollView?
  private let state: StretchyHeader
  private let observer: ScrollObserver

  /// Starts following a scroll view, and adds the header to it, on AppKit to its clip view.
  public init(
    header: PlatformView, in scrollView: PlatformScrollView, state: StretchyHeader
  ) {
    self.header = header
    self.scrollView = scrollView
    self.state = state
    scrollView.insertHeader(header)
    observer = ScrollObserver(of: scrollView)
    observer.geometryChanged = { [weak self] geometry in self?.apply(geometry) }
    apply(observer.geometry)
  }

  private func apply(_ geometry: ScrollMetrics) {
    guard let scrollView else { return }
    let distance = scrollView.distanceFromTop
    let layout = state.layout(
      scrolled: distance, width: geometry.containerSize.width, motion: .current)
    // Convert from the container's space, used by the layout, to the content's.
    let background = layout.background
    header?.frame = scrollView.frame(
      ofHeader: LayoutRect(
        x: geometry.contentOffset.x, y: distance + background.minY, width: background.width,
        height: max(0, layout.frame.maxY - background.minY)))
    layoutChanged?(layout)
  }
}
#endif
