import VirtualTime

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

  /// Replaces a target and an action.
  public func addHandler(_ handler: @escaping @MainActor () -> Void) { handlers.append(handler) }

  func change(to state: State) {
    self.state = state
    for handler in handlers { handler() }
  }

  /// Returns whether it takes a touch that has begun to move.
  func takes(_ translation: CGPoint) -> Bool {
    isEnabled && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// Cancels the gesture for this recogniser only, and sends its action in the next cycle of the
  /// run loop.
  func takeTouchAway() {
    state = .cancelled
    VirtualRunLoop.main.post { [weak self] in
      guard let self, state == .cancelled else { return }
      change(to: .cancelled)
      state = .possible
    }
  }

  /// Returns whether another recogniser must fail first.
  func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Handles a movement or the end of the touch it took.
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

public struct UIScrollTypeMask: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A mouse with a wheel of notches.
  public static let discrete = UIScrollTypeMask(rawValue: 1)
  /// A trackpad.
  public static let continuous = UIScrollTypeMask(rawValue: 2)
  public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// A recogniser that follows a finger once it has moved some distance.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  weak var touch: FingerTouch?
  /// The scroll events recognised in addition to touches.
  public var allowedScrollTypesMask: UIScrollTypeMask = []

  /// None while a trackpad or a mouse scrolls.
  open var numberOfTouches: Int { touch.map { $0.isScroll ? 0 : 1 } ?? 0 }
  open func location(in view: UIView?) -> CGPoint {
    let place = touch?.location ?? .zero
    return view?.convert(place, from: nil) ?? place
  }
  open func translation(in view: UIView?) -> CGPoint { touch?.translation ?? .zero }
  /// Returns the velocity in points per second.
  open func velocity(in view: UIView?) -> CGPoint { touch?.velocity ?? .zero }

  override func takeTouchAway() {
    touch?.leave(self)
    super.takeTouchAway()
  }
}

/// A pan that begins at an edge of the screen.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {}

/// A finger, as passed to recognisers.
@MainActor
public final class UITouch {
  public let view: UIView?
  private let place: CGPoint

  /// - Parameter place: the position in the window.
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
    // Nothing documents that it would receive further events of the touch.
    (recognizer as? UIPanGestureRecognizer)?.touch?.leave(recognizer)
    recognizer.view = nil
  }
}
