import VirtualTime

public struct UITransitionContextViewControllerKey: Hashable, Sendable {
  let name: String
  public static let from = UITransitionContextViewControllerKey(name: "from")
  public static let to = UITransitionContextViewControllerKey(name: "to")
}

public struct UITransitionContextViewKey: Hashable, Sendable {
  let name: String
  public static let from = UITransitionContextViewKey(name: "from")
  public static let to = UITransitionContextViewKey(name: "to")
}

@MainActor
public protocol UIViewControllerTransitionCoordinator: AnyObject {
  var isAnimated: Bool { get }
  var initiallyInteractive: Bool { get }
  /// Whether a finger controls it; false while it runs to one of its ends.
  var isInteractive: Bool { get }
  /// Whether it runs back to its beginning.
  var isCancelled: Bool { get }
  var containerView: UIView { get }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  func view(forKey key: UITransitionContextViewKey) -> UIView?
}

/// A transition in progress from one screen to another.
///
/// Model values are those of its end from the beginning on, as in an animation, even while a finger
/// controls it. A cancelled transition restores them when it is over.
@MainActor
public final class ScreenTransition: UIViewControllerTransitionCoordinator {
  public let containerView: UIView
  public let isAnimated = true
  public let initiallyInteractive: Bool
  public private(set) var isInteractive: Bool
  public private(set) var isCancelled = false
  private let from: UIViewController
  private let to: UIViewController
  private let ended: @MainActor (_ isCancelled: Bool) -> Void

  init(
    from: UIViewController, to: UIViewController, in container: UIView, isInteractive: Bool,
    ended: @escaping @MainActor (_ isCancelled: Bool) -> Void
  ) {
    (self.from, self.to, containerView) = (from, to, container)
    (self.isInteractive, initiallyInteractive) = (isInteractive, isInteractive)
    self.ended = ended
    if !isInteractive { end(after: Undocumented.transitionDuration) }
  }

  public func viewController(
    forKey key: UITransitionContextViewControllerKey
  ) -> UIViewController? {
    key == .from ? from : to
  }

  public func view(forKey key: UITransitionContextViewKey) -> UIView? {
    (key == .from ? from : to).viewIfLoaded
  }

  /// Lifts the finger, and completes or cancels the transition.
  public func lift(cancelled: Bool) {
    precondition(isInteractive, "no finger controls it")
    isInteractive = false
    isCancelled = cancelled
    end(after: Undocumented.transitionRest)
  }

  private func end(after duration: Int64) {
    // The transition retains itself until then.
    _ = VirtualRunLoop.main.addTimer(at: VirtualRunLoop.main.now + duration) {
      self.ended(self.isCancelled)
    }
  }
}
