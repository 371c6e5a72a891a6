open class UIViewController: UIResponder {
  private var loadedView: UIView?
  public private(set) weak var parent: UIViewController?
  public private(set) var children: [UIViewController] = []
  /// The controller it presents itself.
  var ownPresented: UIViewController?
  /// The controller that it or one of its ancestors presents.
  public var presentedViewController: UIViewController? {
    Self.presentedReads += 1
    return nearestPresented
  }
  private var nearestPresented: UIViewController? { ownPresented ?? parent?.nearestPresented }
  /// The number of reads of any controller's presented controller: the cost of a pass.
  public static var presentedReads = 0
  /// The transition in progress between it and its presented controller, or among its children.
  var ownTransition: ScreenTransition?
  /// The transition of this controller or of one of its ancestors.
  public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    ownTransition ?? parent?.transitionCoordinator
  }
  weak var presenter: UIViewController?
  /// The view that holds the presented view in the window.
  var presentationContainer: UIView?
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var definesPresentationContext = false
  open var title: String?
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { if additionalSafeAreaInsets != oldValue { viewIfLoaded?.safeAreaChanged() } }
  }

  private weak var topScrollView: UIScrollView?
  private weak var bottomScrollView: UIScrollView?

  /// Apple: "Sets the scroll view the view controller observes to update its bars for the edges."
  public func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge) {
    if edge.contains(.top) { topScrollView = scrollView }
    if edge.contains(.bottom) { bottomScrollView = scrollView }
  }

  public func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
    edge.contains(.top) ? topScrollView : bottomScrollView
  }

  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var prefersStatusBarHidden: Bool { false }
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  open var modalPresentationCapturesStatusBarAppearance = false
  open var isBeingDismissed: Bool { false }

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
}
