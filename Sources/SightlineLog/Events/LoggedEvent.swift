#if Log
public import Foundation

/// An event in a log's file.
public struct LoggedEvent: Hashable, Sendable, Identifiable {
  /// The event's ID, the same in every delivery. Receivers use it to detect duplicates.
  public var id: EventID
  /// The event's position in this file, used to mark delivery. Positions ascend in the order of
  /// writing and are never reused.
  public var position: LogPosition
  /// The delivery state.
  public var state: DeliveryState
  /// The wall-clock time of the event, to the millisecond, for display. The wall clock can be set;
  /// use the durations for arithmetic.
  public var time: Date
  /// The local calendar day of the event, in days since 1970-01-01.
  public var day: Int
  /// How many seconds local time was ahead of UTC; `nil` if unknown.
  public var secondsFromGMT: Int?
  /// The session of the event.
  public var session: String
  /// The person of the session, or `nil`.
  public var person: String?
  /// The screen of the event, or `nil`.
  public var screen: String?
  /// The policy's name.
  public var policyName: String
  /// The policy as one line of JSON, with durations in nanoseconds.
  public var policyParameters: String
  /// The kind of event.
  public var kind: LogEntry.Kind
  /// The item seen.
  public var item: ItemKey
  /// See ``LogEntry/sinceFirstSeen``.
  public var sinceFirstSeen: Duration
  /// See ``LogEntry/total``.
  public var total: Duration
  /// See ``LogEntry/longest``.
  public var longest: Duration
  /// See ``LogEntry/greatestFraction``.
  public var greatestFraction: Double
  /// See ``LogEntry/count``.
  public var count: Int
  /// See ``LogEntry/exposures``.
  public var exposures: Int
  /// The app's attributes, or `nil`: those of the log when the event was recorded
  /// (``ImpressionLog/context``), overridden by the event's own.
  public var attributes: [String: LogValue]?
  /// The receiver's reason for refusing a rejected event.
  public var rejection: String?
  /// The session before that of the event, or `nil` if unknown.
  public var previousSession: String?
  /// The fraction of sessions whose events of this kind and policy are delivered, from 0 to 1.
  /// Weight a delivered event by its inverse.
  public var sampleRate: Double

  /// Creates an event from its properties, for tests of a sink and for receivers.
  public init(
    id: EventID, position: LogPosition, state: DeliveryState, time: Date, day: Int,
    session: String, screen: String?, policyName: String, policyParameters: String,
    kind: LogEntry.Kind, item: ItemKey, sinceFirstSeen: Duration, total: Duration,
    longest: Duration, greatestFraction: Double, count: Int, exposures: Int,
    attributes: [String: LogValue]?, rejection: String? = nil, previousSession: String? = nil,
    sampleRate: Double = 1, secondsFromGMT: Int? = nil, person: String? = nil
  ) {
    (self.id, self.position, self.state) = (id, position, state)
    (self.time, self.day, self.session, self.screen) = (time, day, session, screen)
    (self.policyName, self.policyParameters) = (policyName, policyParameters)
    (self.kind, self.item, self.sinceFirstSeen) = (kind, item, sinceFirstSeen)
    (self.total, self.longest, self.greatestFraction) = (total, longest, greatestFraction)
    (self.count, self.exposures) = (count, exposures)
    (self.attributes, self.rejection) = (attributes, rejection)
    (self.previousSession, self.sampleRate) = (previousSession, sampleRate)
    (self.secondsFromGMT, self.person) = (secondsFromGMT, person)
  }
}

/// The position of an event in a log's file.
public struct LogPosition: Hashable, Comparable, Sendable {
  /// The row number, from 1.
  public let rawValue: Int64

  /// Creates a position from a row number.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Returns whether `a` was written before `b`.
  public static func < (a: LogPosition, b: LogPosition) -> Bool { a.rawValue < b.rawValue }
}

/// The delivery state of an event.
public enum DeliveryState: Int, Hashable, Sendable, CaseIterable {
  /// No receiver has acknowledged it yet.
  case undelivered = 0
  /// A receiver has acknowledged it.
  case delivered = 1
  /// A receiver refused it. It is kept with the reason, for inspection.
  case rejected = 2
  /// It stays on this device (``LogConfiguration/isDelivered`` was off).
  case local = 3
}
#endif
