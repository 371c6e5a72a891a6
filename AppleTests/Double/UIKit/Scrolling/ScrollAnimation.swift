import QuartzCore
import VirtualTime

/// Moves a scroll view's content with the display, until it arrives.
@MainActor
final class ScrollAnimation {
  private weak var scrollView: UIScrollView?
  private var link: VirtualDisplay.Link?
  private let step: @MainActor (_ elapsed: Int64) -> CGPoint?
  private let arrived: @MainActor () -> Void
  private let start = VirtualRunLoop.main.now
  private var hasArrived = false

  /// - Parameter step: returns the offset after a number of nanoseconds; `nil` on arrival.
  init(
    of scrollView: UIScrollView, step: @escaping @MainActor (Int64) -> CGPoint?,
    arrived: @escaping @MainActor () -> Void
  ) {
    self.scrollView = scrollView
    self.step = step
    self.arrived = arrived
    link = VirtualRunLoop.main.display.addLink { [weak self] link in
      if let self { frame() } else { link.invalidate() }
    }
  }

  /// Moves to an offset, slower at both ends.
  convenience init(
    of scrollView: UIScrollView, to target: CGPoint, arrived: @escaping @MainActor () -> Void
  ) {
    let from = scrollView.contentOffset
    var isThere = false
    self.init(
      of: scrollView,
      step: { elapsed in
        if isThere { return nil }
        let time = min(1, CGFloat(elapsed) / CGFloat(Undocumented.scrollDuration))
        isThere = time >= 1
        if isThere { return target }
        let part = time * time * (3 - 2 * time)
        return CGPoint(
          x: from.x + part * (target.x - from.x), y: from.y + part * (target.y - from.y))
      }, arrived: arrived)
  }

  func end() {
    link?.invalidate()
    link = nil
  }

  private func frame() {
    guard let scrollView else { return end() }
    let elapsed = VirtualRunLoop.main.now - start
    if let offset = step(elapsed) { scrollView.moveContent(to: offset) } else { hasArrived = true }
    // A reaction to the movement may have begun another scroll.
    guard link != nil else { return }
    if !hasArrived, Undocumented.scrollsEndWithTheirLastStep { hasArrived = step(elapsed) == nil }
    if hasArrived {
      end()
      scrollView.motion = nil
      arrived()
    }
  }
}
