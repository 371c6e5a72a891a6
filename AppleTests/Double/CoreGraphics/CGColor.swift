/// A colour, reduced to its opacity.
public final class CGColor: Sendable {
  public let alpha: CGFloat

  public init(alpha: CGFloat) { self.alpha = alpha }
}
