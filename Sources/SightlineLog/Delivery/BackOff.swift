#if Log
/// The waits between attempts: exponential, with full jitter. Each is drawn between nothing and
/// twice the longest of the one before, because receivers that come back get all their senders at
/// once otherwise (Brooker, *Exponential Backoff and Jitter*).
struct BackOff: Sendable {
  let first: Duration
  let longest: Duration
  let longestRetryAfter: Duration

  init(_ configuration: DeliveryConfiguration) {
    first = max(.zero, configuration.firstBackOff)
    longest = max(first, configuration.longestBackOff)
    longestRetryAfter = max(.zero, configuration.longestRetryAfter)
  }

  /// The longest wait after so many failures.
  func limit(after failures: Int) -> Duration {
    // Past 2^20 times the first the longest is reached, whatever is set in practice.
    min(longest, first * (1 << min(20, max(0, failures - 1))))
  }

  /// The wait after so many failures. A receiver's own time is a lower bound, and what is drawn is
  /// added to it.
  func wait(
    after failures: Int, asked: Duration?, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let nanoseconds = limit(after: failures).saturatedNanoseconds
    let drawn = Duration.nanoseconds(Int64.random(in: 0...max(0, nanoseconds), using: &random))
    guard let asked, asked > .zero else { return drawn }
    return min(asked, longestRetryAfter) + min(drawn, first)
  }
}
#endif
