import VirtualTime

open class UIGestureRecognizer: ToolkitObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  public internal(set) weak var view: UIView?
  public var state = State.possible
  open var isEnabled = true {
    didSet {
      if !isEnabled, isRecognizing { takeTouchAway() }
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

  /// Handles a movement or the end of the touches it took.
  func follow(_ state: State) { change(to: state) }

  var isRecognizing: Bool { state == .began || state == .changed }

  /// Ends the gesture, or any chance of one, without a view or a window.
  func leaveWindow() { if isRecognizing { takeTouchAway() } }
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

/// A recogniser that follows fingers once one has moved some distance, until all are lifted.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The touches it receives. After its end it receives no more of those that have begun.
  private(set) var fingers: [FingerTouch] = []
  /// The translation when a finger last came or went.
  private var base = CGPoint.zero
  /// The scroll events recognised in addition to touches.
  public var allowedScrollTypesMask: UIScrollTypeMask = []

  /// None while a trackpad or a mouse scrolls.
  open var numberOfTouches: Int { fingers.count { !$0.isScroll } }
  open func location(in view: UIView?) -> CGPoint {
    let place = mean(\.location)
    return view?.convert(place, from: nil) ?? place
  }
  open func translation(in view: UIView?) -> CGPoint {
    let way = mean(\.way)
    return CGPoint(x: base.x + way.x, y: base.y + way.y)
  }
  /// Returns the velocity in points per second.
  open func velocity(in view: UIView?) -> CGPoint { mean(\.velocity) }

  private func mean(_ value: KeyPath<FingerTouch, CGPoint>) -> CGPoint {
    let (count, values) = (CGFloat(max(1, fingers.count)), fingers.map { $0[keyPath: value] })
    return CGPoint(
      x: values.reduce(0) { $0 + $1.x } / count, y: values.reduce(0) { $0 + $1.y } / count)
  }

  func add(_ finger: FingerTouch) {
    stay()
    fingers.append(finger)
  }

  func remove(_ finger: FingerTouch) {
    stay()
    fingers.removeAll { $0 === finger }
  }

  /// Keeps the translation while the number of fingers changes.
  private func stay() {
    base = isRecognizing ? translation(in: nil) : .zero
    for finger in fingers where isRecognizing { finger.beginAgain() }
  }

  func end(as state: State) {
    follow(state)
    self.state = .possible
    dropFingers()
  }

  func dropFingers() {
    for finger in fingers { finger.leave(self) }
    (fingers, base) = ([], .zero)
  }

  override func takeTouchAway() {
    dropFingers()
    super.takeTouchAway()
  }

  override func leaveWindow() {
    super.leaveWindow()
    dropFingers()
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
    // Nothing documents that it would receive further events of its touches.
    (recognizer as? UIPanGestureRecognizer)?.dropFingers()
    if recognizer.isRecognizing { recognizer.state = .possible }
    recognizer.view = nil
  }
}
