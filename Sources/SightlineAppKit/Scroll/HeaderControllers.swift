#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import SightlineApple
import SightlineCore
public import SightlineScroll

/// Makes a view lower once a scroll view is scrolled past a threshold, and higher again on the way
/// back.
///
/// ```swift
/// let collapsing = CollapsingHeaderController(header: bar, in: scrollView)
/// collapsing.layoutChanged = { layout in label.isHidden = !layout.showsLabel }
/// ```
///
/// The header lies over the scroll view, beside it in their parent, and is laid out with
/// constraints. The controller sets its height by a constraint of its own and gives the scroll view
/// the expanded height as its top inset, which never changes, so that the header does not toggle
/// itself. With Reduce Motion the height jumps. A second controller of the same header takes the
/// first one's constraint over. Keep the object; it keeps neither view.
@MainActor
public final class CollapsingHeaderController {
  /// Called on the main actor, in the animation, with what to apply beside the height: paddings,
  /// the label.
  public var layoutChanged: ((CollapsingHeader.Layout) -> Void)?

  private weak var header: NSView?
  private let height: NSLayoutConstraint
  private let observer: ScrollObserver
  private var state: CollapsingHeader

  /// Begins to follow a scroll view, whose insets are not adjusted automatically any more. One that
  /// is at its top stays there.
  public init(
    header: NSView, in scrollView: NSScrollView,
    style: CollapsingHeader.Style = CollapsingHeader.Style()
  ) {
    self.header = header
    state = CollapsingHeader(style: style)
    Self.heights[header]?.isActive = false
    height = header.heightAnchor.constraint(equalToConstant: CGFloat(style.expandedHeight))
    height.isActive = true
    Self.heights[header] = height
    let isAtTop = ScrollMetrics(scrollView).distance(along: .vertical) <= 0
    scrollView.automaticallyAdjustsContentInsets = false
    scrollView.contentInsets.top = CGFloat(state.contentInset)
    if isAtTop { CollapsingHeaderController.scrollToTop(of: scrollView) }
    observer = ScrollObserver(of: scrollView)
    observer.geometryChanged = { [weak self] geometry in self?.scrolled(geometry) }
  }

  /// The constraint of the latest controller of a header.
  private static let heights = AttachedObject<NSLayoutConstraint>()

  /// AppKit leaves the document where it is, below the header, when the inset changes.
  private static func scrollToTop(of scrollView: NSScrollView) {
    let clipView = scrollView.contentView
    let document = scrollView.documentView?.frame ?? .zero
    let inset = scrollView.contentInsets.top
    let y =
      clipView.isFlipped
      ? document.minY - inset : document.maxY + inset - clipView.bounds.height
    clipView.scroll(to: CGPoint(x: clipView.bounds.minX, y: y))
    scrollView.reflectScrolledClipView(clipView)
  }

  private func scrolled(_ geometry: ScrollMetrics) {
    guard
      let change = state.scroll(
        in: geometry, placement: .overlay, at: MonotonicClock.now, motion: .current)
    else { return }
    let layout = state.layout(at: .never)
    guard change > .zero else {
      height.constant = CGFloat(layout.height)
      layoutChanged?(layout)
      return
    }
    let easing = state.style.easing
    let duration = change.components
    NSAnimationContext.runAnimationGroup { context in
      context.duration = Double(duration.seconds) + Double(duration.attoseconds) / 1e18
      context.timingFunction = CAMediaTimingFunction(
        controlPoints: Float(easing.x1), Float(easing.y1), Float(easing.x2), Float(easing.y2))
      context.allowsImplicitAnimation = true
      height.animator().constant = CGFloat(layout.height)
      layoutChanged?(layout)
      header?.superview?.layoutSubtreeIfNeeded()
    }
  }
}

/// Stretches a view at the top of a scroll view's document by exactly the pull, where the scroll
/// view is elastic, and moves it slower than the document when it is scrolled up.
///
/// The controller sets the view's frame, in the clip view and so in the document's space, whether
/// that is flipped or not; leave the document's topmost `height` points free for it. With Reduce
/// Motion it moves with the document. Keep the object; it keeps neither view.
@MainActor
public final class StretchyHeaderController {
  /// Called on the main actor with each layout that was applied: title size, scale, how much is
  /// still visible. It runs with the clip view's notifications.
  public var layoutChanged: ((StretchyHeader.Layout) -> Void)?

  private weak var header: NSView?
  private weak var scrollView: NSScrollView?
  private let state: StretchyHeader
  private let observer: ScrollObserver

  /// Begins to follow a scroll view, whose clip view becomes the header's parent if it is not.
  public init(header: NSView, in scrollView: NSScrollView, state: StretchyHeader) {
    self.header = header
    self.scrollView = scrollView
    self.state = state
    let clipView = scrollView.contentView
    header.translatesAutoresizingMaskIntoConstraints = true
    if header.superview !== clipView {
      clipView.addSubview(header, positioned: .above, relativeTo: scrollView.documentView)
    }
    // What `clipsToBounds` does from macOS 14 on is what a layer does before.
    header.wantsLayer = true
    header.layer?.masksToBounds = true
    observer = ScrollObserver(of: scrollView)
    observer.geometryChanged = { [weak self] geometry in self?.apply(geometry) }
    apply(observer.geometry)
  }

  private func apply(_ geometry: ScrollMetrics) {
    guard let scrollView else { return }
    let distance = geometry.distance(along: .vertical)
    let layout = state.layout(
      scrolled: distance, width: geometry.containerSize.width, motion: .current)
    // From the container's space, in which the layout is, into the document's: from its top
    // downwards.
    let top = CGFloat(distance + layout.background.minY)
    let height = CGFloat(max(0, layout.frame.maxY - layout.background.minY))
    let document = scrollView.documentView?.frame ?? .zero
    let isFlipped = scrollView.contentView.isFlipped
    header?.frame = CGRect(
      x: document.minX + CGFloat(geometry.contentOffset.x),
      y: isFlipped ? document.minY + top : document.maxY - top - height,
      width: CGFloat(layout.background.width), height: height)
    layoutChanged?(layout)
  }
}

extension MotionPreference {
  /// The system's Reduce Motion setting.
  @MainActor
  static var current: MotionPreference {
    NSWorkspace.shared.accessibilityDisplayShouldReduceMotion ? .reduced : .full
  }
}
#endif
