#if Log
/// A destination for events: an app's implementation, or ``HTTPSink``.
///
/// ```swift
/// struct ConsoleSink: ImpressionSink {
///   func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
///     for event in batch.events { print(event.id, event.item) }
///     return .accepted
///   }
/// }
/// ```
///
/// A ``LogDelivery`` sends one batch at a time. After a lost answer or a kill, a batch may be sent
/// again, and its events in another batch. Receivers should deduplicate events by
/// ``LoggedEvent/id``.
public protocol ImpressionSink: Sendable {
  /// Sends a batch and returns the receiver's answer.
  ///
  /// Must return soon after its task is cancelled, which happens after
  /// ``DeliveryConfiguration/timeout``; nothing else is sent before it returns.
  ///
  /// - Throws: any error that kept the batch from arriving, as far as the sink can tell. The batch
  ///   is sent again later.
  func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer
}

/// A batch of events, oldest first.
public struct DeliveryBatch: Hashable, Sendable {
  /// The events; never empty.
  public let events: [LoggedEvent]
  /// The intended maximum size of a request in bytes, uncompressed. If a batch of more than one
  /// event exceeds it, answer with ``DeliveryAnswer/tooLarge(reason:)`` to get the batch again in
  /// halves.
  public let byteLimit: Int

  /// Creates a batch, for testing a sink.
  public init(events: [LoggedEvent], byteLimit: Int = .max) {
    self.events = events
    self.byteLimit = byteLimit
  }

  /// A key for the batch, in UUID notation. The same events always yield the same key, so a
  /// receiver that has seen it already has the whole batch.
  public var key: String {
    // The IDs are already random, so FNV-1a suffices.
    let bytes = events.flatMap(\.id.bytes)
    let (high, low) = (bytes.fnv1a, bytes.reversed().fnv1a)
    // Version 8 of RFC 9562: a UUID with a custom layout.
    return "\(EventID(high: high & ~0xf000 | 0x8000, low: low & ~0 >> 2 | 0b10 << 62))"
  }
}

/// A receiver's answer to a batch.
public enum DeliveryAnswer: Hashable, Sendable {
  /// The receiver has the whole batch.
  case accepted
  /// The receiver has the batch except for some events: those refused, each with a reason, and
  /// those to be sent again. IDs not in the batch are ignored.
  case partlyAccepted(
    rejected: [EventID: String], again: Set<EventID> = [], after: Duration? = nil)
  /// The receiver refused this many events without naming them. They cannot be identified, so all
  /// events count as delivered, and ``DeliveryReport/rejectedUnnamed(_:of:reason:)`` is reported.
  /// If the number covers the whole batch, all events are set apart.
  case rejectedUnnamed(Int, reason: String)
  /// The batch is too large. It is sent again in halves at once. A single event that is too large
  /// is set apart.
  case tooLarge(reason: String)
  /// The batch contains an invalid event, which the receiver doesn't name. The batch is sent again
  /// in halves at once until the refused events are isolated; those are set apart.
  case invalid(reason: String)
  /// The receiver is unavailable. The batch is sent again, not before the time the receiver asked
  /// for, if any.
  case notNow(after: Duration? = nil, reason: String)
  /// The receiver will never accept this batch. All its events are set apart with the reason.
  case rejected(reason: String)
}
#endif
