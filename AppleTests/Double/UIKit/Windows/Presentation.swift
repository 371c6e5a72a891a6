import VirtualTime

public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext
  case popover
  case none = -1
  case automatic = -2
}

/// Only the type, in a style that shows the views below.
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init()
    modalPresentationStyle = .custom
  }
}

/// Only the type, in a style that shows the views below.
open class UISearchController: UIViewController {
  public convenience init(searchResultsController: UIViewController?) {
    self.init()
    modalPresentationStyle = .custom
  }
}

/// The controllers and the style of a presentation.
@MainActor
open class UIPresentationController: ToolkitObject {
  public let presentedViewController: UIViewController
  public let presentingViewController: UIViewController
  public let presentationStyle: UIModalPresentationStyle

  init(_ presented: UIViewController, _ presenting: UIViewController) {
    presentedViewController = presented
    presentingViewController = presenting
    presentationStyle = presented.effectiveStyle
    super.init()
  }

  public var containerView: UIView? { presentedViewController.presentationContainer }
  /// Full screen and current context remove the presenter's view once it is covered.
  open var shouldRemovePresentersView: Bool {
    presentationStyle == .fullScreen || presentationStyle == .currentContext
  }
}

extension UIViewController {
  /// The style, with `automatic` resolved to a sheet.
  var effectiveStyle: UIModalPresentationStyle {
    modalPresentationStyle == .automatic ? .pageSheet : modalPresentationStyle
  }

  public var presentingViewController: UIViewController? {
    presenter ?? parent?.presentingViewController
  }

  public var presentationController: UIPresentationController? {
    presenter.map { UIPresentationController(self, $0) }
  }

  /// Presents without an animation, or with one that takes ``presentationDuration``.
  public func present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil
  ) {
    let presenter = presentingAncestor(for: controller.effectiveStyle)
    precondition(presenter.ownPresented == nil, "it already presents a controller")
    guard let window = presenter.view.window else { return }
    let inContext =
      controller.effectiveStyle == .currentContext
      || controller.effectiveStyle == .overCurrentContext
    let place: UIView = inContext ? (presenter.view.superview ?? window) : window
    let container = UIView(frame: inContext ? presenter.view.frame : window.bounds)
    container.isOpaque = false
    container.addSubview(controller.view)
    controller.view.frame = controller.frame(in: container.bounds)
    presenter.ownPresented = controller
    controller.presenter = presenter
    controller.presentationContainer = container
    if inContext {
      place.insertSubview(container, aboveSubview: presenter.view)
    } else {
      place.addSubview(container)
    }
    let end: @MainActor () -> Void = {
      if controller.presentationController?.shouldRemovePresentersView == true {
        presenter.view.removeFromSuperview()
      }
      completion?()
    }
    guard animated else { return end() }
    presenter.beginTransition(from: presenter, to: controller, isInteractive: false) { _ in end() }
  }

  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    guard let presenter = presentingItself, let controller = presenter.ownPresented else {
      presentingViewController?.dismiss(animated: animated, completion: completion)
      return
    }
    presenter.bringBackOwnView()
    if animated {
      presenter.beginDismissal(isInteractive: false, completion)
    } else {
      presenter.endDismissal(of: controller)
      completion?()
    }
  }

  /// For tests: begins to dismiss the presented controller with a finger.
  public func beginSwipeDown() -> ScreenTransition? {
    bringBackOwnView()
    beginDismissal(isInteractive: true, nil)
    return ownTransition
  }

  /// The controller or the ancestor that presents.
  private var presentingItself: UIViewController? {
    var current: UIViewController? = self
    while let here = current, here.ownPresented == nil { current = here.parent }
    return current
  }

  private func bringBackOwnView() {
    guard let controller = ownPresented, presentingStyleRemovedView(of: controller),
      let container = controller.presentationContainer
    else { return }
    container.superview?.insertSubview(view, belowSubview: container)
  }

  private func beginDismissal(isInteractive: Bool, _ completion: (() -> Void)?) {
    guard let controller = ownPresented, let container = controller.presentationContainer else {
      return
    }
    let frame = controller.view.frame
    controller.view.frame.origin.y = container.bounds.height
    beginTransition(from: controller, to: self, isInteractive: isInteractive) {
      [self] isCancelled in
      if isCancelled {
        controller.view.frame = frame
        if controller.presentationController?.shouldRemovePresentersView == true {
          view.removeFromSuperview()
        }
      } else {
        endDismissal(of: controller)
        completion?()
      }
    }
  }

  private func endDismissal(of controller: UIViewController) {
    controller.presentationContainer?.removeFromSuperview()
    controller.view.removeFromSuperview()
    controller.presentationContainer = nil
    controller.presenter = nil
    ownPresented = nil
  }

  /// Begins a transition between it and the presented controller, which share the coordinator.
  private func beginTransition(
    from: UIViewController, to: UIViewController, isInteractive: Bool,
    ended: @escaping @MainActor (_ isCancelled: Bool) -> Void
  ) {
    guard let container = ownPresented?.presentationContainer else { return }
    let transition = ScreenTransition(
      from: from, to: to, in: container, isInteractive: isInteractive
    ) { isCancelled in
      (from.ownTransition, to.ownTransition) = (nil, nil)
      ended(isCancelled)
    }
    (from.ownTransition, to.ownTransition) = (transition, transition)
  }

  private func presentingStyleRemovedView(of controller: UIViewController) -> Bool {
    controller.presentationController?.shouldRemovePresentersView == true && view.superview == nil
  }

  /// Returns the presenter: the controller of the context if there is one, otherwise the topmost
  /// one.
  private func presentingAncestor(for style: UIModalPresentationStyle) -> UIViewController {
    var current = self
    let inContext = style == .currentContext || style == .overCurrentContext
    while let parent = current.parent {
      if inContext, current.definesPresentationContext { return current }
      current = parent
    }
    return current
  }

  /// Returns the frame of the presented view. A sheet leaves a strip at the top.
  private func frame(in bounds: CGRect) -> CGRect {
    switch effectiveStyle {
    case .pageSheet, .formSheet:
      CGRect(x: 0, y: 54, width: bounds.width, height: max(0, bounds.height - 54))
    default: bounds
    }
  }
}
