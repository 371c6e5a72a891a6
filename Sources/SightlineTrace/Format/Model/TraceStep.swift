public import SightlineCore

/// A step begins: one frame of the recording, one pass of an engine.
public struct TraceStep: Equatable, Sendable {
  /// The step's number; numbers only grow.
  public var step: Int
  /// When it began, in milliseconds; may have a fraction.
  public var milliseconds: Double
  /// When it began, in exact nanoseconds, where the recorder knew them.
  public var nanoseconds: Int64?
  /// What the page was made to do, as JSON text, for people.
  public var action: String?

  /// Times reach this far in either direction: what 64 bits of nanoseconds hold, 292 years.
  static let millisecondRange = -9.2e12...9.2e12

  /// Creates a step from its number and its time in milliseconds.
  public init(
    _ step: Int, milliseconds: Double, nanoseconds: Int64? = nil, action: String? = nil
  ) {
    self.step = step
    self.milliseconds = milliseconds
    self.nanoseconds = nanoseconds
    self.action = action
  }

  /// Creates a step from its number and its exact time.
  public init(_ step: Int, at time: MonotonicTime) {
    self.init(
      step, milliseconds: Double(time.nanoseconds) / 1e6, nanoseconds: time.nanoseconds)
  }

  /// When the step began: the exact nanoseconds, or else the milliseconds rounded to them.
  public var time: MonotonicTime {
    if let nanoseconds { return MonotonicTime(nanoseconds: nanoseconds) }
    let range = TraceStep.millisecondRange
    guard range.contains(milliseconds) else {
      return milliseconds > range.upperBound ? .never : MonotonicTime(nanoseconds: .min)
    }
    return MonotonicTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }
}
