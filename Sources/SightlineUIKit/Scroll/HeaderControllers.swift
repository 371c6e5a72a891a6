#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineScroll
public import UIKit

/// Makes a view lower once a scroll view is scrolled past a threshold, and higher again on the way
/// back.
///
/// ```swift
/// let collapsing = CollapsingHeaderController(header: bar, in: tableView)
/// collapsing.layoutChanged = { layout in label.isHidden = !layout.showsLabel }
/// ```
///
/// The header lies over the scroll view, beside it in their parent. The controller sets the height
/// by a constraint of its own and adds the expanded height to the scroll view's top inset, once and
/// for all, so that the header does not toggle itself; content at its top stays there. A second
/// controller of the scroll view, as when a screen is set up anew, takes the first one's inset
/// over, and one of the header its constraint. Keep the object; it keeps neither view.
@MainActor
public final class CollapsingHeaderController {
  /// Called in the animation with what to apply beside the height: paddings, the label.
  public var layoutChanged: ((CollapsingHeader.Layout) -> Void)?

  private weak var header: UIView?
  private let height: NSLayoutConstraint
  private let observer: ScrollObserver
  private var state: CollapsingHeader

  /// Begins to follow a scroll view.
  public init(
    header: UIView, in scrollView: UIScrollView,
    style: CollapsingHeader.Style = CollapsingHeader.Style()
  ) {
    self.header = header
    state = CollapsingHeader(style: style)
    Self.heights[header]?.isActive = false
    height = header.heightAnchor.constraint(equalToConstant: style.expandedHeight)
    height.isActive = true
    Self.heights[header] = height
    let isAtTop = scrollView.contentOffset.y <= -scrollView.adjustedContentInset.top
    let inset = HeaderInset(top: CGFloat(state.contentInset))
    scrollView.contentInset.top += inset.top - (Self.insets[scrollView]?.top ?? 0)
    Self.insets[scrollView] = inset
    if isAtTop { scrollView.contentOffset.y = -scrollView.adjustedContentInset.top }
    observer = ScrollObserver(of: scrollView)
    observer.geometryChanged = { [weak self] geometry in self?.scrolled(geometry) }
  }

  /// What the latest controller of a header and of a scroll view did to them.
  private static let heights = AttachedObject<NSLayoutConstraint>()
  private static let insets = AttachedObject<HeaderInset>()

  private func scrolled(_ geometry: ScrollMetrics) {
    guard
      let change = state.scroll(
        in: geometry, placement: .overlay, at: MonotonicClock.now, motion: .current)
    else { return }
    let layout = state.layout(at: .never)
    let apply = { [weak self] in
      guard let self else { return }
      height.constant = layout.height
      layoutChanged?(layout)
      header?.superview?.layoutIfNeeded()
    }
    guard change > .zero else { return apply() }
    let easing = state.style.easing
    let animator = UIViewPropertyAnimator(
      duration: Double(change.components.seconds) + Double(change.components.attoseconds) / 1e18,
      controlPoint1: CGPoint(x: easing.x1, y: easing.y1),
      controlPoint2: CGPoint(x: easing.x2, y: easing.y2), animations: apply)
    animator.startAnimation()
  }
}

/// The part of a scroll view's top inset that is its header's.
private final class HeaderInset {
  let top: CGFloat

  init(top: CGFloat) { self.top = top }
}

/// Stretches a view at the top of a scroll view's content by exactly the pull, and moves it slower
/// than the content when it is scrolled up.
///
/// The controller sets the view's frame, in the scroll view; lay the content out below `height`,
/// with an inset or a spacer. Keep the object; it keeps neither view.
@MainActor
public final class StretchyHeaderController {
  /// Called with each layout that was applied: title size, scale, how much is still visible.
  public var layoutChanged: ((StretchyHeader.Layout) -> Void)?

  private weak var header: UIView?
  private let state: StretchyHeader
  private let observer: ScrollObserver

  /// Begins to follow a scroll view, which becomes the header's parent if it is not.
  public init(header: UIView, in scrollView: UIScrollView, state: StretchyHeader) {
    self.header = header
    self.state = state
    if header.superview !== scrollView { scrollView.insertSubview(header, at: 0) }
    header.clipsToBounds = true
    observer = ScrollObserver(of: scrollView)
    observer.geometryChanged = { [weak self] geometry in self?.apply(geometry) }
    apply(observer.geometry)
  }

  private func apply(_ geometry: ScrollMetrics) {
    let layout = state.layout(
      scrolled: geometry.distance(along: .vertical), width: geometry.containerSize.width,
      motion: .current)
    // From the container's space, in which the layout is, into the content's.
    let background = layout.background
    header?.frame = CGRect(
      x: geometry.contentOffset.x,
      y: geometry.distance(along: .vertical) + background.minY, width: background.width,
      height: max(0, layout.frame.maxY - background.minY))
    layoutChanged?(layout)
  }
}

extension MotionPreference {
  /// The system's Reduce Motion setting.
  @MainActor
  static var current: MotionPreference {
    UIAccessibility.isReduceMotionEnabled ? .reduced : .full
  }
}
#endif
