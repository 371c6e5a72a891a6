open class NSViewController: NSResponder {
  open var view = NSView(frame: .zero) {
    didSet {
      oldValue.owner = nil
      view.owner = self
    }
  }
  public var isViewLoaded: Bool { true }
  public private(set) weak var parent: NSViewController?
  open var children: [NSViewController] = []
  open var identifier: NSUserInterfaceItemIdentifier?

  public required override init() {
    super.init()
    view.owner = self
  }

  open override var nextResponder: NSResponder? { view.superview }

  open func addChild(_ child: NSViewController) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
  }

  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }
}

/// Shows the selected one of its children, without tabs.
open class NSTabViewController: NSViewController {
  open var selectedTabViewItemIndex = 0 { didSet { showSelected() } }

  open override func addChild(_ child: NSViewController) {
    super.addChild(child)
    showSelected()
  }

  private func showSelected() {
    guard children.indices.contains(selectedTabViewItemIndex) else { return }
    let shown = children[selectedTabViewItemIndex].view
    for subview in view.subviews where subview !== shown { subview.removeFromSuperview() }
    shown.frame = view.bounds
    if shown.superview !== view { view.addSubview(shown) }
  }
}

/// Only the type: AppKit's shows several controllers side by side.
open class NSSplitViewController: NSViewController {}

/// Only the type: AppKit's shows one page at a time.
open class NSPageController: NSViewController {}
