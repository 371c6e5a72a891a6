public import SightlineCore

/// A header that collapses, with an animation, once the content is scrolled past a threshold, and
/// expands on the way back.
///
/// ```swift
/// var header = CollapsingHeader()
/// header.scroll(to: geometry.distance(along: .vertical), at: now)
/// let layout = header.layout(at: now)  // apply height, padding, label
/// if header.isAnimating(at: now) { … }  // ask for another frame
/// ```
///
/// 1. It collapses at ``Style/threshold`` or beyond, and expands only ``Style/hysteresis`` points
///    before it: a scroll that trembles about the threshold toggles it once.
/// 2. The height never affects the distance that decided it. The host keeps the distance free of
///    it, in one of the ways of ``Placement``; ``scroll(to:at:motion:)`` expects the result.
/// 3. A change of direction on the way starts from the height of that moment.
/// 4. The first distance is applied without an animation: a screen that comes back scrolled appears
///    as it was left.
/// 5. Under ``MotionPreference/reduced`` the height jumps.
/// 6. A distance that is not finite is ignored; time that runs backwards stands still.
public struct CollapsingHeader: Hashable, Sendable {
  /// The header's numbers.
  public private(set) var style: Style
  /// Whether it is collapsed, or on its way there.
  public private(set) var isCollapsed = false

  /// 0 expanded, 1 collapsed.
  private var collapse = TimedTransition(resting: 0.0)
  /// The latest distance; `nil` before the first.
  private var distance: Double?
  private var now = MonotonicTime(nanoseconds: .min)

  /// Creates a header that is expanded.
  public init(style: Style = Style()) { self.style = style }

  /// Takes in how far the content is scrolled.
  ///
  /// - Parameters:
  ///   - distance: in points from the rest at the top, free of the header's own height
  ///     (see ``Placement``).
  ///   - time: the time of the frame.
  ///   - motion: whether the height jumps.
  /// - Returns: whether the header began to collapse or to expand.
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
    let limit = isCollapsed ? style.threshold - style.hysteresis : style.threshold
    // At the threshold it is collapsed; at the lower limit it is expanded. Without hysteresis both
    // are one, and the threshold itself is collapsed.
    return isCollapsed && style.hysteresis > 0 ? distance > limit : distance >= limit
  }

  /// Applies another style at once, without an animation.
  package mutating func setStyle(_ style: Style) {
    guard style != self.style else { return }
    self.style = style
    if let distance { isCollapsed = collapses(at: distance) }
    collapse = TimedTransition(resting: isCollapsed ? 1 : 0)
  }

  /// Whether the height is changing: the host needs another frame.
  public func isAnimating(at time: MonotonicTime) -> Bool {
    !collapse.isFinished(at: max(now, time))
  }

  /// What to apply.
  public struct Layout: Hashable, Sendable {
    /// The header's height, in points.
    public var height: Double
    /// The padding above and below its content, in points.
    public var padding: Double
    /// Whether the label is there; it goes as soon as the header begins to collapse.
    public var showsLabel: Bool
    /// How far it is collapsed: 0 expanded, 1 collapsed.
    public var collapse: Double
  }

  /// What to apply at a time.
  public func layout(at time: MonotonicTime) -> Layout {
    let share = collapse.value(at: max(now, time))
    return Layout(
      height: style.expandedHeight.interpolated(to: style.collapsedHeight, at: share),
      padding: style.expandedPadding.interpolated(to: style.collapsedPadding, at: share),
      showsLabel: !isCollapsed, collapse: share)
  }
}
