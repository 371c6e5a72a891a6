/// The direction of a horizontal drag.
public enum DragDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// To the left, which brings in what is to the right.
  case left
  /// To the right.
  case right

  /// The direction of a movement, or of a velocity, by its components to the right and downwards;
  /// `nil` if it is not horizontal: vertical and diagonal movements are for the scroll view around.
  /// NaN has no direction.
  public init?(x: Double, y: Double) {
    guard abs(x) > abs(y) else { return nil }
    self = x < 0 ? .left : .right
  }
}

/// An event of a horizontal drag, which begins once and ends once, by ``ended(velocity:)`` or
/// ``cancelled``.
public enum DragEvent: Hashable, Sendable {
  /// It began, where the finger is now.
  case began
  /// How far the finger is to the right of where the drag began, in points.
  case moved(Double)
  /// The finger was lifted at this velocity to the right, in points a second.
  case ended(velocity: Double)
  /// The touch was taken away: by the system, by a scroll view, or because the view is gone.
  case cancelled
}
