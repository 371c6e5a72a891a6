/// The direction of a horizontal drag.
public enum DragDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// To the left, which brings in content from the right.
  case left
  /// To the right, which brings in content from the left.
  case right

  /// Creates the direction of a movement to the right and downwards; `nil` if it is not horizontal:
  /// vertical and diagonal movements belong to the surrounding scroll view. NaN has no direction.
  public init?(x: Double, y: Double) {
    guard abs(x) > abs(y) else { return nil }
    self = x < 0 ? .left : .right
  }
}

/// An event of a horizontal drag, which begins once and ends once.
public enum DragEvent: Hashable, Sendable {
  /// The drag began at the finger's current position.
  case began
  /// The finger moved to this distance to the right of the drag's start, in points.
  case moved(Double)
  /// The finger was lifted at this velocity to the right, in points per second.
  case ended(velocity: Double)
  /// The touch was cancelled by the system or a scroll view, or its view is gone.
  case cancelled
}
