#if Log
public import Foundation

/// An event as it stands in a log.
public struct LoggedEvent: Hashable, Sendable, Identifiable {
  /// What a receiver knows it by, wherever and how often it comes.
  public var id: EventID
  /// Its place in this file: what delivery is marked by. Places ascend in the order of writing and
  /// are never used again.
  public var position: LogPosition
  /// Whether it has been delivered.
  public var state: DeliveryState
  /// When it happened by the clock on the wall, to the millisecond: for people. That clock can be
  /// set; arithmetic belongs on the durations.
  public var time: Date
  /// The calendar day on which it happened where it happened, in days since 1970-01-01.
  public var day: Int
  /// The session in which it happened.
  public var session: String
  /// The screen on which it happened; `nil` if the app named none.
  public var screen: String?
  /// The policy's name.
  public var policyName: String
  /// The policy in full, one line of JSON; durations are in nanoseconds.
  public var policyParameters: String
  /// What happened.
  public var kind: LogEntry.Kind
  /// Which item was seen.
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
  /// What the app said of it; `nil` where nothing.
  public var attributes: [String: LogValue]?
  /// Why a receiver would not have it, for an event that was set apart.
  public var rejection: String?
}

/// The place of an event in a log's file.
public struct LogPosition: Hashable, Comparable, Sendable {
  /// The number of the row, from 1.
  public let rawValue: Int64

  /// Creates a place from the number of a row.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Whether `a` was written before `b`.
  public static func < (a: LogPosition, b: LogPosition) -> Bool { a.rawValue < b.rawValue }
}

/// What has become of an event.
public enum DeliveryState: Int, Hashable, Sendable, CaseIterable {
  /// Nobody has it but the log.
  case undelivered = 0
  /// A receiver has acknowledged it.
  case delivered = 1
  /// A receiver would not have it: set apart, with the reason, for somebody to look at.
  case rejected = 2
  /// It is for this device alone (``LogConfiguration/isDelivered`` was off).
  case local = 3
}
#endif
