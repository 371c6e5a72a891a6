#if GTK && os(Linux)
internal import CGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineScroll

extension ScrollObserver {
  /// Scrolls to an offset, with an animation that a finger or the wheel ends. With Reduce Motion,
  /// and without a duration, it is there at once, which is no phase.
  ///
  /// - Parameters:
  ///   - offset: in the content's points from the top (or left); the nearest there is is taken.
  ///   - axis: along which.
  ///   - duration: how long it takes.
  ///   - easing: how it runs.
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
    // Told before the first offset: who hears of the offset knows whose it is.
    if isAnimated { beginAnimation() }
    next.begin()
  }

  /// Scrolls to a position computed by `SectionSpy` and the like.
  public func perform(_ move: ScrollMove, along axis: VisibilityScene.Axis = .vertical) {
    scroll(to: move.offset, along: axis, over: move.duration)
  }

  /// Marks what comes as the program's own: call it before an animation of your own sets the first
  /// offset, and ``endAnimation()`` after the last.
  public func beginAnimation() { handle(.animationBegan) }

  /// Ends what ``beginAnimation()`` began.
  public func endAnimation() { handle(.animationEnded) }

  func movementEnded(_ ended: ScrollMovement) {
    // Another one that took its place goes on.
    guard movement === ended else { return }
    movement = nil
    endAnimation()
  }
}
#endif
