import VirtualTime

/// One finger on the screen, moved by a test.
///
/// The view that is hit and those around it are asked for their pans, from the inside out. Once it
/// has moved, each that waits for no other one's failure either takes the movement, and then has
/// the touch alone, or fails for good. Until then a control that was hit has it.
@MainActor
public final class FingerTouch {
  private let control: UIControl?
  private var candidates: [UIPanGestureRecognizer] = []
  private var scrollViews: [UIScrollView] = []
  private var owner: UIPanGestureRecognizer?
  private let start: CGPoint
  private var place: CGPoint
  private var time: Int64
  /// Where the finger is, from where it was when its pan began.
  private(set) var translation = CGPoint.zero
  /// Points a second, of the last movement.
  private(set) var velocity = CGPoint.zero
  private var origin: CGPoint

  /// How far a finger moves before it is a pan.
  private static let slop: CGFloat = 10

  /// A finger touches the screen at a point of a window.
  public init(at point: CGPoint, in window: UIWindow) {
    (start, place, origin) = (point, point, point)
    time = VirtualRunLoop.main.now
    let hit = window.hitTest(point, with: nil)
    control = hit as? UIControl
    var current = hit
    while let view = current {
      let touch = UITouch(view: hit, at: point)
      for case let pan as UIPanGestureRecognizer in view.gestureRecognizers ?? [] {
        guard pan.isEnabled,
          pan.delegate?.gestureRecognizer(pan, shouldReceive: touch) ?? true
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

  /// It moves to a point of the window.
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
    // What it moved until now is not made up for.
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

  /// A recogniser is told nothing more of it.
  func leave(_ recognizer: UIGestureRecognizer) {
    candidates.removeAll { $0 === recognizer }
    guard owner === recognizer else { return }
    owner = nil
  }

  /// It leaves the screen.
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

  /// The system takes it away.
  public func cancel() {
    velocity = .zero
    if let owner {
      owner.follow(self, .cancelled)
      owner.state = .possible
    }
    for scrollView in scrollViews { scrollView.touchEnded() }
  }
}
