/// How something in a scene is drawn: shared by containers, targets and covers.
public struct SceneAppearance: Hashable, Sendable {
  /// The opacity, 0...1; it multiplies with that of the ancestors. Numbers outside are clamped, NaN
  /// counts as 1.
  public var opacity: Double
  /// Whether it is hidden, with everything inside it.
  public var isHidden: Bool
  /// An affine transform about its own origin (the top left corner of its frame).
  public var transform: LayoutTransform
  /// The order among siblings: higher ones are drawn later, equal ones in order of registration.
  public var zIndex: Int32
  /// Whether it stays where it is when its container scrolls, like a bar or a `position: fixed`
  /// box.
  public var isPinned: Bool

  /// Creates an appearance; by default opaque, shown, untransformed, z 0, scrolling along.
  public init(
    opacity: Double = 1, isHidden: Bool = false, transform: LayoutTransform = .identity,
    zIndex: Int32 = 0, isPinned: Bool = false
  ) {
    self.opacity = opacity
    self.isHidden = isHidden
    self.transform = transform
    self.zIndex = zIndex
    self.isPinned = isPinned
  }

  /// Opaque, shown, untransformed, z 0, scrolling along.
  public static let plain = SceneAppearance()

  /// The opacity as it is used: in 0...1 whatever was given.
  var effectiveOpacity: Double {
    opacity >= 1 || opacity.isNaN ? 1 : opacity > 0 ? opacity : 0
  }
}
