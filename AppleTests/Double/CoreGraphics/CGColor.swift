/// A colour of which only the opacity counts.
public final class CGColor: Sendable {
  public let alpha: CGFloat

  public init(alpha: CGFloat) { self.alpha = alpha }
}
