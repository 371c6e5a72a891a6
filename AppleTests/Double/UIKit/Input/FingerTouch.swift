import VirtualTime

/// One finger on the screen, or two scrolling on a trackpad, moved by a test.
///
/// The pans of the view that is hit and of its ancestors are asked, from the inside out. Once the
/// finger has moved, each pan that does not wait for another's failure either takes the movement,
/// and then has the touch alone, or fails for good. Until then, the touch belongs to the control
/// that was hit, if any.
@MainActor
public final class FingerTouch {
  /// Whether it scrolls on a trackpad. Recognisers are not asked about a touch then.
  let isScroll: Bool
  private let control: UIControl?
  private var candidates: [UIPanGestureRecognizer] = []
  private var scrollViews: [UIScrollView] = []
  private var owner: UIPanGestureRecognizer?
  private let start: CGPoint
  private var place: CGPoint
  private var time: Int64
  /// The position of the finger, relative to the beginning of its pan.
  private(set) var translation = CGPoint.zero
  /// The velocity of the last movement, in points per second.
  private(set) var velocity = CGPoint.zero
  private var origin: CGPoint

  /// The distance that a finger moves before it is a pan.
  private static let slop: CGFloat = 10

  /// The location in the window. The pointer rests during a scroll.
  var location: CGPoint { isScroll ? start : place }

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
            ? pan.allowedScrollTypesMask.contains(.continuous)
            : pan.delegate?.gestureRecognizer(pan, shouldReceive: touch) ?? true
        else { continue }
        candidates.append(pan)
        pan.touch = self
      }
      if let scrollView = view as? UIScrollView {
        scrollViews.append(scrollView)
        scrollView.touchBegan()
      }
      current = view.superview
    }
  }

  /// Moves the finger to a point of the window.
  public func move(to point: CGPoint) {
    let now = VirtualRunLoop.main.now
    let seconds = CGFloat(max(1, now - time)) / 1e9
    if now > time {
      velocity = CGPoint(x: (point.x - place.x) / seconds, y: (point.y - place.y) / seconds)
    }
    (place, time) = (point, now)
    if let owner {
      translation = CGPoint(x: point.x - origin.x, y: point.y - origin.y)
      owner.follow(self, .changed)
      return
    }
    let moved = CGPoint(x: point.x - start.x, y: point.y - start.y)
    guard max(abs(moved.x), abs(moved.y)) >= Self.slop else { return }
    guard let pan = firstThatTakes(moved) else { return }
    // The movement so far is not caught up.
    owner = pan
    candidates = []
    origin = point
    translation = .zero
    pan.follow(self, .began)
  }

  private func firstThatTakes(_ moved: CGPoint) -> UIPanGestureRecognizer? {
    while true {
      let free = candidates.first { pan in
        !candidates.contains { $0 !== pan && pan.requiresFailure(of: $0) }
      }
      guard let free else { return nil }
      if free.takes(moved) { return free }
      candidates.removeAll { $0 === free }
    }
  }

  /// Ends the touch for a recogniser.
  func leave(_ recognizer: UIGestureRecognizer) {
    candidates.removeAll { $0 === recognizer }
    guard owner === recognizer else { return }
    owner = nil
  }

  /// Lifts the finger off the screen.
  public func lift() {
    if VirtualRunLoop.main.now - time > 100_000_000 { velocity = .zero }
    if let owner {
      owner.follow(self, .ended)
      owner.state = .possible
    } else if let control, max(abs(place.x - start.x), abs(place.y - start.y)) < Self.slop {
      control.sendActions(for: .touchUpInside)
    }
    for scrollView in scrollViews { scrollView.touchEnded() }
  }

  /// Cancels the touch, as the system does.
  public func cancel() {
    velocity = .zero
    if let owner {
      owner.follow(self, .cancelled)
      owner.state = .possible
    }
    for scrollView in scrollViews { scrollView.touchEnded() }
  }
}
