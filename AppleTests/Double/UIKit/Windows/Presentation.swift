import VirtualTime

public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext
  case popover
  case none = -1
  case automatic = -2
}

/// How a presentation is said to be.
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
  public var presentedView: UIView? { presentedViewController.viewIfLoaded }
  /// Full screen and current context take the presenter's view away once it is covered.
  open var shouldRemovePresentersView: Bool {
    presentationStyle == .fullScreen || presentationStyle == .currentContext
  }
}

extension UIViewController {
  /// `automatic` is a sheet.
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
    precondition(presenter.presentedViewController == nil, "it presents already")
    guard let window = presenter.view.window else { return }
    let inContext =
      controller.effectiveStyle == .currentContext
      || controller.effectiveStyle == .overCurrentContext
    let place: UIView = inContext ? (presenter.view.superview ?? window) : window
    let container = UIView(frame: inContext ? presenter.view.frame : window.bounds)
    container.isOpaque = false
    container.addSubview(controller.view)
    controller.view.frame = controller.frame(in: container.bounds)
    presenter.presentedViewController = controller
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
    if animated { UIViewController.after(presentationDuration, end) } else { end() }
  }

  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    guard let controller = presentedViewController else {
      presentingViewController?.dismiss(animated: animated, completion: completion)
      return
    }
    if presentingStyleRemovedView(of: controller), let container = controller.presentationContainer
    {
      container.superview?.insertSubview(view, belowSubview: container)
    }
    let end: @MainActor () -> Void = { [self] in
      controller.presentationContainer?.removeFromSuperview()
      controller.view.removeFromSuperview()
      controller.presentationContainer = nil
      controller.presenter = nil
      presentedViewController = nil
      completion?()
    }
    if animated { UIViewController.after(presentationDuration, end) } else { end() }
  }

  /// How long a presentation takes, in nanoseconds.
  private var presentationDuration: Int64 { 400_000_000 }

  private static func after(_ duration: Int64, _ body: @escaping @MainActor () -> Void) {
    _ = VirtualRunLoop.main.addTimer(at: VirtualRunLoop.main.now + duration, body)
  }

  private func presentingStyleRemovedView(of controller: UIViewController) -> Bool {
    controller.presentationController?.shouldRemovePresentersView == true && view.superview == nil
  }

  /// In a context its controller presents, otherwise the one at the top.
  private func presentingAncestor(for style: UIModalPresentationStyle) -> UIViewController {
    var current = self
    let inContext = style == .currentContext || style == .overCurrentContext
    while let parent = current.parent {
      if inContext, current.definesPresentationContext { return current }
      current = parent
    }
    return current
  }

  /// A sheet leaves a stripe at the top.
  private func frame(in bounds: CGRect) -> CGRect {
    switch effectiveStyle {
    case .pageSheet, .formSheet:
      CGRect(x: 0, y: 54, width: bounds.width, height: max(0, bounds.height - 54))
    default: bounds
    }
  }
}
