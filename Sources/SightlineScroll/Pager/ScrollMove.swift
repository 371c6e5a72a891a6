/// A scroll that a host is to perform.
public struct ScrollMove: Hashable, Sendable {
  /// Where to scroll to, in points from the left (or top) edge of the content.
  public var offset: Double
  /// How long the scroll takes; zero for at once.
  public var duration: Duration

  /// Creates a move to an offset in points.
  public init(to offset: Double, over duration: Duration = .zero) {
    self.offset = offset
    self.duration = max(.zero, duration)
  }

  /// Whether to set the offset without an animation.
  public var isImmediate: Bool { duration == .zero }
}
