import CoreGraphics
import QuartzCore

/// The movement of content along one axis after the finger has been lifted: it slows down, and past
/// an edge a spring brings it back.
@MainActor
struct Glide {
  private let start: CGFloat
  /// In points per second.
  private let velocity: CGFloat
  private let restVelocity: CGFloat
  /// The time, velocity and place at which the content reached an edge.
  private var crossing: (time: CGFloat, velocity: CGFloat, edge: CGFloat)?
  private(set) var isOver: Bool

  /// - Parameter restVelocity: the velocity at which it stops.
  init(from start: CGFloat, velocity: CGFloat, until restVelocity: CGFloat) {
    (self.start, self.velocity, self.restVelocity) = (start, velocity, restVelocity)
    isOver = velocity == 0
  }

  /// The exponent of the slowdown per second: content keeps 0.998 of its velocity per millisecond.
  /// Witness: Apple's `UIScrollView.DecelerationRate.normal`.
  private static let slowdown = -log(CGFloat(0.998)) * 1_000

  /// Returns the offset after a number of seconds.
  mutating func offset(
    after seconds: CGFloat, in range: ClosedRange<CGFloat>, bounces: Bool
  ) -> CGFloat {
    if let crossing { return offset(after: seconds, crossing) }
    let kept = CGFloat(exp(-Self.slowdown * seconds))
    let place = start + velocity * (1 - kept) / Self.slowdown
    let edge = min(max(place, range.lowerBound), range.upperBound)
    if edge == place {
      isOver = isOver || abs(velocity) * kept < restVelocity
      return place
    }
    // Content that has shrunk past its place stops at its end.
    guard bounces, (place - edge) * velocity > 0, (edge - start) * velocity >= 0 else {
      isOver = true
      return edge
    }
    let keptAtEdge = 1 - (edge - start) * Self.slowdown / velocity
    let new = (-log(keptAtEdge) / Self.slowdown, velocity * keptAtEdge, edge)
    crossing = new
    return offset(after: seconds, new)
  }

  private mutating func offset(
    after seconds: CGFloat, _ crossing: (time: CGFloat, velocity: CGFloat, edge: CGFloat)
  ) -> CGFloat {
    let time = seconds - crossing.time
    let distance = crossing.velocity * time * exp(-Undocumented.edgeSpring * time)
    // It is farthest from the edge after 1 / spring.
    isOver = time * Undocumented.edgeSpring > 1 && abs(distance) < Undocumented.edgeNearness
    return isOver ? crossing.edge : crossing.edge + distance
  }
}
