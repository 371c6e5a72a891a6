open class UIGestureRecognizer: ToolkitObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static let recognized = State.ended
  }

  public internal(set) weak var view: UIView?
  public var state = State.possible
  open var isEnabled = true
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  private var handlers: [@MainActor () -> Void] = []

  public override init() { super.init() }

  /// In place of a target and an action.
  public func addHandler(_ handler: @escaping @MainActor () -> Void) { handlers.append(handler) }

  func change(to state: State) {
    self.state = state
    for handler in handlers { handler() }
  }

  /// Whether it takes a touch that has begun to move.
  func takes(_ translation: CGPoint) -> Bool {
    isEnabled && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// The touch it took moved or ended.
  func follow(_ touch: FingerTouch, _ state: State) { change(to: state) }
}

@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }
}

/// Follows a finger that has moved some way.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  weak var touch: FingerTouch?

  open func translation(in view: UIView?) -> CGPoint { touch?.translation ?? .zero }
  /// Points a second.
  open func velocity(in view: UIView?) -> CGPoint { touch?.velocity ?? .zero }
}

extension UIView {
  public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
    recognizer.view = self
  }

  public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === recognizer }
    recognizer.view = nil
  }
}
