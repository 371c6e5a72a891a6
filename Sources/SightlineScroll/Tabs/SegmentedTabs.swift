public import SightlineCore

/// Equal buttons side by side, with a capsule that slides under the chosen one: date tabs.
///
/// The capsule's position is a fractional *index*, not points. So a rotation or a resize needs no
/// animation, also in the middle of a slide: the same index, in the new width, is the right place.
///
/// Invariants:
/// 1. The selection exists, or there are no buttons and it is `nil`.
/// 2. A slide starts where the capsule is, so choosing another button on the way makes it not jump.
///
/// Positions are points from the left edge of the row, in either layout direction.
///
/// ```swift
/// var days = SegmentedTabs(count: 7, width: 390)
/// days.select(3, at: now)
/// days.capsule(at: now + .milliseconds(80))  // on its way from the first button to the fourth
/// ```
public struct SegmentedTabs: Hashable, Sendable {
  /// How the row is divided.
  public struct Metrics: Hashable, Sendable {
    /// The space before the first button, in points.
    public var leadingMargin: Double
    /// The space behind the last button, in points.
    public var trailingMargin: Double
    /// The gap between two buttons, in points.
    public var spacing: Double

    /// Creates metrics in points. What is negative or not finite counts as 0.
    public init(leadingMargin: Double, trailingMargin: Double, spacing: Double) {
      self.leadingMargin = leadingMargin.asExtent
      self.trailingMargin = trailingMargin.asExtent
      self.spacing = spacing.asExtent
    }

    /// Margins of 16 pt and gaps of 8 pt.
    public static let dateTabs = Metrics(leadingMargin: 16, trailingMargin: 16, spacing: 8)
  }

  /// How long the capsule slides by default: 0.16 s.
  public static let slideDuration = Duration.milliseconds(160)

  /// How many buttons there are.
  public private(set) var count: Int
  /// The width of the row in points.
  public private(set) var width: Double
  /// The chosen button; `nil` where there is none to choose.
  public private(set) var selection: Int?
  /// How the row is divided.
  public let metrics: Metrics
  /// At which end the first button stands.
  public let direction: ReadingDirection
  /// Whether the capsule slides or is simply there.
  public var motion: MotionPreference

  private let duration: Duration
  /// From index to index, in fractions of a button.
  private var slide: TimedTransition<Double>

  /// Creates a row of buttons.
  ///
  /// - Parameters:
  ///   - count: how many there are; a negative number counts as none.
  ///   - width: the width of the row in points, margins included; NaN and negative widths count as
  ///     0.
  ///   - selection: the chosen one; the nearest that exists is taken.
  ///   - metrics: margins and gap.
  ///   - direction: at which end the first button stands.
  ///   - motion: whether the capsule slides; with Reduce Motion it is there at once.
  ///   - duration: how long it slides; zero and negative durations do not slide.
  public init(
    count: Int, width: Double, selection: Int = 0, metrics: Metrics = .dateTabs,
    direction: ReadingDirection = .leftToRight, motion: MotionPreference = .full,
    duration: Duration = SegmentedTabs.slideDuration
  ) {
    self.count = max(0, count)
    self.width = width.asExtent
    self.metrics = metrics
    self.direction = direction
    self.motion = motion
    self.duration = duration
    let chosen = SegmentedTabs.existing(selection, count: self.count)
    self.selection = chosen
    slide = TimedTransition(resting: Double(chosen ?? 0))
  }

  private static func existing(_ index: Int, count: Int) -> Int? {
    count > 0 ? min(max(index, 0), count - 1) : nil
  }
}

extension SegmentedTabs {
  /// Chooses a button: the capsule starts to slide to it from where it is.
  ///
  /// - Returns: Whether the selection changed. A button that does not exist changes nothing.
  @discardableResult
  public mutating func select(_ index: Int, at now: MonotonicTime) -> Bool {
    guard index >= 0, index < count, index != selection else { return false }
    selection = index
    slide = slide.retargeted(to: Double(index), at: now, duration: duration, motion: motion)
    return true
  }

  /// Gives the row another width in points. Nothing animates: the capsule is at once where it
  /// belongs in the new width, and a slide goes on in it.
  public mutating func resize(to width: Double) { self.width = width.asExtent }

  /// Gives the row another number of buttons. The selection stays, or becomes the last one if it is
  /// gone; the capsule is there at once.
  ///
  /// - Returns: Whether the selection changed.
  @discardableResult
  public mutating func setCount(_ count: Int) -> Bool {
    self.count = max(0, count)
    let before = selection
    selection = SegmentedTabs.existing(before ?? 0, count: self.count)
    if selection != before { slide = TimedTransition(resting: Double(selection ?? 0)) }
    return selection != before
  }
}

extension SegmentedTabs {
  /// The width of every button in points; 0 where margins and gaps leave nothing.
  public var buttonWidth: Double {
    guard count > 0 else { return 0 }
    let gaps = metrics.spacing * Double(count - 1)
    let left = width - metrics.leadingMargin - metrics.trailingMargin - gaps
    return max(0, left) / Double(count)
  }

  /// The place of a button; `nil` where it does not exist.
  public func span(of index: Int) -> TabSpan? {
    index >= 0 && index < count ? span(at: Double(index)) : nil
  }

  /// The place of the capsule; `nil` without buttons.
  ///
  /// - Parameter now: the time; before the slide began it counts as its beginning.
  public func capsule(at now: MonotonicTime) -> TabSpan? {
    selection == nil ? nil : span(at: slide.value(at: now))
  }

  /// Whether the capsule is still on its way.
  public func isSliding(at now: MonotonicTime) -> Bool { !slide.isFinished(at: now) }

  /// The button at a horizontal position in points. Each half of a gap belongs to the button beside
  /// it, so that no touch in the row is lost; the margins belong to nobody.
  public func index(at x: Double) -> Int? {
    let buttonWidth = buttonWidth
    let distance = (direction == .leftToRight ? x : width - x) - metrics.leadingMargin
    let pitch = buttonWidth + metrics.spacing
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
