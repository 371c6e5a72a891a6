/// Shows the selected one of its controllers, and takes the view of the previous one out.
open class UITabBarController: UIViewController {
  open var viewControllers: [UIViewController]? {
    didSet {
      for controller in oldValue ?? [] { controller.removeFromParent() }
      for controller in viewControllers ?? [] { addChild(controller) }
      showSelected()
    }
  }
  open var selectedIndex = 0 { didSet { if selectedIndex != oldValue { showSelected() } } }
  open var selectedViewController: UIViewController? {
    viewControllers.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    showSelected()
  }

  private func showSelected() {
    guard isViewLoaded, let shown = selectedViewController else { return }
    for subview in view.subviews where subview !== shown.view { subview.removeFromSuperview() }
    shown.view.frame = view.bounds
    shown.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if shown.view.superview !== view { view.addSubview(shown.view) }
  }
}

/// Only the type and its state: UIKit's shows several controllers side by side unless collapsed.
/// From iPadOS 26 the secondary column is as wide as the window, below the others.
open class UISplitViewController: UIViewController {
  /// Whether one column fills the view, set by tests.
  open var isCollapsed = false
}

/// Only the type: UIKit's shows one page at a time.
open class UIPageViewController: UIViewController {}
