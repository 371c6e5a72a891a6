import CoreGraphics

/// While it refreshes, the content rests below it: since iOS 13 its height is a part of the scroll
/// view's adjusted inset. Witnesses: square/Blueprint, pull request 176, and of its height of 60, a
/// log of iOS 17 that prints the control.
open class UIRefreshControl: UIControl {
  fileprivate weak var scrollView: UIScrollView?
  public private(set) var isRefreshing = false {
    didSet { if isRefreshing != oldValue { scrollView?.setNeedsLayout() } }
  }

  public override init(frame: CGRect) {
    super.init(frame: CGRect(x: 0, y: 0, width: frame.width, height: 60))
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  open func beginRefreshing() { isRefreshing = true }
  open func endRefreshing() { isRefreshing = false }

  fileprivate var inset: CGFloat { isRefreshing ? frame.height : 0 }
}

extension UIScrollView {
  public var refreshControl: UIRefreshControl? {
    get { attachedRefreshControl }
    set {
      attachedRefreshControl = newValue
      newValue?.scrollView = self
    }
  }

  var refreshInset: CGFloat { attachedRefreshControl?.inset ?? 0 }
}
