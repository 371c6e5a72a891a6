#if GTK && os(Linux)
internal import CSightlineGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineScroll

/// An animated scroll started by the program.
struct ScrollMovement {
  let axis: VisibilityScene.Axis
  let transition: TimedTransition<Double>
}

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
    let adjustment = scroller.scrollAdjustment(axis)
    let target = min(max(offset, 0), last) + gtk_adjustment_get_lower(adjustment)
    let transition = TimedTransition(
      from: gtk_adjustment_get_value(adjustment), to: target, start: .now, duration: duration,
      easing: easing, motion: scroller.motion)
    movement = ScrollMovement(axis: axis, transition: transition)
    // Notify before the first offset so observers know its source.
    if duration > .zero && scroller.motion == .full { beginAnimation() }
    // Inside its own signal, the adjustment would report a first offset after `move`, as if by
    // input.
    if transition.isFinished(at: .now) { _ = move() } else { ticks.start(on: scroller) }
  }

  /// Scrolls to a position computed by `SectionSpy` or similar.
  public func perform(_ move: ScrollMove, along axis: VisibilityScene.Axis = .vertical) {
    scroll(to: move.offset, along: axis, over: move.duration)
  }

  /// Attributes the following changes of the offset to the program. Call it before your animation
  /// sets its first offset, and ``endAnimation()`` after the last.
  public func beginAnimation() { handle(.animationBegan) }

  /// Ends the animation that ``beginAnimation()`` began.
  public func endAnimation() { handle(.animationEnded) }

  /// Sets the movement's current offset. Returns whether it continues.
  func move() -> Bool {
    guard let movement, let scroller = widget.pointer else { return false }
    let now = MonotonicTime.now
    isMoving = true
    gtk_adjustment_set_value(
      scroller.scrollAdjustment(movement.axis), movement.transition.value(at: now))
    isMoving = false
    // An observer of the offset may have stopped or replaced it.
    if self.movement?.transition.isFinished(at: now) == true { stopMoving() }
    return self.movement != nil
  }

  /// Ends the movement, if any, leaving the offset where it is.
  func stopMoving() {
    guard movement != nil else { return }
    movement = nil
    ticks.stop()
    endAnimation()
  }
}
#endif
