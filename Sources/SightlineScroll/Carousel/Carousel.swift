public import SightlineCore

/// An endless carousel: it turns by itself, wraps without a seam, and can be dragged.
///
/// Its position is a function of time from an *anchor*: the last time something happened to it. So
/// it follows elapsed time and not ticks, irregular frames show what regular ones would, and
/// rounding does not add up. The data is not repeated; ``placements(at:overscan:)`` says which item
/// is where.
///
/// Invariants:
/// 1. Neighbouring frames differ by speed × elapsed time, also across the seam.
/// 2. It stands still while a finger holds it, and goes on when what the finger started has come to
///    rest; with pages, after a full interval.
/// 3. It stands still while the app is inactive, the carousel off screen or VoiceOver on
///    (``suspensions``), and under Reduce Motion. It does not catch up afterwards.
/// 4. An item is placed once for accessibility, however often it is in view.
/// 5. What stays in view keeps its identity: see ``Placement/lap``.
///
/// Empty carousels place nothing. A clock that runs back to before the anchor shows the anchor.
///
/// ```swift
/// var carousel = Carousel(
///   layout: Carousel.Layout(widths: [300, 300, 300], spacing: 12, viewportWidth: 390), at: now)
/// carousel.placements(at: now + .seconds(2))  // 50 points further on
/// ```
public struct Carousel: Hashable, Sendable {
  /// How it turns by itself. Dragging is always possible.
  public enum Mode: Hashable, Sendable {
    /// Continuously, at a speed in points a second. A negative speed turns backwards, and one that
    /// is not finite counts as 0.
    case continuous(speed: Double)
    /// One page, which is an item, at a time. A duration of zero or less turns nothing.
    case paged(every: Duration)

    /// Continuously, at 25 points a second.
    public static let continuous = Mode.continuous(speed: 25)
    /// A page every 5 s, as in ACarousel.
    public static let paged = Mode.paged(every: .seconds(5))
  }

  /// Why a carousel stands still for a while.
  public struct Suspensions: OptionSet, Hashable, Sendable {
    /// One bit a reason.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app is in the background, or its window has no focus.
    public static let inactive = Suspensions(rawValue: 1)
    /// No part of the carousel is on screen.
    public static let offScreen = Suspensions(rawValue: 2)
    /// VoiceOver or another screen reader is on: what it reads must not move away.
    public static let voiceOver = Suspensions(rawValue: 4)
    /// The keyboard's focus is on the carousel or in it: it must not move away.
    public static let focused = Suspensions(rawValue: 8)
    /// A person has stopped it, by the control that what moves by itself must have (WCAG 2.2.2).
    public static let paused = Suspensions(rawValue: 16)
  }

  /// How long a page takes to turn: 0.35 s, as ``PagerTabSync/tapGuard``; less where pages turn
  /// faster.
  public static let flipDuration = Duration.milliseconds(350)

  /// A page that is dragged by this share of its width turns: a third, as in ACarousel.
  public static let flipShare = 1.0 / 3

  /// How far a carousel swings on after a finger, in seconds at its last speed: what UIScrollView's
  /// normal deceleration rate of 0.998 a millisecond comes to.
  static let swing = 0.499
  /// Three times as long, since the curve begins three times as fast as its mean.
  static let swingDuration = Duration.milliseconds(1497)
  /// 1 − (1 − t)³ as a Bézier curve: slows down evenly to a stop.
  package static let deceleration = Easing(x1: 1.0 / 3, y1: 1, x2: 2.0 / 3, y2: 1)

  enum Phase: Hashable, Sendable {
    /// It follows its glide to the end and turns by itself from then on.
    case free(glide: TimedTransition<Double>)
    /// A finger holds it: the offset when it began, and how far it has moved in reading direction.
    case held(from: Double, moved: Double)
  }

  /// How it turns by itself.
  public let mode: Mode
  /// What keeps it from turning.
  public internal(set) var suspensions: Suspensions = []
  /// With Reduce Motion it does not turn by itself, and pages are there at once.
  public internal(set) var motion: MotionPreference

  var loop: CarouselLoop
  var phase: Phase
  /// The page it is at or gliding to, at the end of the glide.
  var page = 0

  /// How many rings the position lost where it began anew, for invariant 5.
  var wraps = 0
  /// What is added to the laps of each item: new data may have moved the seam past it.
  var laps: [Int]

  /// Creates a carousel that begins to turn at a time, with pages after a full interval.
  ///
  /// - Parameters:
  ///   - layout: what it shows.
  ///   - mode: how it turns.
  ///   - item: the item to begin with; the nearest that exists is taken.
  ///   - motion: whether it turns by itself.
  public init(
    layout: Layout, mode: Mode = .continuous, startingAt item: Int = 0,
    motion: MotionPreference = .full, at now: MonotonicTime
  ) {
    self.mode = mode
    self.motion = motion
    loop = CarouselLoop(layout)
    laps = Array(repeating: 0, count: loop.count)
    page = max(0, min(item, loop.count - 1))
    phase = .free(glide: .resting(0, at: now))
    if loop.count > 0 { phase = .free(glide: .resting(loop.rest(of: page), at: now)) }
  }

  /// What it shows.
  public var layout: Layout { loop.layout }

  /// Whether there is anything to turn, by itself or by a finger: not without items, nor if they
  /// are few and rest.
  public var canTurn: Bool { loop.isEndless }

  /// Whether it turns by itself now, or would if no finger held it.
  public var isAdvancing: Bool {
    guard loop.isEndless && suspensions.isEmpty && motion == .full else { return false }
    switch mode {
    case .continuous(let speed): return speed.isFinite && speed != 0
    case .paged(let interval): return interval > .zero
    }
  }

  /// Whether a finger holds it.
  public var isHeld: Bool {
    if case .held = phase { true } else { false }
  }
}

extension TimedTransition {
  /// A value that is there from a time on.
  static func resting(_ value: Value, at now: MonotonicTime) -> TimedTransition {
    TimedTransition(from: value, to: value, start: now, duration: .zero)
  }
}
