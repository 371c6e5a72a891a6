import QuartzCore

/// The traits of a view's environment. `displayScale` is the number of pixels a point, and 0 where
/// it is unspecified.
/// https://developer.apple.com/documentation/uikit/uitraitcollection/displayscale
public final class UITraitCollection {
  public let displayScale: CGFloat

  public init(displayScale scale: CGFloat) { displayScale = scale }
}

extension UIView {
  /// The window's, which a view keeps: reading it creates none.
  public var traitCollection: UITraitCollection { window?.traits ?? .unspecified }
}

extension UITraitCollection {
  @MainActor fileprivate static let unspecified = UITraitCollection(displayScale: 0)
}
