public import SightlineCore

extension Carousel {
  /// Follows a drag. If cancelled, the drag ends without a swing.
  public mutating func drag(_ event: DragEvent, at now: MonotonicTime) {
    switch event {
    case .began: beginDragging(at: now)
    case .moved(let translation): drag(to: translation)
    case .ended(let velocity): endDragging(velocity: velocity, at: now)
    case .cancelled: endDragging(at: now)
    }
  }
}
