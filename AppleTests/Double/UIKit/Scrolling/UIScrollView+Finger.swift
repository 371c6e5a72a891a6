import QuartzCore
import VirtualTime

/// A scroll view's own pan, which takes movements along an axis that scrolls.
final class ScrollPan: UIPanGestureRecognizer {
  private weak var scrollView: UIScrollView?
  private var startOffset = CGPoint.zero
  /// The offset as of the last movement.
  private var lastOffset = CGPoint.zero
  private var isHorizontal = false

  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init()
    allowedScrollTypesMask = .all
  }

  override func takes(_ translation: CGPoint) -> Bool {
    guard super.takes(translation), let scrollView, scrollView.isScrollEnabled else { return false }
    isHorizontal = abs(translation.x) > abs(translation.y)
    return scrollView.scrolls(isHorizontal ? .horizontal : .vertical)
  }

  override func follow(_ state: State) {
    guard let scrollView else { return }
    switch state {
    case .began:
      (startOffset, lastOffset) = (scrollView.contentOffset, scrollView.contentOffset)
      scrollView.isDragging = true
      scrollView.delegate?.scrollViewWillBeginDragging(scrollView)
    case .changed:
      // If the app moves the content during a drag, the drag continues from there, as in Apple's
      // sample StreetScroller.
      startOffset.x += scrollView.contentOffset.x - lastOffset.x
      startOffset.y += scrollView.contentOffset.y - lastOffset.y
      scrollView.drag(from: startOffset, by: along(translation(in: nil)))
      lastOffset = scrollView.contentOffset
    case .ended: scrollView.letGo(from: startOffset, velocity: along(velocity(in: nil)))
    case .cancelled: scrollView.letGo(from: startOffset, velocity: .zero)
    default: break
    }
    change(to: state)
  }

  override func takeTouchAway() {
    scrollView?.letGo(from: startOffset, velocity: .zero)
    super.takeTouchAway()
  }

  /// Returns the movement along the locked axis.
  private func along(_ point: CGPoint) -> CGPoint {
    isHorizontal ? CGPoint(x: point.x, y: 0) : CGPoint(x: 0, y: point.y)
  }
}

extension UIScrollView {
  /// The first finger stops any movement.
  func touchBegan() {
    fingerCount += 1
    guard fingerCount == 1 else { return }
    motion?.end()
    motion = nil
    endDecelerating()
  }

  /// Ends the deceleration, and with it the drag that it followed.
  func endDecelerating() { (isDragging, isDecelerating) = (false, false) }

  /// A bounce stopped by the finger continues.
  func touchEnded() {
    fingerCount -= 1
    let rest = clamped(contentOffset)
    guard fingerCount == 0, motion == nil, rest != contentOffset else { return }
    isDecelerating = true
    motion = ScrollAnimation(of: self, to: rest) { [weak self] in self?.cameToRest() }
  }

  /// Drags the content. Past an edge, it follows only a share of the distance.
  func drag(from start: CGPoint, by translation: CGPoint) {
    let wanted = CGPoint(x: start.x - translation.x, y: start.y - translation.y)
    let rest = clamped(wanted)
    let give: CGFloat = bounces ? Undocumented.giveAtEdges : 0
    contentOffset = CGPoint(
      x: rest.x + give * (wanted.x - rest.x), y: rest.y + give * (wanted.y - rest.y))
  }

  /// - Parameter velocity: the velocity of the finger, in points per second.
  func letGo(from start: CGPoint, velocity: CGPoint) {
    let offset = contentOffset
    let rest = clamped(offset)
    let isFast = max(abs(velocity.x), abs(velocity.y)) > Undocumented.restVelocity
    let decelerates = rest != offset || isFast || isPagingEnabled && page(of: offset) != offset
    isDragging = decelerates && Undocumented.dragsWhileDecelerating
    delegate?.scrollViewDidEndDragging(self, willDecelerate: decelerates)
    guard decelerates else { return }
    isDecelerating = true
    if rest != offset {
      motion = ScrollAnimation(of: self, to: rest) { [weak self] in self?.cameToRest() }
    } else if isPagingEnabled {
      let target = targetPage(from: start, velocity: velocity)
      motion = ScrollAnimation(of: self, to: target) { [weak self] in self?.cameToRest() }
    } else {
      decelerate(from: offset, velocity: velocity)
    }
  }

  /// Slows down by a constant factor per millisecond, and bounces at an edge.
  private func decelerate(from offset: CGPoint, velocity: CGPoint) {
    var horizontal = Glide(from: offset.x, velocity: -velocity.x, until: Undocumented.restVelocity)
    var vertical = Glide(from: offset.y, velocity: -velocity.y, until: Undocumented.restVelocity)
    motion = ScrollAnimation(
      of: self,
      step: { [weak self] elapsed in
        guard let self, !(horizontal.isOver && vertical.isOver) else { return nil }
        let (low, high) = (
          clamped(CGPoint(x: -CGFloat.infinity, y: -.infinity)),
          clamped(CGPoint(x: CGFloat.infinity, y: .infinity))
        )
        let seconds = CGFloat(elapsed) / 1e9
        return CGPoint(
          x: horizontal.offset(after: seconds, in: low.x...high.x, bounces: bounces),
          y: vertical.offset(after: seconds, in: low.y...high.y, bounces: bounces))
      }, arrived: { [weak self] in self?.cameToRest() })
  }

  private func cameToRest() {
    endDecelerating()
    delegate?.scrollViewDidEndDecelerating(self)
  }

  private func page(of offset: CGPoint) -> CGPoint {
    func nearest(_ value: CGFloat, _ size: CGFloat) -> CGFloat {
      size > 0 ? (value / size).rounded() * size : value
    }
    return clamped(
      CGPoint(x: nearest(offset.x, bounds.width), y: nearest(offset.y, bounds.height)))
  }

  /// Returns the next page if the finger was fast enough, otherwise the nearest one.
  private func targetPage(from start: CGPoint, velocity: CGPoint) -> CGPoint {
    let fast = Undocumented.pagingVelocity
    var target = page(of: contentOffset)
    let first = page(of: start)
    if abs(velocity.x) > fast, target.x == first.x {
      target.x += velocity.x < 0 ? bounds.width : -bounds.width
    }
    if abs(velocity.y) > fast, target.y == first.y {
      target.y += velocity.y < 0 ? bounds.height : -bounds.height
    }
    return clamped(target)
  }
}
