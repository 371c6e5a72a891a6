public import SightlineCore

/// A header that grows when the content is pulled down, and moves more slowly than the content when
/// it is scrolled up.
///
/// The header is the first item of the content, so its *slot* scrolls like everything else.
/// ``layout(scrolled:width:motion:)`` places its background and title.
///
/// 1. Pulled down by *p* points, the header is exactly *p* points taller and its top stays at
///    exactly 0 in the container.
/// 2. Scrolled up by *s* points, its slot ends *s* points higher, while the background moves up by
///    only ``parallaxRate`` · *s*, clipped by the slot.
/// 3. Under `MotionPreference.reduced` the background moves with its slot and the title keeps its
///    size. The header still grows with the pull, which follows the finger.
///
/// ```swift
/// let header = StretchyHeader(height: 260)
/// header.layout(scrolled: -40, width: 390).frame.height  // 300: pulled down by 40
/// header.layout(scrolled: 100, width: 390).background    // moved up by only 35
/// ```
public struct StretchyHeader: Hashable, Sendable {
  /// The height at rest, in points.
  public let height: Double
  /// The speed of the background, as a share of the content's: at 0 it stands still, at 1 it
  /// scrolls along.
  public let parallaxRate: Double
  /// The size of the title in points, by scroll distance.
  public let titleSize: Interpolation<Double>

  /// The default parallax rate, as in SwiftUIMaterialTabs.
  public static let defaultParallaxRate = 0.35
  /// The default title size at rest: iOS's large title, 34 pt.
  public static let defaultTitleSize = 34.0
  /// The default title size when the header is gone: iOS's title in a bar, 17 pt.
  public static let defaultCompactTitleSize = 17.0

  /// Creates a header. A negative or non-finite height counts as 0. By default, the title shrinks
  /// from 34 pt at rest to 17 pt when the header is gone.
  ///
  /// - Precondition: `parallaxRate` is in 0...1.
  public init(
    height: Double, parallaxRate: Double = defaultParallaxRate,
    titleSize: Interpolation<Double>? = nil
  ) {
    require(
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

  /// The places of the header's parts, in the container's own space: (0, 0) is its top left corner.
  public struct Layout: Hashable, Sendable {
    /// The visible part of the header, which clips the background.
    public var frame: LayoutRect
    /// The frame of the background, as high as the header's.
    public var background: LayoutRect
    /// The scale of the background relative to rest, 1 or more.
    public var scale: Double
    /// The size of the title, in points.
    public var titleSize: Double
  }

  /// Returns the places at a distance scrolled from rest at the top, negative while pulled down, in
  /// a container's width, both in points. A non-finite distance counts as 0.
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
      titleSize: titleSize.value(at: motion == .reduced ? 0 : distance))
  }

  /// Returns the distance up to the header's height, beyond which it is out of sight and no longer
  /// changes.
  package func visibleDistance(_ distance: Double) -> Double { min(distance.orZero, height) }
}
