/// A point in time on a host's monotonic clock: nanoseconds since an origin chosen by the host.
///
/// The core never reads a clock: every pass takes the time as an argument. Whole nanoseconds
/// exclude NaN and add up without rounding; 64 bits last 292 years. Arithmetic saturates.
@frozen
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the origin.
  public var nanoseconds: Int64

  /// Creates a moment from nanoseconds since the origin.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates a moment from seconds since the origin, rounded to the nearest nanosecond.
  ///
  /// - Precondition: `seconds` is not NaN. Values beyond the range saturate.
  public init(seconds: Double) {
    require(!seconds.isNaN, "a timestamp's seconds must be a number")
    let nanoseconds = (seconds * 1e9).rounded()
    self.nanoseconds =
      nanoseconds >= 9.2e18 ? .max : nanoseconds <= -9.2e18 ? .min : Int64(nanoseconds)
  }

  /// The origin of the clock.
  public static let zero = MonotonicTime(nanoseconds: 0)

  /// The distant future, later than any time that occurs.
  public static let never = MonotonicTime(nanoseconds: .max)

  /// Seconds since the origin.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Returns whether `a` is before `b`.
  @inlinable
  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// Returns the time that is a duration later.
  public static func + (moment: MonotonicTime, duration: Duration) -> MonotonicTime {
    moment.advanced(by: duration.saturatedNanoseconds)
  }

  /// Returns the duration from `b` to `a`.
  public static func - (a: MonotonicTime, b: MonotonicTime) -> Duration {
    .nanoseconds(a.nanoseconds(since: b))
  }

  package func advanced(by nanoseconds: Int64) -> MonotonicTime {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicTime(nanoseconds: overflow ? (nanoseconds > 0 ? .max : .min) : sum)
  }

  package func nanoseconds(since other: MonotonicTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return overflow ? (other.nanoseconds < 0 ? .max : .min) : difference
  }
}

extension Int64 {
  /// Returns the sum, clamped to the range of `Int64`.
  func addingSaturated(_ other: Int64) -> Int64 {
    MonotonicTime(nanoseconds: self).advanced(by: other).nanoseconds
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded toward zero and clamped to the range of `Int64`.
  package var saturatedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds > 0 ? .max : .min }
    let (sum, overflowed) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowed ? (seconds > 0 ? .max : .min) : sum
  }
}
