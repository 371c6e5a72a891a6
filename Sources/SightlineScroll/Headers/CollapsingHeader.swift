public import SightlineCore

/// A header that collapses with an animation when the content is scrolled past a threshold, and
/// expands on the way back.
///
/// ```swift
/// var header = CollapsingHeader()
/// header.scroll(in: geometry, at: now)
/// let layout = header.layout(at: now)  // apply height, padding, label
/// if header.isAnimating(at: now) { … }  // request another frame
/// ```
///
/// 1. It collapses at ``Style/threshold`` or beyond, and expands only ``Style/hysteresis`` points
///    before it, so jitter around the threshold toggles it only once. Distances below a device
///    pixel are ignored.
/// 2. The height never affects the distance that determines it: the host lays the header over the
///    container and insets the content by ``contentInset``, which never changes.
/// 3. A change of direction during an animation starts from the current height.
/// 4. The first distance is applied without animation, so a screen that reappears scrolled looks as
///    it did before.
/// 5. Time that runs backwards counts as unchanged.
/// 6. A change of insets is not a scroll: the end of a refresh or a banner doesn't expand the
///    header.
public struct CollapsingHeader: Hashable, Sendable {
  /// The header's dimensions.
  public private(set) var style: Style
  /// Whether it is collapsed, or on its way there.
  public private(set) var isCollapsed = false

  /// The collapsed share: 0 expanded, 1 collapsed.
  private var collapse = TimedTransition(resting: 0.0)
  /// The latest distance; `nil` before the first.
  private var distance: Double?
  private var insets = SteadyInsets()
  private var pixelLength = DevicePixel.defaultLength
  private var now = MonotonicTime(nanoseconds: .min)

  /// Creates an expanded header.
  public init(style: Style = Style()) { self.style = style }

  /// Handles the scroll distance of the content, in points from rest at the top. Ignores a
  /// non-finite one. Under Reduce Motion the height jumps.
  ///
  /// - Returns: whether the header started to collapse or expand.
  @discardableResult
  public mutating func scroll(
    to distance: Double, at time: MonotonicTime, motion: MotionPreference = .full
  ) -> Bool {
    now = max(now, time)
    guard distance.isFinite else { return false }
    let isFirst = self.distance == nil
    self.distance = distance
    let collapses = collapses(at: distance)
    guard collapses != isCollapsed else { return false }
    isCollapsed = collapses
    collapse = TimedTransition(
      from: collapse.value(at: now), to: collapses ? 1 : 0, start: now,
      duration: isFirst ? .zero : style.duration, easing: style.easing, motion: motion)
    return true
  }

  private func collapses(at distance: Double) -> Bool {
    distance.reaches(style.threshold, pixel: pixelLength)
      || isCollapsed
        && !(style.threshold - style.hysteresis).reaches(distance, pixel: pixelLength)
  }

  /// Applies another style immediately, without animation.
  package mutating func setStyle(_ style: Style) {
    guard style != self.style else { return }
    self.style = style
    if let distance { isCollapsed = collapses(at: distance) }
    collapse = TimedTransition(resting: isCollapsed ? 1 : 0)
  }

  /// Returns whether the height is changing, so that the host needs another frame.
  public func isAnimating(at time: MonotonicTime) -> Bool {
    !collapse.isFinished(at: max(now, time))
  }

  /// The layout of a header at one moment.
  public struct Layout: Hashable, Sendable {
    /// The header's height, in points.
    public var height: Double
    /// The padding above and below its content, in points.
    public var padding: Double
    /// Whether the label is shown. It disappears as soon as the header starts to collapse.
    public var showsLabel: Bool
    /// The collapsed share: 0 expanded, 1 collapsed.
    public var collapse: Double
  }

  /// Returns the layout at a time.
  public func layout(at time: MonotonicTime) -> Layout {
    let share = collapse.value(at: max(now, time))
    return Layout(
      height: style.expandedHeight.interpolated(to: style.collapsedHeight, at: share),
      padding: style.expandedPadding.interpolated(to: style.collapsedPadding, at: share),
      showsLabel: !isCollapsed, collapse: share)
  }
}

// If a shrinking header moved the content, it would toggle itself: collapse at 142, measure 113,
// expand, and so on.
extension CollapsingHeader {
  /// The content's top inset: always the expanded height, so that nothing moves when it collapses.
  public var contentInset: Double { style.expandedHeight }

  /// Handles the geometry of the container, with ``contentInset`` in its top inset.
  ///
  /// - Returns: the duration of the change that started; zero if immediate, `nil` if none started.
  @discardableResult
  public mutating func scroll(
    in geometry: ScrollMetrics, at time: MonotonicTime, motion: MotionPreference = .full
  ) -> Duration? {
    pixelLength = geometry.pixelLength
    let distance = insets.update(geometry).distance(along: .vertical)
    guard scroll(to: distance, at: time, motion: motion) else { return nil }
    return isAnimating(at: time) ? style.duration : .zero
  }
}
