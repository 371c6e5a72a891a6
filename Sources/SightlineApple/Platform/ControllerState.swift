#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The state of a window's controllers, read once per pass: its screens, and the views that they
/// put over each other.
///
/// A screen is a controller that fills its window, or the pane of a tab or navigation container.
///
/// - The root controller and the children of tab and navigation containers do by themselves; a page
///   does once it has come to rest, and another child if nothing shows through it. They remain
///   screens while any part of them is in the pane.
/// - A presented controller is a screen if it covers what is below: a full screen or a sheet, and
///   any other style, such as a popover, where it fills the window.
/// - An alert, a search, a toast and all in them are parts of the screen below, and so are the
///   columns of a split, unless it is collapsed.
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
    if let root = window.rootViewController { read(root, in: window, Above(role: .screen)) }
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
    /// Its role; `nil` if neither it nor any controller in it is a screen.
    var role: Role?
    var pane: Pane?
  }

  /// The part of the window that a screen fills, and the place of the screens in it.
  private struct Pane {
    var frame: CGRect
    var place = ShownScreens.Place.filled
  }

  /// The role of a controller in its container.
  fileprivate enum Role {
    /// It fills the pane, by itself.
    case screen
    /// It moves into the pane.
    case page
    /// It may fill the pane.
    case part
    /// It is one of several side by side.
    case column
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
    let pane = addScreen(controller, in: window, above)
    let presented = controller.presentedViewController
    if let presented, presented !== above.presented {
      if let view = presented.viewIfLoaded, view.window === window, presented.hidesWhatIsBelow {
        add(cover: view)
      }
      let role: Role? = presented.isScreen(in: window) ? .screen : nil
      read(presented, in: window, Above(transition: transitionAbove, role: role))
    }
    var below = Above(presented: presented, transition: transitionAbove, isTop: false, pane: pane)
    for (index, child) in children.enumerated() {
      if let role = above.role {
        // What a column of a split shows first is the column's.
        let isFirst = role == .column && index == 0 && controller is UINavigationController
        below.role = isFirst ? .column : controller.roleOfChildren
      }
      read(child, in: window, below)
    }
  }

  /// Adds a controller if it is a screen, and returns the pane of the screens in it.
  private mutating func addScreen(
    _ controller: UIViewController, in window: UIWindow, _ above: Above
  ) -> Pane? {
    guard let role = above.role, let view = controller.viewIfLoaded, view.window === window else {
      return nil
    }
    var (pane, place) = (above.pane, above.pane?.place ?? .filled)
    switch role {
    case .screen: pane = Pane(frame: view.convert(view.bounds, to: nil), place: place)
    case .column: (pane, place) = (nil, .aside)
    case .page, .part:
      guard let outer = pane, role == .page || view.isAsLarge(as: outer.frame) else { return pane }
      let frame = view.convert(view.bounds, to: nil)
      guard frame.intersects(outer.frame) else { return nil }
      if !frame.fills(outer.frame) || role == .part && !view.isOpaqueThroughout {
        place = .partial
      }
      if role == .page { pane?.place = place }
    }
    if let split = controller as? UISplitViewController {
      // Another number of columns begins no visit.
      screens.add(split, split.isCollapsed ? .aside : place)
    } else if controller.roleOfChildren == .part {
      screens.add(controller, place)
    }
    return pane
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
  /// The role of its children.
  fileprivate var roleOfChildren: ControllerState.Role {
    switch self {
    case is UINavigationController, is UITabBarController: .screen
    case is UIPageViewController: .page
    case let split as UISplitViewController: split.isCollapsed ? .screen : .column
    default: .part
    }
  }

  /// Whether a presented controller hides the views below it: unless its own background is clear.
  /// A sheet without a background is glass, which people don't read through. Styles meant to be
  /// seen through have no background but that of the view.
  fileprivate var hidesWhatIsBelow: Bool {
    guard let view = viewIfLoaded else { return false }
    if view.isOpaqueThroughout { return true }
    return !isMeantToBeSeenThrough && view.backgroundColor.map { $0.cgColor.alpha > 0 } ?? true
  }

  /// Whether a presented controller is a screen.
  fileprivate func isScreen(in window: UIWindow) -> Bool {
    guard hidesWhatIsBelow, let view = viewIfLoaded,
      !(self is UIAlertController || self is UISearchController)
    else { return false }
    if view.convert(view.bounds, to: nil).fills(window.bounds) { return true }
    #if !os(tvOS)
    if modalPresentationStyle == .popover { return false }
    #endif
    return !isMeantToBeSeenThrough
  }

  private var isMeantToBeSeenThrough: Bool {
    switch modalPresentationStyle {
    case .overFullScreen, .overCurrentContext, .custom, .none: true
    default: false
    }
  }
}

extension CGRect {
  /// Whether it covers a rect, to a point: containers place their children on pixels.
  fileprivate func fills(_ pane: CGRect) -> Bool { insetBy(dx: -1, dy: -1).contains(pane) }
}

extension UIView {
  /// The number of subviews to search for one that fills the screen. Backgrounds are at the back.
  private static var mostBackgrounds: Int { 16 }

  /// Whether nothing shows through the view: its background is opaque, or that of a subview that
  /// fills it. `isOpaque` is a promise to the system that is often not kept by default.
  fileprivate var isOpaqueThroughout: Bool {
    if isHidden || alpha < 1 { return false }
    if (backgroundColor?.cgColor.alpha ?? 0) >= 1 { return true }
    let bounds = bounds
    return subviews.prefix(Self.mostBackgrounds).contains { subview in
      CATransform3DIsIdentity(subview.layer.transform) && subview.frame.contains(bounds)
        && subview.isOpaqueThroughout
    }
  }

  /// Whether it may fill a pane: its position is not known.
  fileprivate func isAsLarge(as pane: CGRect) -> Bool {
    bounds.width >= pane.width - 1 && bounds.height >= pane.height - 1
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
/// A screen is the content controller, a child of a tab container, at any depth, or a page once it
/// fills the pane of one of these. The panes of a split are parts of its screen. No controller puts
/// a view over others, because sheets are windows.
@MainActor
struct ControllerState {
  var covers: [NSView] { [] }
  var held: [NSView] { [] }
  private var screens = ShownScreens()

  /// Reads the controllers, and returns whether a screen has appeared since the last call.
  mutating func read(_ window: NSWindow) -> Bool {
    screens.begin()
    if let root = window.contentViewController { read(root, in: window, as: .filled, of: nil) }
    return screens.end(isDecided: true)
  }

  /// - Parameters:
  ///   - place: its place if it is a screen; `nil` for a part of one.
  ///   - pane: the view of the screen that it is a page of.
  private mutating func read(
    _ controller: NSViewController, in window: NSWindow, as place: ShownScreens.Place?,
    of pane: NSView?
  ) {
    let isPager = controller is NSPageController
    let isContainer = controller is NSTabViewController || isPager
    var pane = pane
    if controller.isViewLoaded, controller.view.window === window {
      if let place, !isContainer { screens.add(controller, place) }
      if place == .filled { pane = controller.view }
    }
    for child in controller.children {
      let place = isPager ? pane.flatMap { child.place(in: $0) } : isContainer ? .filled : nil
      read(child, in: window, as: place, of: pane)
    }
  }
}

extension NSViewController {
  /// Returns the place of a page in the view of its screen; `nil` if it is outside.
  fileprivate func place(in pane: NSView) -> ShownScreens.Place? {
    guard isViewLoaded, view.isDescendant(of: pane) else { return nil }
    let frame = view.convert(view.bounds, to: pane)
    // To a point: containers place their children on pixels.
    if frame.insetBy(dx: -1, dy: -1).contains(pane.bounds) { return .filled }
    return frame.intersects(pane.bounds) ? .partial : nil
  }
}
#endif
