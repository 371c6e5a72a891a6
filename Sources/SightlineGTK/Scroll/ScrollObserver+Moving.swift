#if GTK && os(Linux)
internal import CSightlineGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineScroll

extension ScrollObserver {
  /// Scrolls to an offset with an animation that a finger or the wheel ends. With Reduce Motion, or
  /// without a duration, the scroll is immediate and causes no phase.
  ///
  /// - Parameters:
  ///   - offset: the distance from the top (or left) in the content's points, clamped to the valid
  ///     range.
  ///   - axis: the axis to scroll along.
  ///   - duration: the animation's duration.
  ///   - easing: the animation's curve.
  public func scroll(
    to offset: Double, along axis: VisibilityScene.Axis = .vertical,
    over duration: Duration = SectionSpy.scrollDuration, easing: Easing = .easeInOut
  ) {
    guard offset.isFinite, let scroller = widget.pointer else { return }
    let last = axis == .vertical ? geometry.maxOffset.y : geometry.maxOffset.x
    let isAnimated = duration > .zero && scroller.motion == .full
    let old = movement
    movement = nil
    old?.stop()
    let next = ScrollMovement(
      self, of: scroller, along: axis, to: min(max(offset, 0), last), over: duration,
      easing: easing)
    movement = next
    // Notify before the first offset so observers know its source.
    if isAnimated { beginAnimation() }
    next.begin()
  }

  /// Scrolls to a position computed by `SectionSpy` or similar.
  public func perform(_ move: ScrollMove, along axis: VisibilityScene.Axis = .vertical) {
    scroll(to: move.offset, along: axis, over: move.duration)
  }

  /// Marks the following changes of the offset as the program's. Call it before your animation sets
  /// its first offset, and ``endAnimation()`` after the last.
  public func beginAnimation() { handle(.animationBegan) }

  /// Ends the animation that ``beginAnimation()`` began.
  public func endAnimation() { handle(.animationEnded) }

  func movementEnded(_ ended: ScrollMovement) {
    // Ignore a movement that another has replaced.
    guard movement === ended else { return }
    movement = nil
    endAnimation()
  }
}
#endif
