import QuartzCore
import VirtualTime

/// One finger on the screen, or two scrolling on a trackpad, moved by a test.
///
/// The pans of the hit view and of its ancestors are queried from the inside out. Once the finger
/// has moved, each pan that does not wait for another's failure either takes the movement, and then
/// has all its touches alone, or fails for them. Until then, the touch belongs to the control that
/// was hit, if any. A further finger joins the pan in progress that receives it.
@MainActor
public final class FingerTouch {
  /// Whether it scrolls on a trackpad. Recognisers are then not queried about a touch.
  let isScroll: Bool
  private let control: UIControl?
  private var candidates: [UIPanGestureRecognizer] = []
  private var scrollViews: [UIScrollView] = []
  private var owner: UIPanGestureRecognizer?
  private let start: CGPoint
  private var place: CGPoint
  private var time: Int64
  private var speed = CGPoint.zero
  /// Its place when its pan began or another finger came or went.
  private var origin: CGPoint

  /// The location in the window. The pointer rests during a scroll.
  var location: CGPoint { isScroll ? start : place }
  /// The velocity of the last movement, in points per second.
  var velocity: CGPoint { VirtualRunLoop.main.now - time > 100_000_000 ? .zero : speed }
  /// The distance from its origin.
  var way: CGPoint { CGPoint(x: place.x - origin.x, y: place.y - origin.y) }

  /// Touches the screen, or rests the pointer, at a point of a window.
  public init(at point: CGPoint, in window: UIWindow, isScroll: Bool = false) {
    self.isScroll = isScroll
    (start, place, origin) = (point, point, point)
    time = VirtualRunLoop.main.now
    let hit = window.hitTest(point, with: nil)
    control = isScroll ? nil : hit as? UIControl
    var current = hit
    while let view = current {
      let touch = UITouch(view: hit, at: point)
      for case let pan as UIPanGestureRecognizer in view.gestureRecognizers ?? [] {
        guard pan.isEnabled,
          isScroll
            ? pan.allowedScrollTypesMask.contains(.continuous) && !pan.isRecognizing
            : pan.delegate?.gestureRecognizer(pan, shouldReceive: touch) ?? true
        else { continue }
        candidates.append(pan)
      }
      if let scrollView = view as? UIScrollView {
        scrollViews.append(scrollView)
        scrollView.touchBegan()
      }
      current = view.superview
    }
    owner = candidates.first(where: \.isRecognizing)
    if let owner { candidates = [owner] }
    for pan in candidates { pan.add(self) }
  }

  /// Moves the finger to a point of the window.
  public func move(to point: CGPoint) {
    let now = VirtualRunLoop.main.now
    let seconds = CGFloat(max(1_000_000, now - time)) / 1e9
    speed = CGPoint(x: (point.x - place.x) / seconds, y: (point.y - place.y) / seconds)
    (place, time) = (point, now)
    if let owner { return owner.follow(.changed) }
    let moved = CGPoint(x: point.x - start.x, y: point.y - start.y)
    guard max(abs(moved.x), abs(moved.y)) >= Undocumented.panSlop else { return }
    guard let pan = firstThatTakes(moved) else { return }
    for finger in pan.fingers { finger.belong(to: pan) }
    pan.follow(.began)
  }

  /// The movement so far is not caught up.
  func beginAgain() { origin = place }

  private func belong(to pan: UIPanGestureRecognizer) {
    for rival in candidates where rival !== pan { rival.dropFingers() }
    (owner, candidates) = (pan, [pan])
    beginAgain()
  }

  private func firstThatTakes(_ moved: CGPoint) -> UIPanGestureRecognizer? {
    while true {
      let free = candidates.first { pan in
        !candidates.contains { $0 !== pan && pan.requiresFailure(of: $0) }
      }
      guard let free else { return nil }
      if free.takes(moved) { return free }
      free.dropFingers()
    }
  }

  /// Ends the touch for a recogniser.
  func leave(_ recognizer: UIGestureRecognizer) {
    candidates.removeAll { $0 === recognizer }
    if owner === recognizer { owner = nil }
  }

  /// Lifts the finger off the screen.
  public func lift() {
    if owner == nil, let control,
      max(abs(place.x - start.x), abs(place.y - start.y)) < Undocumented.panSlop
    {
      control.sendActions(for: .touchUpInside)
    }
    end(as: .ended)
  }

  /// Cancels the touch, as the system does.
  public func cancel() { end(as: .cancelled) }

  private func end(as state: UIGestureRecognizer.State) {
    if let owner, state == .cancelled || owner.fingers.count == 1 { owner.end(as: state) }
    for pan in candidates { pan.remove(self) }
    (owner, candidates) = (nil, [])
    for scrollView in scrollViews { scrollView.touchEnded() }
  }
}
