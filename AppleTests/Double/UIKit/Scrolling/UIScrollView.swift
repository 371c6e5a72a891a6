import QuartzCore
import VirtualTime

/// Scrolls by the origin of its bounds.
open class UIScrollView: UIView {
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { moveContent(to: newValue) }
  }
  open var contentSize = CGSize.zero {
    didSet {
      guard contentSize != oldValue else { return }
      didChangeValue(for: \UIScrollView.contentSize)
      limitOffset()
    }
  }
  open var contentInset = UIEdgeInsets.zero {
    didSet {
      guard contentInset != oldValue else { return }
      didChangeValue(for: \UIScrollView.contentInset)
      setNeedsLayout()
      limitOffset()
    }
  }
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var isPagingEnabled = false
  open var isScrollEnabled = true
  open var bounces = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open weak var delegate: (any UIScrollViewDelegate)?

  public var isTracking: Bool {
    Self.trackingReads += 1
    return fingerCount > 0
  }
  /// The number of reads of any scroll view's `isTracking`: the cost of a turn.
  public static var trackingReads = 0
  /// The number of fingers on it.
  var fingerCount = 0
  public internal(set) var isDragging = false
  public internal(set) var isDecelerating = false

  public private(set) lazy var panGestureRecognizer: UIPanGestureRecognizer = ScrollPan(self)
  var motion: ScrollAnimation?
  var attachedRefreshControl: UIRefreshControl?

  public enum ContentInsetAdjustmentBehavior: Sendable { case automatic, never, always }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  /// The insets including the area covered by system bars, along the axes that scroll.
  open var adjustedContentInset: UIEdgeInsets {
    var insets = contentInset
    insets.top += refreshInset
    if contentInsetAdjustmentBehavior == .never { return insets }
    let area = safeAreaInsets
    let all = contentInsetAdjustmentBehavior == .always
    if all || scrolls(.vertical) {
      insets.top += area.top
      insets.bottom += area.bottom
    }
    if all || scrolls(.horizontal) {
      insets.left += area.left
      insets.right += area.right
    }
    return insets
  }

  public func setContentOffset(_ offset: CGPoint, animated: Bool) {
    motion?.end()
    motion = nil
    if isDecelerating { endDecelerating() }
    if animated {
      guard offset != contentOffset else { return }
      motion = ScrollAnimation(of: self, to: offset) { [weak self] in
        guard let self else { return }
        delegate?.scrollViewDidEndScrollingAnimation(self)
      }
    } else {
      contentOffset = offset
    }
  }

  func moveContent(to offset: CGPoint) {
    guard offset != bounds.origin else { return }
    bounds.origin = offset
    didChangeValue(for: \UIScrollView.contentOffset)
    delegate?.scrollViewDidScroll(self)
  }

  /// Limits the offset to the content at once, unless it moves. Witnesses: material-components'
  /// tests of a table on the simulator, where each assignment of an inset does so; WebKit's of a
  /// document that becomes shorter. So a scroll view that has no content yet begins at its inset.
  private func limitOffset() {
    guard fingerCount == 0, !isDragging, !isDecelerating, motion == nil else { return }
    moveContent(to: clamped(contentOffset))
  }

  /// At the beginning of the content, the offset follows bars; elsewhere it stays. Witnesses:
  /// scroll views at rest in public hierarchies and crash logs of iOS 15 to 26, at minus their
  /// inset, and a report that one that does not scroll begins at 0.
  override func changeSafeArea(to insets: UIEdgeInsets) {
    let old = adjustedContentInset
    super.changeSafeArea(to: insets)
    let new = adjustedContentInset
    guard isScrollEnabled, fingerCount == 0, !isDragging, !isDecelerating, motion == nil else {
      return
    }
    var offset = contentOffset
    if offset.y == -old.top { offset.y = -new.top }
    if offset.x == -old.left { offset.x = -new.left }
    moveContent(to: offset)
  }

  /// A scroll view lays out whenever it is scrolled.
  override func boundsChanged(from old: CGRect) {
    super.boundsChanged(from: old)
    if bounds.origin != old.origin { setNeedsLayout() }
  }

  enum Axis { case horizontal, vertical }

  func scrolls(_ axis: Axis) -> Bool {
    switch axis {
    case .horizontal: alwaysBounceHorizontal || contentSize.width > bounds.width
    case .vertical: alwaysBounceVertical || contentSize.height > bounds.height
    }
  }

  /// Returns the offset limited to the content's edges.
  func clamped(_ offset: CGPoint) -> CGPoint {
    let insets = adjustedContentInset
    let (left, top) = (-insets.left, -insets.top)
    let right = max(left, contentSize.width + insets.right - bounds.width)
    let bottom = max(top, contentSize.height + insets.bottom - bounds.height)
    return CGPoint(x: min(max(offset.x, left), right), y: min(max(offset.y, top), bottom))
  }
}

@MainActor
public protocol UIScrollViewDelegate: AnyObject {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}
