public import SightlineCore

/// A header that grows when the content is pulled down, and moves slower than the content when it
/// is scrolled up.
///
/// The header is the first thing in the content, so that its *slot* scrolls like everything else.
/// ``layout(scrolled:width:motion:)`` places its background and its title.
///
/// 1. Pulled down by *p* points, the header is exactly *p* points higher and its top stays at
///    exactly 0 in the container: no gap, and no rounding.
/// 2. Scrolled up by *s* points, its slot ends *s* points higher, without rounding, while the
///    background has moved up by ``parallaxRate`` · *s* only, clipped by the slot.
/// 3. Under ``MotionPreference/reduced`` the background moves with its slot and the title keeps its
///    size. The header still grows with the pull, which follows the finger.
///
/// ```swift
/// let header = StretchyHeader(height: 260)
/// header.layout(scrolled: -40, width: 390).frame.height  // 300: pulled down by 40
/// header.layout(scrolled: 100, width: 390).background    // has moved up by 35 only
/// ```
public struct StretchyHeader: Hashable, Sendable {
  /// The height at rest, in points.
  public let height: Double
  /// How fast the background moves, as a share of the content's speed: 0 stands still, 1 scrolls
  /// along.
  public let parallaxRate: Double
  /// The size of the title, in points, by how far the content is scrolled.
  public let titleSize: Interpolation<Double>

  /// SwiftUIMaterialTabs' default.
  public static let defaultParallaxRate = 0.35
  /// The title at rest: iOS's large title, 34 pt.
  public static let defaultTitleSize = 34.0
  /// The title when the header is gone: iOS's title in a bar, 17 pt.
  public static let defaultCompactTitleSize = 17.0

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - height: the height at rest; one that is negative or not finite counts as 0.
  ///   - parallaxRate: the background's share of the content's speed.
  ///   - titleSize: the title's size by how far the content is scrolled; `nil` for 34 pt at rest to
  ///     17 pt when the header is gone.
  /// - Precondition: `parallaxRate` is in 0...1.
  public init(
    height: Double, parallaxRate: Double = defaultParallaxRate,
    titleSize: Interpolation<Double>? = nil
  ) {
    precondition(
      parallaxRate >= 0 && parallaxRate <= 1,
      "a header's parallax rate must be in 0...1, not \(parallaxRate)")
    self.height = height.asExtent
    self.parallaxRate = parallaxRate
    self.titleSize =
      titleSize
      ?? Interpolation(
        from: StretchyHeader.defaultTitleSize, to: StretchyHeader.defaultCompactTitleSize,
        over: 0...height.asExtent)
  }

  /// Where the header's parts are, in the container's own space: (0, 0) is its top left corner.
  public struct Layout: Hashable, Sendable {
    /// The visible part of the header, which clips the background. Its top is 0 while the content
    /// is pulled, and negative when it is scrolled up.
    public var frame: LayoutRect
    /// The background, as high as the frame.
    public var background: LayoutRect
    /// How much larger than at rest the background is, 1 or more: for an image that keeps its
    /// shape.
    public var scale: Double
    /// The size of the title, in points.
    public var titleSize: Double
    /// How much of the header is still in the container: 1 at rest or pulled, 0 when it is gone.
    public var visibleShare: Double
  }

  /// Where the header's parts are at an offset.
  ///
  /// - Parameters:
  ///   - distance: how far the content is scrolled from its rest at the top, in points; negative
  ///     while it is pulled down (``ScrollMetrics/distance(along:)``). What is not finite counts as
  ///     0.
  ///   - width: the container's width in points.
  ///   - motion: whether parallax and the title's change are left out.
  public func layout(
    scrolled distance: Double, width: Double, motion: MotionPreference = .full
  ) -> Layout {
    let distance = distance.orZero
    let width = width.asExtent
    let pull = max(0, -distance)
    let up = max(0, distance)
    let frame = LayoutRect(x: 0, y: -up, width: width, height: height + pull)
    let rate = motion == .reduced ? 1 : parallaxRate
    return Layout(
      frame: frame,
      background: LayoutRect(x: 0, y: -up * rate, width: width, height: height + pull),
      scale: height > 0 ? (height + pull) / height : 1,
      titleSize: titleSize.value(at: motion == .reduced ? 0 : distance),
      visibleShare: height > 0 ? max(0, 1 - up / height) : up > 0 ? 0 : 1)
  }

  /// The distance as far as it matters: beyond its height the header is out of sight. A host that
  /// keeps this one changes nothing while the content scrolls on below.
  package func visibleDistance(_ distance: Double) -> Double { min(distance.orZero, height) }
}
