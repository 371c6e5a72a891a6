open class UIViewController: UIResponder {
  private var loadedView: UIView?
  public private(set) weak var parent: UIViewController?
  public private(set) var children: [UIViewController] = []
  public internal(set) var presentedViewController: UIViewController?
  weak var presenter: UIViewController?
  /// What holds the presented view in the window.
  var presentationContainer: UIView?
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var definesPresentationContext = false
  open var title: String?
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { if additionalSafeAreaInsets != oldValue { viewIfLoaded?.safeAreaChanged() } }
  }

  public override init() { super.init() }

  open override var next: UIResponder? { loadedView?.superview }

  open var view: UIView! {
    get {
      if loadedView == nil {
        loadView()
        viewDidLoad()
      }
      return loadedView
    }
    set {
      loadedView?.owner = nil
      loadedView = newValue
      newValue?.owner = self
    }
  }
  public var viewIfLoaded: UIView? { loadedView }
  public var isViewLoaded: Bool { loadedView != nil }

  open func loadView() { view = UIView(frame: .zero) }
  open func viewDidLoad() {}
  open func viewDidLayoutSubviews() {}

  public func addChild(_ child: UIViewController) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
  }

  public func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  open func didMove(toParent parent: UIViewController?) {}
  open func willMove(toParent parent: UIViewController?) {}

  public var navigationController: UINavigationController? {
    var ancestor = parent
    while let current = ancestor {
      if let found = current as? UINavigationController { return found }
      ancestor = current.parent
    }
    return nil
  }
}

/// Shows the topmost of its controllers. Its view has no background of its own.
open class UINavigationController: UIViewController {
  public var viewControllers: [UIViewController] = [] {
    didSet { showTop() }
  }

  public init(rootViewController: UIViewController) {
    super.init()
    viewControllers = [rootViewController]
    addChild(rootViewController)
  }

  public var topViewController: UIViewController? { viewControllers.last }
  public var visibleViewController: UIViewController? {
    presentedViewController ?? topViewController
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    showTop()
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    addChild(controller)
    viewControllers.append(controller)
    showTop()
  }

  @discardableResult
  public func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1 else { return nil }
    let top = viewControllers.removeLast()
    top.removeFromParent()
    showTop()
    return top
  }

  private func showTop() {
    guard let view = viewIfLoaded, let top = topViewController else { return }
    for subview in view.subviews where subview !== top.view && subview.owner != nil {
      subview.removeFromSuperview()
    }
    top.view.frame = view.bounds
    top.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if top.view.superview !== view { view.addSubview(top.view) }
  }
}
