#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import Foundation
import SightlineApple
public import SightlineScroll
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// Collapses a view once a scroll view is scrolled past a threshold, and expands it on the way
/// back.
///
/// ```swift
/// let collapsing = CollapsingHeaderController(header: bar, in: scrollView)
/// collapsing.layoutChanged = { layout in label.isHidden = !layout.showsLabel }
/// ```
///
/// The header overlaps the scroll view as its sibling, and is laid out with constraints. The
/// controller sets the header's height with its own constraint and adds the expanded height to the
/// scroll view's top inset once, so the header does not toggle itself. With Reduce Motion the
/// height jumps. A second controller of the same header or scroll view takes over the constraint
/// and the inset. Retain the controller; it retains neither view.
///
/// A list's pinned section headers follow its inset, so they stay below the *expanded* header. The
/// inset can't shrink with the header: otherwise a scroll to the top or to one of the first rows
/// would end under the header, which expands on the way. The controller logs a warning when such a
/// list collapses its header. Leave its section headers unpinned, or give the style equal heights.
@MainActor
public final class CollapsingHeaderController {
  /// Called on the main actor, within the animation, with the padding and the label to apply. If
  /// the header is already collapsed when this is set, it is called at once.
  public var layoutChanged: (@MainActor (CollapsingHeader.Layout) -> Void)? {
    didSet { if state.isCollapsed { layoutChanged?(state.layout(at: .never)) } }
  }

  /// Whether it has logged that the list's section headers stay below the expanded header.
  package private(set) var hasWarned = false

  private weak var header: PlatformView?
  private weak var scrollView: PlatformScrollView?
  private let height: NSLayoutConstraint
  private let observer: ScrollObserver
  private var state: CollapsingHeader

  /// Starts following a scroll view. On AppKit, its insets are no longer adjusted automatically: if
  /// a title bar covers it, create the controller once the scroll view is laid out in its window.
  public init(
    header: PlatformView, in scrollView: PlatformScrollView,
    style: CollapsingHeader.Style = CollapsingHeader.Style()
  ) {
    self.header = header
    self.scrollView = scrollView
    state = CollapsingHeader(style: style)
    Self.heights[header]?.isActive = false
    height = header.heightAnchor.constraint(equalToConstant: CGFloat(style.expandedHeight))
    height.isActive = true
    Self.heights[header] = height
    let oldInset = Self.insets[scrollView]?.doubleValue ?? 0
    scrollView.increaseTopInset(by: CGFloat(state.contentInset - oldInset))
    Self.insets[scrollView] = NSNumber(value: state.contentInset)
    observer = ScrollObserver(of: scrollView)
    observer.geometryChanged = { [weak self] geometry in self?.scrolled(geometry) }
    // A list at its top may be about to be scrolled without an animation, as when a screen is
    // restored.
    let geometry = observer.geometry
    if !geometry.isAtStart(along: .vertical) { scrolled(geometry) }
  }

  /// The constraint of the latest controller of a header.
  private static let heights = AttachedObject<NSLayoutConstraint>()
  /// The part of a scroll view's top inset that belongs to its latest controller.
  private static let insets = AttachedObject<NSNumber>()

  private func scrolled(_ geometry: ScrollMetrics) {
    let duration = state.scroll(in: geometry, at: MonotonicClock.now, motion: .current)
    guard let duration else { return }
    if !hasWarned, state.style.collapsedHeight < state.style.expandedHeight,
      scrollView?.pinsSectionHeaders == true
    {
      hasWarned = true
      NSLog(
        "Sightline: pinned section headers stay below the expanded height of a collapsing header. "
          + "Unpin them, or use equal heights.")
    }
    let layout = state.layout(at: .never)
    height.animate(
      to: CGFloat(layout.height), in: header?.superview, over: duration, state.style.easing
    ) { [weak self] in
      self?.layoutChanged?(layout)
    }
  }
}
#endif
