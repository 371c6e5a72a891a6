public import SightlineCore

/// A touch that may become a horizontal drag, for hosts whose toolkit does not report how a touch
/// began to move, its final velocity, or that it was taken away.
///
/// A touch is *undecided* until it has moved by ``slop`` in any direction. Its direction then
/// decides once and for all: it is *accepted*, or *refused* and ignored.
///
/// Invariants:
/// 1. The events of a session are `began`, any number of `moved`, and then one end, whatever the
///    order of calls.
/// 2. What a touch moved before it was accepted is not made up for.
/// 3. ``cancel()`` ends it in any state.
///
/// ```swift
/// var touch = DragSession()
/// touch.move(to: LayoutPoint(x: 4, y: 0), at: now) { _ in true }    // nil: not decided yet
/// touch.move(to: LayoutPoint(x: 14, y: 3), at: now) { _ in true }   // began
/// ```
public struct DragSession: Hashable, Sendable {
  /// What the touch is.
  public enum State: UInt8, Hashable, Sendable {
    /// It has hardly moved.
    case undecided
    /// It is a drag.
    case accepted
    /// It is none: it went another way, or has nothing to move.
    case refused
    /// It is over.
    case ended
  }

  /// How far a touch moves before it is decided, in points: the value of UIKit's pans and scroll
  /// views.
  public static let slop = 10.0
  /// The time over which the velocity is measured: a finger that rested this long has none.
  public static let velocityWindow = Duration.milliseconds(100)

  private struct Sample: Hashable, Sendable {
    var x: Double
    var time: MonotonicTime
  }

  /// What the touch is.
  public private(set) var state = State.undecided
  private var origin = 0.0
  /// The movements within the window, oldest first.
  private var samples: [Sample] = []

  /// A touch that has not moved.
  public init() {}

  /// The touch moved.
  ///
  /// - Parameters:
  ///   - translation: how far it is from where it began, in points. What is not finite changes
  ///     nothing.
  ///   - canMove: whether there is anything to move in a direction; called once, when it is
  ///     decided.
  /// - Returns: the event that this causes; `nil` for none.
  public mutating func move(
    to translation: LayoutPoint, at now: MonotonicTime,
    canMove: (DragDirection) -> Bool = { _ in true }
  ) -> DragEvent? {
    let (x, y) = (translation.x, translation.y)
    guard x.isFinite, y.isFinite else { return nil }
    switch state {
    case .undecided:
      guard max(abs(x), abs(y)) >= DragSession.slop else { return nil }
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

  /// The touch was lifted.
  public mutating func end(at now: MonotonicTime) -> DragEvent? {
    let velocity = velocity(at: now)
    return finish() ? .ended(velocity: velocity) : nil
  }

  /// The touch was taken away, or its view is gone.
  public mutating func cancel() -> DragEvent? { finish() ? .cancelled : nil }

  private mutating func finish() -> Bool {
    defer { (state, samples) = (.ended, []) }
    return state == .accepted
  }

  private mutating func note(_ x: Double, at now: MonotonicTime) {
    samples.removeAll { now - $0.time > DragSession.velocityWindow }
    samples.append(Sample(x: x, time: now))
  }

  private func velocity(at now: MonotonicTime) -> Double {
    let recent = samples.filter { now - $0.time <= DragSession.velocityWindow }
    guard let first = recent.first, let last = recent.last, last.time > first.time else { return 0 }
    return (last.x - first.x) / (last.time - first.time).inSeconds
  }
}
