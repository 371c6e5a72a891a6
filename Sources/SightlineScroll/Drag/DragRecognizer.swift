public import SightlineCore

/// A touch that may become a horizontal drag, for toolkits that do not report the initial direction
/// of a touch, its final velocity or its cancellation.
///
/// A touch is *undecided* until it has moved by ``slop``. Its direction then decides permanently
/// whether it is *accepted*, or *refused* and ignored.
///
/// Invariants:
/// 1. The events of a touch are `began`, any number of `moved`, and one end, whatever the order of
///    calls.
/// 2. Movement before acceptance does not count.
///
/// ```swift
/// var touch = DragRecognizer()
/// touch.move(to: LayoutPoint(x: 4, y: 0), at: now) { _ in true }    // nil: not decided yet
/// touch.move(to: LayoutPoint(x: 14, y: 3), at: now) { _ in true }   // began
/// ```
public struct DragRecognizer: Hashable, Sendable {
  /// The state of a touch.
  public enum State: UInt8, Hashable, Sendable {
    /// It has moved less than ``DragRecognizer/slop``.
    case undecided
    /// It is a drag.
    case accepted
    /// It is not a drag: it moved in another direction, or has nothing to move.
    case refused
    /// It is over.
    case ended
  }

  /// The distance a touch moves before it is decided, in points, as with UIKit's pans.
  public static let slop = 10.0
  /// The time over which the velocity is measured. A finger that rested this long has no velocity.
  public static let velocityWindow = Duration.milliseconds(100)

  private struct Sample: Hashable, Sendable {
    var x: Double
    var time: MonotonicTime

    /// Whether it counts towards the velocity; not if the clock has run backwards since.
    func isRecent(at now: MonotonicTime) -> Bool {
      (.zero...DragRecognizer.velocityWindow).contains(now - time)
    }
  }

  /// The state of a touch.
  public private(set) var state = State.undecided
  private let slop: Double
  private var origin = 0.0
  /// The movements within the window, oldest first.
  private var samples: [Sample] = []

  /// Creates a recognizer for a touch that has not moved.
  public init(slop: Double = DragRecognizer.slop) { self.slop = slop }

  /// Reports a movement of the touch to a distance from its start, in points; ignored if not
  /// finite.
  ///
  /// - Parameters:
  ///   - translation: the distance.
  ///   - now: the current time.
  ///   - canMove: returns whether there is anything to move in a direction; called once, at the
  ///     decision.
  /// - Returns: the resulting event, if any.
  public mutating func move(
    to translation: LayoutPoint, at now: MonotonicTime,
    canMove: (DragDirection) -> Bool = { _ in true }
  ) -> DragEvent? {
    let (x, y) = (translation.x, translation.y)
    guard x.isFinite, y.isFinite else { return nil }
    switch state {
    case .undecided:
      guard max(abs(x), abs(y)) >= slop else { return nil }
      guard let direction = DragDirection(x: x, y: y), canMove(direction) else {
        state = .refused
        return nil
      }
      state = .accepted
      origin = x
      note(x, at: now)
      return .began
    case .accepted:
      note(x, at: now)
      return .moved(x - origin)
    case .refused, .ended: return nil
    }
  }

  /// Reports that the touch was lifted.
  public mutating func end(at now: MonotonicTime) -> DragEvent? {
    let velocity = velocity(at: now)
    return finish() ? .ended(velocity: velocity) : nil
  }

  /// Reports that the touch was cancelled or its view is gone.
  public mutating func cancel() -> DragEvent? { finish() ? .cancelled : nil }

  private mutating func finish() -> Bool {
    defer { (state, samples) = (.ended, []) }
    return state == .accepted
  }

  private mutating func note(_ x: Double, at now: MonotonicTime) {
    samples.removeAll { !$0.isRecent(at: now) }
    samples.append(Sample(x: x, time: now))
  }

  private func velocity(at now: MonotonicTime) -> Double {
    let recent = samples.filter { $0.isRecent(at: now) }
    guard let first = recent.first, let last = recent.last, last.time > first.time else { return 0 }
    return (last.x - first.x) / (last.time - first.time).inSeconds
  }
}
