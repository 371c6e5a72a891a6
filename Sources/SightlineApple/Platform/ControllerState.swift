#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The state of a window's controllers, read once per pass: its screens, and the views that they
/// put over each other.
///
/// A screen is the root controller, a presented controller, or a child of one of UIKit's containers
/// that show their children one at a time or side by side. Its other children are parts of it, as
/// are an alert and a search.
@MainActor
struct ControllerState {
  /// The views of controllers that hide the views below them.
  private(set) var covers: [UIView] = []
  /// The views of interactive or cancelled transitions. UIKit has already given them their final
  /// positions, while any state in between may be on screen.
  private(set) var held: [UIView] = []
  private var screens = ShownScreens()

  /// Reads the controllers, and returns whether a screen has appeared since the last call.
  mutating func read(_ window: UIWindow) -> Bool {
    // Usually empty; emptying them again is a call in each pass.
    if !covers.isEmpty { covers.removeAll(keepingCapacity: true) }
    if !held.isEmpty { held.removeAll(keepingCapacity: true) }
    screens.begin()
    if let root = window.rootViewController { read(root, in: window, Above(isScreen: true)) }
    // Screens of an interactive transition have not appeared yet.
    return screens.end(isDecided: held.isEmpty)
  }

  /// Facts about the ancestors of a controller.
  private struct Above {
    /// The controller presented by an ancestor, which its descendants report, too.
    var presented: UIViewController?
    /// The transition of an ancestor, which its descendants report, too.
    var transition: AnyObject?
    /// Whether the controller is the root or presented.
    var isTop = true
    var isScreen: Bool
  }

  /// - Complexity: O(controllers · their depth).
  private mutating func read(
    _ controller: UIViewController, in window: UIWindow, _ above: Above
  ) {
    let children = controller.children
    var transitionAbove = above.transition
    // A controller without children has no transition between children.
    if above.isTop || !children.isEmpty,
      let transition = controller.transitionCoordinator, transition !== transitionAbove
    {
      transitionAbove = transition
      read(transition)
    }
    let isContainer = controller.showsScreens
    if above.isScreen, !isContainer, controller.viewIfLoaded?.window === window {
      screens.add(controller)
    }
    let presented = controller.presentedViewController
    if let presented, presented !== above.presented {
      if let view = presented.viewIfLoaded, view.window === window, presented.hidesWhatIsBelow {
        add(cover: view)
      }
      let isPart = presented is UIAlertController || presented is UISearchController
      read(presented, in: window, Above(transition: transitionAbove, isScreen: !isPart))
    }
    let below = Above(
      presented: presented, transition: transitionAbove, isTop: false, isScreen: isContainer)
    for child in children { read(child, in: window, below) }
  }

  private mutating func read(_ transition: any UIViewControllerTransitionCoordinator) {
    let container = transition.containerView
    if transition.isInteractive || transition.isCancelled {
      held.append(container)
      for key in [UITransitionContextViewControllerKey.from, .to] {
        if let view = transition.viewController(forKey: key)?.viewIfLoaded { held.append(view) }
      }
    } else if let from = transition.view(forKey: .from), let to = transition.view(forKey: .to),
      let fromPlace = container.place(of: from), let toPlace = container.place(of: to)
    {
      let upper = fromPlace > toPlace ? from : to
      if upper.isOpaqueThroughout { add(cover: upper) }
    }
  }

  private mutating func add(cover view: UIView) {
    if !covers.contains(where: { $0 === view }) { covers.append(view) }
  }
}

extension UIViewController {
  /// Whether its children are screens.
  fileprivate var showsScreens: Bool {
    self is UINavigationController || self is UITabBarController || self is UISplitViewController
      || self is UIPageViewController
  }

  /// Whether the controller hides the views below it. Sheets and full screens do, regardless of
  /// their background. In styles meant to be seen through, it depends on the view.
  fileprivate var hidesWhatIsBelow: Bool {
    switch modalPresentationStyle {
    case .overFullScreen, .overCurrentContext, .custom, .none:
      viewIfLoaded?.isOpaqueThroughout == true
    default: true
    }
  }
}

extension UIView {
  /// The number of subviews to search for one that fills the screen. Backgrounds are at the back.
  private static var mostBackgrounds: Int { 16 }

  /// Whether nothing shows through the view: its background is opaque, or that of a subview that
  /// fills it. `isOpaque` is a promise to the system that is often not kept by default.
  fileprivate var isOpaqueThroughout: Bool {
    if (backgroundColor?.cgColor.alpha ?? 0) >= 1 { return true }
    let bounds = bounds
    return subviews.prefix(Self.mostBackgrounds).contains { subview in
      !subview.isHidden && subview.alpha >= 1 && CATransform3DIsIdentity(subview.layer.transform)
        && subview.frame.contains(bounds) && subview.isOpaqueThroughout
    }
  }

  /// Returns the index of the subview that contains a view; `nil` if no subview does.
  fileprivate func place(of view: UIView) -> Int? {
    var subview = view
    while let parent = subview.superview, parent !== self { subview = parent }
    return subviews.firstIndex { $0 === subview }
  }
}
#elseif canImport(AppKit)
import AppKit

/// The state of a window's controllers, read once per pass: its screens.
///
/// A screen is the content controller, or a child of one of AppKit's containers, at any depth. No
/// controller puts a view over others, because sheets are windows.
@MainActor
struct ControllerState {
  var covers: [NSView] { [] }
  var held: [NSView] { [] }
  private var screens = ShownScreens()

  /// Reads the controllers, and returns whether a screen has appeared since the last call.
  mutating func read(_ window: NSWindow) -> Bool {
    screens.begin()
    if let root = window.contentViewController { read(root, in: window, isScreen: true) }
    return screens.end(isDecided: true)
  }

  private mutating func read(
    _ controller: NSViewController, in window: NSWindow, isScreen: Bool
  ) {
    let isContainer =
      controller is NSTabViewController || controller is NSSplitViewController
      || controller is NSPageController
    if isScreen, !isContainer, controller.isViewLoaded, controller.view.window === window {
      screens.add(controller)
    }
    for child in controller.children { read(child, in: window, isScreen: isContainer) }
  }
}
#endif
