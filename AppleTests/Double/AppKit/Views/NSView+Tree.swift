import QuartzCore

extension NSView {
  public var window: NSWindow? {
    var top = self
    while let parent = top.superview { top = parent }
    return top.windowAbove
  }

  public var subviews: [NSView] {
    get { children }
    set {
      for view in children where !newValue.contains(where: { $0 === view }) {
        view.removeFromSuperview()
      }
      for view in newValue { addSubview(view) }
    }
  }

  public var enclosingScrollView: NSScrollView? {
    var ancestor = superview
    while let current = ancestor {
      if let scrollView = current as? NSScrollView { return scrollView }
      ancestor = current.superview
    }
    return nil
  }

  public func addSubview(_ view: NSView) { insert(view, at: nil) }

  /// Adds a view above or below a sibling; without one, above or below all of them.
  public func addSubview(
    _ view: NSView, positioned place: NSWindow.OrderingMode, relativeTo otherView: NSView?
  ) {
    let siblings = children.filter { $0 !== view }
    let other = otherView.flatMap { other in siblings.firstIndex { $0 === other } }
    switch place {
    case .below: insert(view, at: other ?? 0)
    default: insert(view, at: other.map { $0 + 1 })
    }
  }

  public func isDescendant(of view: NSView) -> Bool {
    var current: NSView? = self
    while let here = current {
      if here === view { return true }
      current = here.superview
    }
    return false
  }

  public var isHiddenOrHasHiddenAncestor: Bool {
    isHidden || superview?.isHiddenOrHasHiddenAncestor == true
  }

  public func removeFromSuperview() {
    guard let parent = superview else { return }
    let isParentFirst = Undocumented.superviewsHearOfRemovalsFirst
    if isParentFirst { parent.willRemoveSubview(self) }
    tellOfComing(nil, nil)
    if !isParentFirst { parent.willRemoveSubview(self) }
    parent.children.removeAll { $0 === self }
    superview = nil
    parent.needsLayout = true
    tellOfMove()
  }

  private func insert(_ view: NSView, at index: Int?) {
    precondition(!isDescendant(of: view), "a view cannot be in itself")
    if Undocumented.notifiesViewsOfEachMove { view.removeFromSuperview() }
    if view.superview === self {
      children.removeAll { $0 === view }
      children.insert(view, at: min(index ?? children.count, children.count))
      CATransaction.shared.setNeedsCommit()
      return
    }
    view.tellOfComing(self, window)
    if let old = view.superview {
      old.willRemoveSubview(view)
      old.children.removeAll { $0 === view }
      old.needsLayout = true
    }
    children.insert(view, at: min(index ?? children.count, children.count))
    view.superview = self
    needsLayout = true
    if view.isLayoutNeeded || view.holdsDirtyViews { view.markAncestors() }
    view.tellOfMove()
    didAddSubview(view)
  }

  private func tellOfComing(_ superview: NSView?, _ window: NSWindow?) {
    let isWindowFirst = Undocumented.windowsComeBeforeSuperviews
    if isWindowFirst { tellOfComingWindow(window) }
    viewWillMove(toSuperview: superview)
    if !isWindowFirst { tellOfComingWindow(window) }
  }

  private func tellOfMove() {
    let isWindowFirst = Undocumented.windowsComeBeforeSuperviews
    if isWindowFirst { tellOfWindow() }
    viewDidMoveToSuperview()
    if !isWindowFirst { tellOfWindow() }
  }

  private func tellOfComingWindow(_ new: NSWindow?) {
    guard knownWindow !== new else { return }
    viewWillMove(toWindow: new)
    for subview in children { subview.tellOfComingWindow(new) }
  }

  /// Notifies the view and its descendants of their window, once each.
  func tellOfWindow() {
    if Undocumented.parentsHearOfWindowsFirst { tellSelf(of: window) }
    // A notified view may change the tree.
    for subview in children where subview.superview === self { subview.tellOfWindow() }
    if !Undocumented.parentsHearOfWindowsFirst { tellSelf(of: window) }
  }

  private func tellSelf(of current: NSWindow?) {
    guard knownWindow !== current else { return }
    knownWindow = current
    viewDidMoveToWindow()
  }
}
