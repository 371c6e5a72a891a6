public import SightlineCore

/// The flight of a favourite's heart along an arc from the tapped point to a tab, fading out.
///
/// The arc is a quadratic Bézier curve whose middle leaves the straight line by ``bulge`` of its
/// length, upwards: a heart leaps before it falls. Straight down it bends to the right. One easing
/// drives both the movement and the fading.
///
/// Invariants: 1. it starts exactly at its start, fully opaque; 2. it ends exactly at its end,
/// fully transparent; 3. ``retarget(to:at:)`` on the way changes neither place, direction nor
/// opacity at that moment.
///
/// Points are in one space of the host's choice, x to the right and y down.
///
/// ```swift
/// let flight = FlightPath(
///   from: LayoutPoint(x: 300, y: 200), to: LayoutPoint(x: 40, y: 800), at: now)
/// flight.frame(at: now + .milliseconds(500)).opacity  // between 1 and 0
/// ```
public struct FlightPath: Hashable, Sendable {
  /// Where a flight is at one moment.
  public struct Frame: Hashable, Sendable {
    /// The middle of what flies.
    public var position: LayoutPoint
    /// How opaque it is, from 1 at the start to 0 at the end.
    public var opacity: Double

    /// Creates a frame.
    public init(position: LayoutPoint, opacity: Double) {
      self.position = position
      self.opacity = opacity
    }
  }

  /// How long a flight takes by default: 1 s.
  public static let duration = Duration.seconds(1)

  /// How far the arc leaves the straight line, as a share of its length. Less than a fifth is taken
  /// for a line that was missed.
  public static let bulge = 0.25

  private var start: LayoutPoint
  private var control: LayoutPoint
  private var end: LayoutPoint
  /// The share of the time at which `start` lies: 0, or where it was retargeted.
  private var begun = 0.0
  private let way: TimedTransition<Double>
  private let motion: MotionPreference

  /// Creates a flight.
  ///
  /// A point that is not finite is replaced by the other one, so that the heart fades in place. If
  /// neither is finite, or the duration is zero or negative, the flight is over from the beginning.
  ///
  /// - Parameters:
  ///   - start: the tapped point.
  ///   - end: the middle of the tab.
  ///   - time: when it starts; before, it is at its start.
  ///   - duration: how long it takes.
  ///   - motion: with Reduce Motion the heart fades where it was tapped, in the same time.
  public init(
    from start: LayoutPoint, to end: LayoutPoint, at time: MonotonicTime,
    duration: Duration = FlightPath.duration, motion: MotionPreference = .full
  ) {
    let isSeen = start.isFinite || end.isFinite
    self.start = start.isFinite ? start : isSeen ? end : .zero
    self.end = end.isFinite ? end : self.start
    self.motion = motion
    control = FlightPath.control(from: self.start, to: self.end)
    way = TimedTransition(
      from: 0, to: 1, start: time, duration: isSeen ? duration : .zero, easing: .easeOut)
  }

  /// The middle control point: twice as far from the line as the curve.
  private static func control(from start: LayoutPoint, to end: LayoutPoint) -> LayoutPoint {
    let line = end - start
    let side = line.x < 0 ? -2 * bulge : 2 * bulge
    return LayoutPoint(
      x: (start.x + end.x) / 2 + line.y * side, y: (start.y + end.y) / 2 - line.x * side)
  }
}

extension FlightPath {
  /// The flight at a time. After its end it stays there, invisible.
  public func frame(at now: MonotonicTime) -> Frame {
    let share = way.value(at: now)
    return Frame(position: motion == .reduced ? start : position(at: share), opacity: 1 - share)
  }

  /// Whether it is over.
  public func isFinished(at now: MonotonicTime) -> Bool { way.isFinished(at: now) }

  /// When it is over.
  public var endTime: MonotonicTime { way.end }

  /// Changes where a flight ends, because the tab moved: a rotation, a resize. It goes on from
  /// where it is, in its direction, and arrives at the same time. A point that is not finite
  /// changes nothing.
  public mutating func retarget(to newEnd: LayoutPoint, at now: MonotonicTime) {
    guard newEnd.isFinite, newEnd != end else { return }
    let share = way.value(at: now)
    if motion == .full && share > begun {
      // De Casteljau: the rest of a curve from a point is a curve with these points.
      let fraction = fraction(at: share)
      let rest = control.interpolated(to: end, at: fraction)
      start = position(at: share)
      control = rest
      begun = share
    } else if motion == .full && begun == 0 {
      control = FlightPath.control(from: start, to: newEnd)
    }
    end = newEnd
  }

  /// The share of the curve from `start` on.
  private func fraction(at share: Double) -> Double {
    begun < 1 ? max(0, share - begun) / (1 - begun) : 1
  }

  private func position(at share: Double) -> LayoutPoint {
    let fraction = fraction(at: share)
    return start.interpolated(to: control, at: fraction)
      .interpolated(to: control.interpolated(to: end, at: fraction), at: fraction)
  }
}
