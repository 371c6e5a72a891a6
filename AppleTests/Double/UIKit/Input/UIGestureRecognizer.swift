open class UIGestureRecognizer: ToolkitObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static let recognized = State.ended
  }

  public internal(set) weak var view: UIView?
  public var state = State.possible
  open var isEnabled = true {
    didSet {
      if !isEnabled, state == .began || state == .changed { takeTouchAway() }
    }
  }
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

  /// What it recognises is over, for it alone.
  func takeTouchAway() {
    change(to: .cancelled)
    state = .possible
  }

  /// Whether a failure of another one has to come before.
  func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// The touch it took moved or ended.
  func follow(_ touch: FingerTouch, _ state: State) { change(to: state) }
}

@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
  ) -> Bool { false }
}

/// Follows a finger that has moved some way.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  weak var touch: FingerTouch?

  open func translation(in view: UIView?) -> CGPoint { touch?.translation ?? .zero }
  /// Points a second.
  open func velocity(in view: UIView?) -> CGPoint { touch?.velocity ?? .zero }

  override func takeTouchAway() {
    touch?.leave(self)
    super.takeTouchAway()
  }
}

/// A pan that begins at an edge of the screen.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {}

/// A finger, as recognisers are told of it.
@MainActor
public final class UITouch {
  public let view: UIView?
  private let place: CGPoint

  /// - Parameter place: where it is in the window.
  init(view: UIView?, at place: CGPoint) { (self.view, self.place) = (view, place) }

  public func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }
}

extension UIView {
  public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
    recognizer.view = self
  }

  public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === recognizer }
    // That it would hear of the touch again is not said anywhere.
    (recognizer as? UIPanGestureRecognizer)?.touch?.leave(recognizer)
    recognizer.view = nil
  }
}
