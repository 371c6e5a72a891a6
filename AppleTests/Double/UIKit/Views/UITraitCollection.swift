import QuartzCore

/// The traits of a view's environment. `displayScale` is the number of pixels a point, and 0 where
/// it is unspecified.
/// https://developer.apple.com/documentation/uikit/uitraitcollection/displayscale
public final class UITraitCollection {
  public let displayScale: CGFloat

  public init(displayScale scale: CGFloat) { displayScale = scale }
}

extension UIView {
  public var traitCollection: UITraitCollection {
    UITraitCollection(displayScale: window?.displayScale ?? 0)
  }
}
