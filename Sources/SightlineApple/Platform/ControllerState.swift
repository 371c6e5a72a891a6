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
///   columns of a split, unless it is collapsed. Their frames don't tell: from iPadOS 26 the
///   secondary column is as wide as the window, below the others, which are glass.
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
    /// It is one of several, side by side or above each other.
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
      if !frame.fills(outer.frame) || role == .part && !view.layer.isOpaqueThroughout {
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
      let isAbove = from.isAbove(to)
    {
      let upper = isAbove ? from : to
      if upper.layer.isOpaqueThroughout { add(cover: upper) }
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

  /// Whether a presented controller hides the views below it: by its own background, or by what the
  /// system puts behind it, such as the colour of a sheet at its large detent. A sheet without a
  /// background is glass, which people don't read through. A clear background of its own is
  /// neither, unless glass lies behind it. Styles meant to be seen through have no glass.
  fileprivate var hidesWhatIsBelow: Bool {
    guard let view = viewIfLoaded else { return false }
    if view.layer.isOpaqueThroughout { return true }
    let isSheet = !isMeantToBeSeenThrough
    if isSheet, view.backgroundColor.map({ $0.cgColor.alpha > 0 }) ?? true { return true }
    return view.hasBacking(upTo: presentationController?.containerView, orGlass: isSheet)
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

extension CALayer {
  /// The number of sublayers to search for one that fills the screen. Backgrounds are at the back.
  fileprivate static var mostBackgrounds: Int { 16 }

  /// Whether nothing shows through the layer: its background is opaque, or that of a sublayer that
  /// fills it, which need not be a view's: SwiftUI's colours are not on iOS 26. `isOpaque` is a
  /// promise to the system that is often not kept by default.
  fileprivate var isOpaqueThroughout: Bool {
    if isHidden || opacity < 1 { return false }
    if (backgroundColor?.alpha ?? 0) >= 1 { return true }
    let bounds = bounds
    return sublayers?.prefix(Self.mostBackgrounds).contains { sublayer in
      CATransform3DIsIdentity(sublayer.transform) && sublayer.frame.contains(bounds)
        && sublayer.isOpaqueThroughout
    } ?? false
  }
}

extension UIView {
  /// Whether the view lies on an opaque background, or on glass: that of an ancestor, or of a view
  /// behind the branch with the view. A sheet's colour is on the shadow view around it.
  ///
  /// - Parameter end: the transition view, the outermost ancestor of the presentation.
  fileprivate func hasBacking(upTo end: UIView?, orGlass: Bool) -> Bool {
    var branch = self
    while branch !== end, let parent = branch.superview, !(parent is UIWindow) {
      if parent.isHidden || parent.alpha < 1 { return false }
      if parent !== end,
        (parent.backgroundColor?.cgColor.alpha ?? 0) >= 1 || orGlass && parent.isMadeOfGlass
      {
        return true
      }
      let area = branch.frame
      for sibling in parent.subviews {
        if sibling === branch { break }
        if sibling.frame.contains(area),
          sibling.layer.isOpaqueThroughout || orGlass && sibling.isGlass
        {
          return true
        }
      }
      branch = parent
    }
    return false
  }

  /// Whether the view, or a subview that fills it, is glass.
  private var isGlass: Bool {
    if isHidden || alpha == 0 { return false }
    let bounds = bounds
    return isMadeOfGlass
      || subviews.prefix(CALayer.mostBackgrounds).contains {
        $0.frame.contains(bounds) && $0.isGlass
      }
  }

  /// Sheets and popovers have glass of private classes, such as `_UIPopoverGlassBackground`.
  private var isMadeOfGlass: Bool {
    self is UIVisualEffectView || String(describing: type(of: self)).contains("Glass")
  }

  /// Whether it may fill a pane: its position is not known.
  fileprivate func isAsLarge(as pane: CGRect) -> Bool {
    bounds.width >= pane.width - 1 && bounds.height >= pane.height - 1
  }

  /// Returns whether it is drawn above another view, by their nearest common ancestor: the pages of
  /// a push may share a wrapper within the container. `nil` if one contains the other, or nothing
  /// both.
  fileprivate func isAbove(_ other: UIView) -> Bool? {
    if other.isDescendant(of: self) || isDescendant(of: other) { return nil }
    var branch = self
    while let parent = branch.superview {
      if other.isDescendant(of: parent) {
        let place = parent.subviews.firstIndex { $0 === branch || other.isDescendant(of: $0) }
        return place.map { parent.subviews[$0] !== branch }
      }
      branch = parent
    }
    return nil
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
