import VirtualTime

/// Changes model values immediately, as Core Animation does, and calls the completion at the end of
/// the duration.
@MainActor
public final class UIViewPropertyAnimator {
  private let duration: Double
  private let animations: (() -> Void)?
  private var timer: VirtualRunLoop.Timer?
  public private(set) var isRunning = false

  public init(
    duration: Double, controlPoint1: CGPoint, controlPoint2: CGPoint, animations: (() -> Void)?
  ) {
    self.duration = duration
    self.animations = animations
  }

  public func startAnimation() {
    // Nothing documents whether this changes values at once or with a default duration.
    precondition(duration > 0, "an animator without a duration")
    isRunning = true
    if let animations { UIView.animate(withDuration: duration, animations: animations) }
    let end = VirtualRunLoop.main.now + Int64(duration * 1e9)
    // The animator retains itself while it runs.
    timer = VirtualRunLoop.main.addTimer(at: end) {
      self.isRunning = false
      self.timer = nil
    }
  }
}

extension UIView {
  public static func animate(withDuration duration: Double, animations: () -> Void) {
    let before = inheritedAnimationDuration
    inheritedAnimationDuration = duration
    defer { inheritedAnimationDuration = before }
    animations()
  }

  /// The duration of the animation that the caller is part of; 0 outside of one.
  public private(set) static var inheritedAnimationDuration: Double = 0
}
