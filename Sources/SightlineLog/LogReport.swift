#if Log
public import Foundation

/// A diagnostic event from an impression log.
public enum LogReport: Sendable {
  /// A damaged file and its companions were set aside and a fresh file started.
  case setAside(URL, LogError)
  /// The file was moved or removed while open, and another file was opened or created at its path.
  /// The earlier events are all in the moved file.
  case fileWasMoved(URL)
  /// Another file, such as a backup, was renamed over the open log. The earlier events are kept in
  /// a copy of the log at this URL.
  case wasReplaced(URL)
  /// This many undelivered events were removed by the age or size limit.
  case droppedUndelivered(Int)
  /// This many events were refused since the last report because too many were waiting.
  case refused(Int)
  /// A batch could not be written. It stays in memory and is tried again.
  case writeFailed(LogError)
  /// Writing succeeds again after failures.
  case recovered
}

/// The numbers of events a process has recorded, written and refused.
public struct LogProgress: Hashable, Sendable {
  /// The number of events accepted.
  public var recorded: Int
  /// The number of durable events. Events are written in order, so these are always the first ones.
  public var written: Int
  /// The number of events refused, which `recorded` doesn't include.
  public var refused: Int

  /// The number of events waiting in memory.
  public var waiting: Int { recorded - written }
}

/// The numbers of events in a log's file and of events lost.
public struct LogCounts: Hashable, Sendable {
  /// Events not yet acknowledged by a receiver.
  public var undelivered: Int
  /// Acknowledged events still in the file.
  public var delivered: Int
  /// Rejected events still in the file.
  public var rejected: Int
  /// Local events still in the file, which are never sent.
  public var local: Int
  /// Events removed before delivery since the file was created.
  public var droppedUndelivered: Int
  /// Other events removed by the age or size limit since the file was created.
  public var pruned: Int
  /// Events erased on request since the file was created.
  public var erased: Int
  /// The size of the data in the file, in bytes.
  public var bytes: Int

  /// The total number of events in the file.
  public var events: Int { undelivered + delivered + rejected + local }
}
#endif
