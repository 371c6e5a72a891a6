#if Log
public import Foundation

/// What somebody should know about a log.
public enum LogReport: Sendable {
  /// A damaged file was set aside, with its companions, and a fresh one started.
  case setAside(URL, LogError)
  /// The file was moved or removed while it was open, and another one opened or made at its place.
  /// What was in it is where it was moved to.
  case fileWasMoved(URL)
  /// So many events that no receiver had were removed, because of the limits of age or size.
  case droppedUndelivered(Int)
  /// So many events were refused at the hand-over since the last report: too many wait already.
  case refused(Int)
  /// A batch could not be written; it waits and is tried again.
  case writeFailed(LogError)
  /// Writing works again after failures.
  case recovered
}

/// How far a process has come with what it recorded.
public struct LogProgress: Hashable, Sendable {
  /// How many events were handed over.
  public var recorded: Int
  /// How many of them are durable: the first so many, since events are written in their order.
  public var written: Int
  /// How many more were refused.
  public var refused: Int

  /// How many wait in memory.
  public var waiting: Int { recorded - written }
}

/// What a log's file holds, and what it has lost.
public struct LogCounts: Hashable, Sendable {
  /// Events that no receiver has.
  public var undelivered = 0
  /// Events that a receiver has acknowledged, as far as they are kept.
  public var delivered = 0
  /// Events that were set apart, as far as they are kept.
  public var rejected = 0
  /// Events for this device alone, as far as they are kept.
  public var local = 0
  /// Events that were removed before any receiver had them, since the file was made.
  public var droppedUndelivered = 0
  /// Other events that were removed because of their age or the size, since the file was made.
  public var pruned = 0
  /// Events that were erased on request, since the file was made.
  public var erased = 0
  /// The bytes that the data takes in the file.
  public var bytes = 0

  /// All events in the file.
  public var events: Int { undelivered + delivered + rejected + local }
}
#endif
