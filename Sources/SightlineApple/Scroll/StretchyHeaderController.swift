#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
public import SightlineScroll
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// Stretches a view at the top of a scroll view's content by exactly the pull, where the scroll
/// view bounces, and moves it slower than the content when it is scrolled up.
///
/// The controller sets the view's frame in the content, on AppKit whether the document is flipped
/// or not. Leave the topmost `height` points of the content free for it. With Reduce Motion it
/// moves with the content. Retain the controller; it retains neither view.
@MainActor
public final class StretchyHeaderController {
  /// Called on the main actor with each layout that was applied: title size, scale, how much is
  /// still visible. It runs when the scroll view reports a change.
  public var layoutChanged: ((StretchyHeader.Layout) -> Void)?

  private weak var header: PlatformView?
  private weak var scrollView: PlatformScrollView?
  private let state: StretchyHeader
  private let observer: ScrollObserver

  /// Starts following a scroll view. The header becomes a subview of the scroll view, on AppKit of
  /// its clip view, if it is not.
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
    let distance = geometry.distance(along: .vertical)
    let layout = state.layout(
      scrolled: distance, width: geometry.containerSize.width, motion: .current)
    // From the container's space, in which the layout is, into the content's.
    let background = layout.background
    header?.frame = scrollView.frame(
      ofHeader: LayoutRect(
        x: geometry.contentOffset.x, y: distance + background.minY, width: background.width,
        height: max(0, layout.frame.maxY - background.minY)))
    layoutChanged?(layout)
  }
}
#endif
