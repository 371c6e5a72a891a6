public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent }

public struct UIRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = UIRectEdge(rawValue: 1)
  public static let bottom = UIRectEdge(rawValue: 4)
}

public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
}

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2)
  public static let landscape = UIInterfaceOrientationMask(rawValue: 24)
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
  public static let all = UIInterfaceOrientationMask(rawValue: 30)
}

extension UIWindowScene {
  /// The controller that decides about the status bar, the home indicator and the orientations: the
  /// root of the topmost window as large as the screen. Witness: two libraries whose overlay
  /// windows took the status bar from the app (Fingertips, issues 14 and 15; rdar 15573442).
  private var topmostRoot: UIViewController? {
    let shown = windows.enumerated().filter { !$1.isHidden && $1.frame.size == screen.bounds.size }
    let top = shown.max {
      ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
    }
    return top?.element.rootViewController
  }

  /// For tests: the style of the status bar; the default one if the topmost window has no root.
  public var statusBarStyle: UIStatusBarStyle {
    decider(\.childForStatusBarStyle)?.preferredStatusBarStyle ?? .default
  }
  /// For tests: whether the status bar is hidden.
  public var isStatusBarHidden: Bool {
    decider(\.childForStatusBarHidden)?.prefersStatusBarHidden ?? false
  }
  /// For tests: whether the home indicator hides.
  public var isHomeIndicatorHidden: Bool {
    decider(\.childForHomeIndicatorAutoHidden)?.prefersHomeIndicatorAutoHidden ?? false
  }
  /// For tests: the edges at which gestures of the system come second.
  public var deferringEdges: UIRectEdge {
    decider(\.childForScreenEdgesDeferringSystemGestures)?
      .preferredScreenEdgesDeferringSystemGestures ?? []
  }
  /// For tests: the orientations.
  public var orientations: UIInterfaceOrientationMask {
    topmostRoot?.supportedInterfaceOrientations ?? .all
  }

  /// Apple, `childForStatusBarStyle`: "Called when the system needs the view controller to use for
  /// determining status bar style". `modalPresentationCapturesStatusBarAppearance`: a controller
  /// presented "non-fullscreen" takes control if it is true.
  private func decider(
    _ child: KeyPath<UIViewController, UIViewController?>
  ) -> UIViewController? {
    var controller = topmostRoot
    while let current = controller {
      if let presented = current.presentedViewController,
        presented.modalPresentationStyle == .fullScreen
          || presented.modalPresentationCapturesStatusBarAppearance
      {
        controller = presented
      } else if let next = current[keyPath: child] {
        controller = next
      } else {
        return current
      }
    }
    return nil
  }
}
