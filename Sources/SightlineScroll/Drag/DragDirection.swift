/// Which way along a line of items a finger goes.
public enum DragDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// To the left, which brings in what is to the right.
  case left
  /// To the right.
  case right

  /// The direction of a movement, or of a velocity, by its parts to the right and downwards; `nil` where
  /// it is not horizontal: what goes up and down is for the scroll view around, and so is a diagonal.
  /// What is not a number is no direction.
  public init?(x: Double, y: Double) {
    guard abs(x) > abs(y) else { return nil }
    self = x < 0 ? .left : .right
  }
}

/// What becomes of a drag that has been taken for a horizontal one. It begins once and ends once, by
/// ``ended(velocity:)`` or ``cancelled``.
public enum DragEvent: Hashable, Sendable {
  /// It began, where the finger is now.
  case began
  /// The finger is so far to the right of where the drag began, in points.
  case moved(Double)
  /// The finger was lifted, going to the right so fast, in points a second.
  case ended(velocity: Double)
  /// Something took the finger away: the system, a scroll view, the end of the view.
  case cancelled
}
