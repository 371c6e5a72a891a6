#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The views that a window's controllers put over each other, read once per pass.
@MainActor
struct ScreenState {
  /// The views of controllers that hide the views below them.
  private(set) var covers: [UIView] = []
  /// The views of interactive or cancelled transitions. UIKit has already given them their final
  /// positions, while any state in between may be on screen.
  private(set) var held: [UIView] = []

  private let window: UIWindow

  init(of window: UIWindow) {
    self.window = window
    if let root = window.rootViewController { read(root) }
  }

  /// - Parameters:
  ///   - presentedAbove: the controller presented by an ancestor, which its descendants report,
  ///     too.
  ///   - transitionAbove: the transition of an ancestor, which its descendants report, too.
  /// - Complexity: O(controllers · their depth).
  private mutating func read(
    _ controller: UIViewController, presentedAbove: UIViewController? = nil,
    transitionAbove: AnyObject? = nil, isPresented: Bool = false
  ) {
    let children = controller.children
    var transitionAbove = transitionAbove
    // A controller without children has no transition between children.
    if isPresented || !children.isEmpty || controller === window.rootViewController,
      let transition = controller.transitionCoordinator, transition !== transitionAbove
    {
      transitionAbove = transition
      read(transition)
    }
    let presented = controller.presentedViewController
    if let presented, presented !== presentedAbove {
      if let view = presented.viewIfLoaded, view.window === window, presented.hidesWhatIsBelow {
        add(cover: view)
      }
      read(presented, transitionAbove: transitionAbove, isPresented: true)
    }
    for child in children {
      read(child, presentedAbove: presented, transitionAbove: transitionAbove)
    }
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
  /// Whether the controller hides the views below it. Sheets and full screens do, regardless of
  /// their background. In styles meant to be seen through, it depends on the view.
  fileprivate var hidesWhatIsBelow: Bool {
    switch modalPresentationStyle {
    case .overFullScreen, .overCurrentContext, .custom, .none:
      viewIfLoaded?.isOpaqueThroughout ?? false
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

/// The views that a window's controllers put over each other: none, because sheets are windows.
@MainActor
struct ScreenState {
  var covers: [NSView] { [] }
  var held: [NSView] { [] }

  init(of window: NSWindow) {}
}
#endif
