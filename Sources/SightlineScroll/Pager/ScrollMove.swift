/// A scroll for a host to perform.
public struct ScrollMove: Hashable, Sendable {
  /// The target offset, in points from the left (or top) edge of the content.
  public var offset: Double
  /// The duration of the scroll; zero for an immediate one.
  public var duration: Duration

  /// Creates a move to an offset in points.
  public init(to offset: Double, over duration: Duration = .zero) {
    self.offset = offset
    self.duration = max(.zero, duration)
  }

  /// Whether to set the offset without animation.
  public var isImmediate: Bool { duration == .zero }
}
