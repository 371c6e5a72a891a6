public import SightlineCore

/// A row of equal buttons with a capsule that slides under the selected one, such as date tabs.
///
/// The capsule's position is a fractional *index*, so a rotation or resize moves it without an
/// animation, even during a slide. A slide starts at the capsule's current position, so selecting
/// another button on the way causes no jump.
///
/// Positions are points from the left edge of the row, in either layout direction.
///
/// ```swift
/// var days = SegmentedTabs(count: 7, width: 390)
/// days.select(3, at: now)
/// days.capsule(at: now + .milliseconds(80))  // on its way from the first button to the fourth
/// ```
public struct SegmentedTabs: Hashable, Sendable {
  /// The margins and spacing of the row.
  public struct Metrics: Hashable, Sendable {
    /// The space before the first button, in points.
    public var leadingMargin: Double
    /// The space after the last button, in points.
    public var trailingMargin: Double
    /// The gap between two buttons, in points.
    public var spacing: Double

    /// Creates metrics in points. Negative and non-finite numbers count as 0.
    public init(leadingMargin: Double, trailingMargin: Double, spacing: Double) {
      self.leadingMargin = leadingMargin.asExtent
      self.trailingMargin = trailingMargin.asExtent
      self.spacing = spacing.asExtent
    }

    /// Margins of 16 pt and gaps of 8 pt.
    public static let dateTabs = Metrics(leadingMargin: 16, trailingMargin: 16, spacing: 8)
  }

  /// The duration of a slide: 0.16 s.
  public static let slideDuration = Duration.milliseconds(160)

  /// The number of buttons.
  public let count: Int
  /// The width of the row in points.
  public private(set) var width: Double
  /// The selected button; `nil` if there are no buttons.
  public private(set) var selection: Int?
  /// The margins and spacing of the row.
  public let metrics: Metrics
  /// The reading direction.
  public let direction: ReadingDirection
  /// Whether the capsule slides or jumps.
  public var motion: MotionPreference

  /// The slide, in indices.
  private var slide: TimedTransition<Double>

  /// Creates a row of buttons in a width in points, margins included. A negative count and a
  /// negative or non-finite width count as 0; the selection is clamped to the buttons that exist.
  public init(
    count: Int, width: Double, selection: Int = 0, metrics: Metrics = .dateTabs,
    direction: ReadingDirection = .leftToRight, motion: MotionPreference = .full
  ) {
    self.count = max(0, count)
    self.width = width.asExtent
    self.metrics = metrics
    self.direction = direction
    self.motion = motion
    let chosen = min(max(selection, 0), self.count - 1)
    self.selection = chosen < 0 ? nil : chosen
    slide = TimedTransition(resting: Double(max(chosen, 0)))
  }
  /// Selects a button. The capsule slides to it, or jumps under Reduce Motion.
  ///
  /// - Returns: whether the selection changed; a button that does not exist is ignored.
  @discardableResult
  public mutating func select(_ index: Int, at now: MonotonicTime) -> Bool {
    guard index >= 0, index < count, index != selection else { return false }
    selection = index
    slide = TimedTransition(
      from: slide.value(at: now), to: Double(index), start: now, duration: Self.slideDuration,
      motion: motion)
    return true
  }

  /// Sets the width of the row in points. The capsule takes its place immediately, even in a slide.
  public mutating func resize(to width: Double) { self.width = width.asExtent }

  /// The width of every button in points; 0 if margins and gaps leave no room.
  private var buttonWidth: Double {
    guard count > 0 else { return 0 }
    let gaps = metrics.spacing * Double(count - 1)
    let left = width - metrics.leadingMargin - metrics.trailingMargin - gaps
    return max(0, left) / Double(count)
  }

  /// Returns the place of a button, or `nil` if it does not exist.
  public func span(of index: Int) -> TabSpan? {
    index >= 0 && index < count ? span(at: Double(index)) : nil
  }

  /// Returns the place of the capsule, or `nil` if there are no buttons.
  public func capsule(at now: MonotonicTime) -> TabSpan? {
    selection == nil ? nil : span(at: slide.value(at: now))
  }

  /// Returns whether the capsule is still sliding.
  public func isSliding(at now: MonotonicTime) -> Bool { !slide.isFinished(at: now) }

  /// Returns the button at a position in points, up to the middle of a gap; none in the margins.
  public func index(at x: Double) -> Int? {
    let buttonWidth = buttonWidth
    let distance = (direction == .leftToRight ? x : width - x) - metrics.leadingMargin
    let pitch = buttonWidth + metrics.spacing
    // exact: a pointer's position, not an offset.
    guard buttonWidth > 0, distance >= 0, distance <= pitch * Double(count) - metrics.spacing
    else { return nil }
    let index = Int((distance + metrics.spacing / 2) / pitch)
    return min(index, count - 1)
  }

  private func span(at index: Double) -> TabSpan {
    let buttonWidth = buttonWidth
    let start = metrics.leadingMargin + index * (buttonWidth + metrics.spacing)
    let x = direction == .leftToRight ? start : width - start - buttonWidth
    return TabSpan(x: x, width: buttonWidth)
  }
}
