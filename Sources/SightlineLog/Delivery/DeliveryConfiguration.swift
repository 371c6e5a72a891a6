#if Log
/// Options for the batches, delays and retries of a delivery.
public struct DeliveryConfiguration: Sendable {
  /// The maximum number of events in a batch. The default is 500.
  public var batchEvents = 500
  /// The maximum size of a request in bytes before compression. The default is 1 MiB. A larger
  /// event is sent alone.
  public var batchBytes = 1 << 20
  /// How long events may wait to be sent with others while deliveries succeed. The default is 30 s.
  /// No timer runs while there is nothing to send.
  public var interval = Duration.seconds(30)
  /// How long a receiver may take for one batch before it is sent again. The default is 30 s.
  public var timeout = Duration.seconds(30)
  /// The upper limit of the delay after the first failure. The default is 1 s. It doubles with each
  /// further failure.
  public var firstBackOff = Duration.seconds(1)
  /// The longest delay between two attempts. The default is 5 min.
  public var longestBackOff = Duration.seconds(300)
  /// The longest delay that a receiver may ask for. The default is 24 h.
  public var longestRetryAfter = Duration.seconds(86_400)
  /// The random source for delays. Each delay is drawn between zero and its limit, so that many
  /// devices don't retry at the same time.
  public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  /// The clock for delays. It should keep running while the device sleeps.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Called with the outcome of batches. Should return quickly.
  public var report: (@Sendable (DeliveryReport) -> Void)?

  /// Creates the default configuration.
  public init() {}
}

/// A diagnostic event from a delivery.
public enum DeliveryReport: Hashable, Sendable {
  /// This many more events were delivered.
  case delivered(Int)
  /// This many events were rejected. They remain in the log
  /// (``ImpressionLog/events(where:in:after:limit:)`` with ``DeliveryState/rejected``), and
  /// ``ImpressionLog/retryRejected(_:)`` sends them again.
  case setApart(Int, reason: String)
  /// The receiver refused this many events of a batch without naming them. The whole batch counts
  /// as delivered, and its events are kept as long as other delivered ones.
  case rejectedUnnamed(Int, of: [EventID], reason: String)
  /// A batch failed, as far as the sender can tell. It is sent again after a delay.
  case waiting(Duration, reason: String)
  /// There is nothing left to send.
  case idle
  /// Another delivery, in this or another process, is sending this log.
  case elsewhere
}

/// The progress of a delivery.
public struct DeliveryStatus: Hashable, Sendable {
  /// The number of events delivered since the delivery was created.
  public var delivered = 0
  /// The number of events rejected since then.
  public var rejected = 0
  /// The number of events refused without being named since then. They count as delivered.
  public var rejectedUnnamed = 0
  /// The number of batches sent since then, including retries.
  public var attempts = 0
  /// The number of consecutive failures, 0 after a success.
  public var failures = 0
  /// The reason for the last failure; `nil` after a success.
  public var lastFailure: String?
}
#endif
