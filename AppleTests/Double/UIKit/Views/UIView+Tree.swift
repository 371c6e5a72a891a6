import QuartzCore

extension UIView {
  public var window: UIWindow? {
    var top = self
    while let parent = top.superview { top = parent }
    return top as? UIWindow
  }

  public func addSubview(_ view: UIView) { insert(view, at: nil) }

  public func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    detachWithinParent(view)
    insert(view, at: subviews.firstIndex { $0 === sibling })
  }

  public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    detachWithinParent(view)
    insert(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 })
  }

  public func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { insert(view, at: nil) }
  }

  public func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insert(view, at: 0) }
  }

  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    subviews.swapAt(first, second)
    CATransaction.shared.setNeedsCommit()
  }

  public func removeFromSuperview() {
    guard let parent = superview else { return }
    let isParentFirst = Undocumented.superviewsHearOfRemovalsFirst
    if isParentFirst { parent.willRemoveSubview(self) }
    tellOfComing(nil, nil)
    if !isParentFirst { parent.willRemoveSubview(self) }
    parent.subviews.removeAll { $0 === self }
    superview = nil
    parent.setNeedsLayout()
    tellOfMove()
  }

  public func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let here = current {
      if here === view { return true }
      current = here.superview
    }
    return false
  }

  /// Detaches a view first, because a sibling's index does not count the view itself.
  private func detachWithinParent(_ view: UIView) {
    if view.superview === self { subviews.removeAll { $0 === view } }
  }

  private func insert(_ view: UIView, at index: Int?) {
    precondition(!isDescendant(of: view), "a view cannot be in itself")
    if view.superview === self {
      subviews.removeAll { $0 === view }
      subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
      CATransaction.shared.setNeedsCommit()
      return
    }
    view.tellOfComing(self, window)
    if let old = view.superview {
      old.willRemoveSubview(view)
      old.subviews.removeAll { $0 === view }
      old.setNeedsLayout()
    }
    subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
    view.superview = self
    setNeedsLayout()
    if view.needsLayout || view.holdsDirtyViews { view.markAncestors() }
    view.tellOfMove()
    didAddSubview(view)
  }

  private func tellOfComing(_ superview: UIView?, _ window: UIWindow?) {
    let isWindowFirst = Undocumented.windowsComeBeforeSuperviews
    if isWindowFirst { tellOfComingWindow(window) }
    willMove(toSuperview: superview)
    if !isWindowFirst { tellOfComingWindow(window) }
  }

  private func tellOfMove() {
    let isWindowFirst = Undocumented.windowsComeBeforeSuperviews
    if isWindowFirst { tellOfWindow() }
    didMoveToSuperview()
    if !isWindowFirst { tellOfWindow() }
  }

  private func tellOfComingWindow(_ new: UIWindow?) {
    guard knownWindow !== new else { return }
    for recognizer in gestureRecognizers ?? [] { recognizer.leaveWindow() }
    willMove(toWindow: new)
    for subview in subviews { subview.tellOfComingWindow(new) }
  }

  /// Notifies the view and its descendants of their window, once each.
  func tellOfWindow() {
    let current = window
    if Undocumented.parentsHearOfWindowsFirst { tellSelf(of: current) }
    // A notified view may change the tree.
    for subview in subviews where subview.superview === self { subview.tellOfWindow() }
    if !Undocumented.parentsHearOfWindowsFirst { tellSelf(of: window) }
  }

  private func tellSelf(of current: UIWindow?) {
    guard knownWindow !== current || knowsWindow != (current != nil) else { return }
    knownWindow = current
    knowsWindow = current != nil
    didMoveToWindow()
  }

  /// Takes the subviews out of a view that is being deallocated, which none of them can reach.
  func releaseSubviews() {
    guard Undocumented.deallocatedViewsNotifySubviews else { return }
    for subview in subviews {
      subview.didMoveToSuperview()
      subview.tellOfWindow()
    }
  }
}
