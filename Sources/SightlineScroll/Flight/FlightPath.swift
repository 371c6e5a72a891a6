public import SightlineCore

/// The flight of a favourite's heart along an arc from the tapped point to a tab, fading out.
///
/// The arc is a quadratic Bézier curve. Its middle is above the straight line by ``bulge`` of the
/// line's length, or to the right if the line is vertical downwards. It starts exactly at its
/// start, fully opaque, and ends exactly at its end, fully transparent. ``retarget(to:at:)`` does
/// not change the current position, direction or opacity.
///
/// Points are in a space chosen by the host, x to the right and y down.
///
/// ```swift
/// let flight = FlightPath(
///   from: LayoutPoint(x: 300, y: 200), to: LayoutPoint(x: 40, y: 800), at: now)
/// flight.frame(at: now + .milliseconds(500)).opacity  // between 0 and 1
/// ```
public struct FlightPath: Hashable, Sendable {
  /// The state of a flight at one moment.
  public struct Frame: Hashable, Sendable {
    /// The centre of the flying view.
    public var position: LayoutPoint
    /// The opacity, from 1 at the start to 0 at the end.
    public var opacity: Double
  }

  /// The duration of a flight: 1 s.
  public static let duration = Duration.seconds(1)

  /// The distance of the arc from the straight line, as a share of its length.
  public static let bulge = 0.25

  private var start: LayoutPoint
  private var control: LayoutPoint
  private var end: LayoutPoint
  /// The share at `start`: 0, or the share at the last retargeting.
  private var begun = 0.0
  private let way: TimedTransition<Double>
  private let motion: MotionPreference

  /// Creates a flight. Under Reduce Motion, the heart fades at the tapped point over the same time.
  /// A non-finite point is replaced by the other one; if neither is finite, the flight is over.
  public init(
    from start: LayoutPoint, to end: LayoutPoint, at time: MonotonicTime,
    motion: MotionPreference = .full
  ) {
    let isSeen = start.isFinite || end.isFinite
    self.start = start.isFinite ? start : isSeen ? end : .zero
    self.end = end.isFinite ? end : self.start
    self.motion = motion
    control = FlightPath.control(from: self.start, to: self.end)
    way = TimedTransition(
      from: 0, to: 1, start: time, duration: isSeen ? Self.duration : .zero, easing: .easeOut)
  }

  /// The middle control point: twice as far from the line as the curve.
  private static func control(from start: LayoutPoint, to end: LayoutPoint) -> LayoutPoint {
    let line = end - start
    let side = line.x < 0 ? -2 * bulge : 2 * bulge
    return LayoutPoint(
      x: (start.x + end.x) / 2 + line.y * side, y: (start.y + end.y) / 2 - line.x * side)
  }

  /// Returns the frame at a time. After the end, the flight stays there, invisible.
  public func frame(at now: MonotonicTime) -> Frame {
    let share = way.value(at: now)
    return Frame(position: motion == .reduced ? start : position(at: share), opacity: 1 - share)
  }

  /// Returns whether the flight is over.
  public func isFinished(at now: MonotonicTime) -> Bool { way.isFinished(at: now) }

  /// Changes the end of a flight because the tab moved, as in a rotation. It continues from its
  /// current position and direction, and arrives at the same time. Ignores a non-finite point.
  public mutating func retarget(to newEnd: LayoutPoint, at now: MonotonicTime) {
    guard newEnd.isFinite, newEnd != end else { return }
    let share = way.value(at: now)
    if motion == .full && share > begun {
      // De Casteljau: the remainder of the curve is a curve with these points.
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

  /// The fraction along the curve from `start`.
  private func fraction(at share: Double) -> Double {
    begun < 1 ? max(0, share - begun) / (1 - begun) : 1
  }

  private func position(at share: Double) -> LayoutPoint {
    let fraction = fraction(at: share)
    return start.interpolated(to: control, at: fraction)
      .interpolated(to: control.interpolated(to: end, at: fraction), at: fraction)
  }
}
