#if Log
/// Where events go: an app's own way of sending, or ``HTTPSink``.
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
/// A ``LogDelivery`` calls it with one batch at a time. A batch may come again, and so may an event
/// in another batch: after an answer that was lost, and after the process was killed. A receiver
/// that keeps each ``LoggedEvent/id`` once has each event once.
public protocol ImpressionSink: Sendable {
  /// Sends a batch and returns what the receiver said.
  ///
  /// It ends soon after its task is cancelled, which happens after
  /// ``DeliveryConfiguration/timeout``: until it has ended nothing else is sent.
  ///
  /// - Throws: anything that kept the batch from arriving, as far as is known. It is sent again
  ///   later.
  func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer
}

/// Events that are sent together, oldest first.
public struct DeliveryBatch: Hashable, Sendable {
  /// The events; there is at least one.
  public let events: [LoggedEvent]
  /// How many bytes a request should have, uncompressed. A batch of more than one event that takes
  /// more is answered with ``DeliveryAnswer/tooLarge(reason:)``, and comes again in halves.
  public let byteLimit: Int

  /// Creates a batch, for a test of a sink.
  public init(events: [LoggedEvent], byteLimit: Int = .max) {
    self.events = events
    self.byteLimit = byteLimit
  }

  /// The batch's name, in the notation of UUIDs: the same events make the same name, whenever they
  /// are sent. A receiver that knows it has the whole batch already.
  public var key: String {
    // The ids are random already: FNV-1a spreads them enough.
    var (high, low): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4)
    for event in events {
      for byte in event.id.bytes {
        high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
        low = (low ^ UInt64(~byte)) &* 0x100_0000_01b3
      }
    }
    // Version 8 of RFC 9562: a UUID in a layout of one's own.
    return "\(EventID(high: high & ~0xf000 | 0x8000, low: low & ~0 >> 2 | 0b10 << 62))"
  }
}

/// What a receiver said to a batch.
public enum DeliveryAnswer: Hashable, Sendable {
  /// It has the whole batch.
  case accepted
  /// It has the batch but for some events: those it will not have, each with a reason, and those
  /// that are to be sent again. Ids that are not in the batch mean nothing.
  case partlyAccepted(
    rejected: [EventID: String], again: Set<EventID> = [], after: Duration? = nil)
  /// It has the batch but for so many events, and does not say which. They cannot be told from the
  /// others, so that all count as delivered; ``DeliveryReport/rejectedUnnamed(_:of:reason:)`` says
  /// so. If it is the whole batch, all are set apart.
  case rejectedUnnamed(Int, reason: String)
  /// The batch is too large: it is sent again in halves, at once. An event that is too large by
  /// itself is set apart.
  case tooLarge(reason: String)
  /// Something in the batch is wrong, and the receiver does not say which event it is. The batch is
  /// sent again in halves, at once, until what is refused is alone; that is set apart.
  case invalid(reason: String)
  /// Not now: the batch is sent again, not before the time that the receiver named, if it did.
  case notNow(after: Duration? = nil, reason: String)
  /// It will never have this batch. All events are set apart, with the reason.
  case rejected(reason: String)
}
#endif
