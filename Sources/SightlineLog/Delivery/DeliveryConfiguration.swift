#if Log
/// How a delivery makes batches, waits and tries again.
public struct DeliveryConfiguration: Sendable {
  /// How many events a batch has at most, 500 unless set.
  public var batchEvents = 500
  /// How many bytes a request has at most before it is compressed, 1 MiB unless set. An event that
  /// takes more goes alone.
  public var batchBytes = 1 << 20
  /// How long events may wait for others to be sent with, while all goes well; 30 s unless set. With
  /// nothing to send no timer runs.
  public var interval = Duration.seconds(30)
  /// How long a receiver may take for one batch; 30 s unless set. Then the batch is sent again.
  public var timeout = Duration.seconds(30)
  /// The longest wait after the first failure, 1 s unless set. It doubles with each further one.
  public var firstBackOff = Duration.seconds(1)
  /// The longest wait between two attempts, 5 min unless set.
  public var longestBackOff = Duration.seconds(300)
  /// The longest wait that a receiver may ask for, 24 h unless set.
  public var longestRetryAfter = Duration.seconds(86_400)
  /// What waits are drawn from: each between nothing and the longest of its turn, so that many
  /// devices do not come back at once.
  public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  /// What waits are measured with. It should go on while the device sleeps.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Told what became of batches. It should be quick.
  public var report: (@Sendable (DeliveryReport) -> Void)?

  /// The defaults.
  public init() {}
}

/// What somebody may want to know about a delivery.
public enum DeliveryReport: Hashable, Sendable {
  /// A receiver has so many events more.
  case delivered(Int)
  /// So many events were set apart. They are in the log
  /// (``ImpressionLog/events(where:in:after:limit:)`` with ``DeliveryState/rejected``), and
  /// ``ImpressionLog/retryRejected(_:)`` sends them again.
  case setApart(Int, reason: String)
  /// A receiver would not have so many events of a batch, and did not say which. The batch counts
  /// as delivered; its events are in the log as long as other delivered ones.
  case rejectedUnnamed(Int, of: [EventID], reason: String)
  /// A batch did not arrive, as far as is known, and is sent again after a while.
  case waiting(Duration, reason: String)
  /// Nothing is left to send.
  case idle
  /// Another delivery, in this process or another, has this log.
  case elsewhere
}

/// How a delivery is doing.
public struct DeliveryStatus: Hashable, Sendable {
  /// How many events were delivered since it was made.
  public var delivered = 0
  /// How many were set apart since.
  public var rejected = 0
  /// How many batches were sent since, those that come again included.
  public var attempts = 0
  /// How many attempts have failed since the last that did not.
  public var failures = 0
  /// Why the last attempt failed; `nil` after one that did not.
  public var lastFailure: String?
}
#endif
