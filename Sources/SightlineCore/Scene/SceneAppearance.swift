/// The drawing properties of a container, target or cover.
public struct SceneAppearance: Hashable, Sendable {
  /// The opacity, 0...1, multiplied by that of the ancestors. Values outside are clamped; NaN
  /// counts as 1.
  public var opacity: Double
  /// Whether the item and everything inside it is hidden.
  public var isHidden: Bool
  /// An affine transform about the item's origin (the top left corner of its frame).
  public var transform: LayoutTransform
  /// The drawing order among siblings: higher values are drawn later, equal ones in order of
  /// registration.
  public var zIndex: Int32
  /// Whether the item stays in place when its container scrolls, like a bar or a `position: fixed`
  /// box.
  public var isPinned: Bool
  /// Whether the target's dwell is counted while it is visible. Set it to false for a paused video
  /// or an image that has not loaded. It has no effect on visibility, nor on containers and covers.
  public var countsDwell: Bool

  /// Creates an appearance; by default opaque, shown, untransformed, z 0, scrolling along.
  public init(
    opacity: Double = 1, isHidden: Bool = false, transform: LayoutTransform = .identity,
    zIndex: Int32 = 0, isPinned: Bool = false, countsDwell: Bool = true
  ) {
    self.opacity = opacity
    self.isHidden = isHidden
    self.transform = transform
    self.zIndex = zIndex
    self.isPinned = isPinned
    self.countsDwell = countsDwell
  }

  /// Opaque, shown, untransformed, z 0, scrolling along.
  public static let plain = SceneAppearance()

  /// The opacity clamped to 0...1.
  var effectiveOpacity: Double { opacity >= 1 || opacity.isNaN ? 1 : opacity > 0 ? opacity : 0 }
}
