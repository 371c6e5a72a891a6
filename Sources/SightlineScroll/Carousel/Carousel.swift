public import SightlineCore

/// An endless carousel that turns by itself, wraps seamlessly and can be dragged.
///
/// Its position is a function of time since the last input, so irregular frames do not affect it
/// and rounding does not accumulate. The data is not repeated; ``placements(at:overscan:)`` returns
/// the place of each item.
///
/// Invariants:
/// 1. Adjacent frames differ by speed × elapsed time, even across the seam.
/// 2. It stands still while a finger holds it, and continues when the resulting movement comes to
///    rest; with pages, after a full interval.
/// 3. It stands still under ``suspensions`` and Reduce Motion, and does not catch up afterwards.
/// 4. An item is placed once for accessibility, even if it is in view more than once.
/// 5. Items that stay in view keep their identity: see ``Placement/lap``.
///
/// A time before the last input counts as that of the input.
///
/// ```swift
/// var carousel = Carousel(
///   layout: Carousel.Layout(widths: [300, 300, 300], spacing: 12, viewportWidth: 390), at: now)
/// carousel.placements(at: now + .seconds(2))  // 50 points further on
/// ```
public struct Carousel: Hashable, Sendable {
  /// A mode of automatic turning. Dragging is always possible.
  public enum Mode: Hashable, Sendable {
    /// Continuously, at a speed in points per second; a negative one turns backwards, a non-finite
    /// one counts as 0.
    case continuous(speed: Double)
    /// One page, that is one item, at a time. With a duration of zero or less, it does not turn.
    case paged(every: Duration)

    package var isPaged: Bool { if case .paged = self { true } else { false } }

    /// The mode with a finite speed, because NaN differs from itself.
    package var finite: Mode {
      if case .continuous(let speed) = self, !speed.isFinite { .continuous(speed: 0) } else { self }
    }

    /// Continuously, at 25 points per second.
    public static let continuous = Mode.continuous(speed: 25)
    /// A page every 5 s, as in ACarousel.
    public static let paged = Mode.paged(every: .seconds(5))
  }

  /// Reasons for a carousel to stand still temporarily.
  public struct Suspensions: OptionSet, Hashable, Sendable {
    /// The bits of the set, one per reason.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app is in the background, or its window has no focus.
    public static let inactive = Suspensions(rawValue: 1)
    /// No part of the carousel is on screen.
    public static let offScreen = Suspensions(rawValue: 2)
    /// VoiceOver or another screen reader is on: the item being read must not move away.
    public static let voiceOver = Suspensions(rawValue: 4)
    /// The keyboard focus is on or in the carousel: the focused item must not move away.
    public static let focused = Suspensions(rawValue: 8)
    /// A person has stopped it with the pause control of moving content (WCAG 2.2.2).
    public static let paused = Suspensions(rawValue: 16)
  }

  /// The duration of a page turn: 0.35 s, or the interval between pages if shorter.
  public static let flipDuration = Duration.milliseconds(350)

  /// The share of its width by which a page must be dragged to turn: a third, as in ACarousel.
  public static let flipShare = 1.0 / 3

  /// The distance of the deceleration after a drag, in seconds at the last speed, as with
  /// UIScrollView's normal deceleration rate of 0.998 per millisecond.
  static let swing = 0.499
  /// Three times `swing`, since the curve starts at three times its mean speed.
  static let swingDuration = Duration.milliseconds(1497)
  /// A smooth deceleration to a stop: 1 − (1 − t)³ as a Bézier curve.
  package static let deceleration = Easing(x1: 1.0 / 3, y1: 1, x2: 2.0 / 3, y2: 1)

  enum Phase: Hashable, Sendable {
    /// It follows its glide to the end, then turns by itself.
    case free(glide: TimedTransition<Double>)
    /// A finger holds it: the offset at its start and the distance moved in reading direction.
    case held(from: Double, moved: Double)

    static func resting(at offset: Double, since now: MonotonicTime) -> Phase {
      .free(glide: TimedTransition(from: offset, to: offset, start: now, duration: .zero))
    }
  }

  /// The mode of automatic turning: see ``setMode(_:at:)``.
  public internal(set) var mode: Mode
  /// The current suspensions.
  public internal(set) var suspensions: Suspensions = []
  /// The motion preference. With Reduce Motion, it does not turn by itself, and pages jump.
  public internal(set) var motion: MotionPreference

  var loop: CarouselLoop
  var phase: Phase
  /// The page at the end of the glide.
  var page: Int

  /// The number of rings the position has lost by restarting, for invariant 5.
  var wraps = 0
  /// A correction for each item's laps, since new data may have moved the seam past it.
  var laps: [Int]

  /// Creates a carousel at an item, clamped to the existing ones. With pages, the first stays for a
  /// full interval.
  public init(
    layout: Layout, mode: Mode = .continuous, startingAt item: Int = 0,
    motion: MotionPreference = .full, at now: MonotonicTime
  ) {
    self.mode = mode.finite
    self.motion = motion
    loop = CarouselLoop(layout)
    laps = Array(repeating: 0, count: loop.count)
    page = max(0, min(item, loop.count - 1))
    phase = .resting(at: 0, since: now)
    if canTurn { phase = .resting(at: place(of: page), since: now) }
  }

  /// The layout of the items.
  public var layout: Layout { loop.layout }

  /// Whether it can turn: not without items, nor with items that all fit and rest.
  public var canTurn: Bool { loop.isEndless }

  /// Whether it turns by itself now, or would if not held by a finger.
  public var isAdvancing: Bool {
    guard loop.isEndless && suspensions.isEmpty && motion == .full else { return false }
    switch mode {
    case .continuous(let speed): return speed != 0
    case .paged(let interval): return interval > .zero
    }
  }

  var isPaged: Bool { mode.isPaged }

  /// Whether a finger holds it.
  public var isHeld: Bool { if case .held = phase { true } else { false } }
}
