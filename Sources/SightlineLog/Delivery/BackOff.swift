#if Log
/// Delays between attempts: exponential back-off with full jitter. Each delay is random, between
/// zero and a limit that doubles with every failure. Without jitter, all senders would hit a
/// recovering receiver at once (Brooker, *Exponential Backoff and Jitter*).
struct BackOff: Sendable {
  let first: Duration
  let longest: Duration
  var longestRetryAfter = Duration.zero

  /// Returns the longest delay after a number of failures.
  func limit(after failures: Int) -> Duration {
    // 2^20 times the first delay exceeds any practical longest delay.
    min(longest, first * (1 << min(20, max(0, failures - 1))))
  }

  /// Returns a random delay after a number of failures. If the receiver asked for a delay, that is
  /// the lower bound and jitter is added to it.
  func wait(
    after failures: Int, asked: Duration?, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let nanoseconds = limit(after: failures).saturatedNanoseconds
    let drawn = Duration.nanoseconds(Int64.random(in: 0...nanoseconds, using: &random))
    guard let asked, asked > .zero else { return drawn }
    return min(asked, longestRetryAfter) + min(drawn, first)
  }
}

extension BackOff {
  init(_ configuration: DeliveryConfiguration) {
    first = max(.zero, configuration.firstBackOff)
    longest = max(first, configuration.longestBackOff)
    longestRetryAfter = max(.zero, configuration.longestRetryAfter)
  }
}
#endif
