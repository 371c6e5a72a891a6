/// Shows the topmost of its controllers. Its view has no background.
open class UINavigationController: UIViewController {
  public var viewControllers: [UIViewController] = [] {
    didSet { if ownNavigation == nil { showTop() } }
  }
  private let transitionView = UIView(frame: .zero)
  /// Both pages of a push are in it. Witness: a public hierarchy of a push in flight, with one
  /// `UIViewControllerWrapperView` in the `UINavigationTransitionView`.
  private let container = UIView(frame: .zero)
  private var transitionContainer: UIView {
    Undocumented.transitionsNameTheWrapper ? container : transitionView
  }
  private var ownNavigation: ScreenTransition? {
    didSet { ownTransition = ownNavigation }
  }

  /// A pop of a navigation controller. Both are of one private class. Witness: a log of an iPhone
  /// 17 Pro under iOS 26 with "the same two `_UIParallaxTransitionPanGestureRecognizer`s", of which
  /// one is named `UINavigationController.contentSwipe`.
  private final class ParallaxTransitionPan: UIScreenEdgePanGestureRecognizer {
    weak var controller: UINavigationController?
    /// Where it begins, from the left edge of the screen.
    let area: ClosedRange<CGFloat>

    init(_ controller: UINavigationController, in area: ClosedRange<CGFloat>) {
      (self.controller, self.area) = (controller, area)
      super.init()
      controller.view.addGestureRecognizer(self)
    }

    override func takes(_ translation: CGPoint) -> Bool {
      guard let controller, controller.viewControllers.count > 1, translation.x > 0,
        translation.x > abs(translation.y)
      else { return false }
      return area.contains(location(in: view).x - translation.x) && super.takes(translation)
    }
  }

  private lazy var edgePop = ParallaxTransitionPan(self, in: 0...20)
  private lazy var contentPop = ParallaxTransitionPan(self, in: 0...(.infinity))

  /// The pop that begins at the edge.
  public var interactivePopGestureRecognizer: UIGestureRecognizer? { edgePop }
  /// The pop that begins anywhere. Apple: it covers the whole content area, from left to right, on
  /// iOS 26 and later.
  public var interactiveContentPopGestureRecognizer: UIGestureRecognizer? { contentPop }

  public init(rootViewController: UIViewController) {
    super.init()
    viewControllers = [rootViewController]
    addChild(rootViewController)
  }

  public var topViewController: UIViewController? { viewControllers.last }

  open override func viewDidLoad() {
    super.viewDidLoad()
    for (part, whole) in [(transitionView, view), (container, transitionView)] {
      guard let whole else { continue }
      part.frame = whole.bounds
      part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      whole.addSubview(part)
    }
    _ = (edgePop, contentPop)
    showTop()
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    let old = topViewController
    addChild(controller)
    if animated, let old { return beginPush(of: controller, over: old) }
    viewControllers.append(controller)
  }

  @discardableResult
  public func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    if animated {
      _ = beginPop(isInteractive: false)
    } else {
      viewControllers.removeLast()
      top.removeFromParent()
    }
    return top
  }

  /// For tests: begins to swipe back from the edge of the screen with a finger.
  public func beginSwipeBack() -> ScreenTransition {
    precondition(viewControllers.count > 1, "there is no screen below")
    return beginPop(isInteractive: true)
  }

  private func beginPush(of controller: UIViewController, over old: UIViewController) {
    let transition = ScreenTransition(
      from: old, to: controller, in: transitionContainer, isInteractive: false
    ) { [weak self] _ in
      self?.ownNavigation = nil
      self?.showTop()
    }
    ownNavigation = transition
    viewControllers.append(controller)
    fill(with: controller)
    // Witness: a public hierarchy of a push in flight, whose outgoing page is at −112 of 375.
    old.view.frame.origin.x = -0.3 * container.bounds.width
  }

  private func beginPop(isInteractive: Bool) -> ScreenTransition {
    let (below, top) = (
      viewControllers[viewControllers.count - 2], viewControllers[viewControllers.count - 1]
    )
    let transition = ScreenTransition(
      from: top, to: below, in: transitionContainer, isInteractive: isInteractive
    ) { [weak self] isCancelled in
      guard let self else { return }
      if isCancelled { viewControllers.append(top) } else { top.removeFromParent() }
      ownNavigation = nil
      showTop()
    }
    ownNavigation = transition
    viewControllers.removeLast()
    fill(with: below)
    container.sendSubviewToBack(below.view)
    top.view.frame.origin.x = container.bounds.width
    return transition
  }

  private func fill(with controller: UIViewController) {
    controller.view.frame = container.bounds
    controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if controller.view.superview !== container { container.addSubview(controller.view) }
  }

  private func showTop() {
    guard isViewLoaded, let top = topViewController else { return }
    for subview in container.subviews where subview !== top.view { subview.removeFromSuperview() }
    fill(with: top)
  }
}
