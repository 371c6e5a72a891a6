#if Log
/// An error from a log, with the affected file and advice.
///
/// Errors don't stop an app from recording: unwritten events wait in memory, up to
/// ``LogConfiguration/queueCapacity``, and are tried again.
public struct LogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// A newer version of the library wrote the file.
    case newerVersion(found: Int, supported: Int)
    /// The file is a database of another kind.
    case notALog
    /// The folder is missing or not writable.
    case cannotOpen
    /// The file or its folder is read-only.
    case readOnly
    /// Another process held the file for longer than ``LogConfiguration/busyTimeout``.
    case locked
    /// The disk is full, or the file may not grow.
    case diskFull
    /// The file is damaged. Opening or writing a log sets such a file aside automatically.
    case corrupt
    /// The log is closed.
    case closed
    /// The log is suspended. See ``ImpressionLog/suspend()``.
    case suspended
    /// Any other SQLite error, with its code.
    case database(code: Int)
  }

  /// The kind of failure.
  public let kind: Kind
  /// The path of the file.
  public let path: String
  /// The message from SQLite or the system; may be empty.
  public let detail: String

  /// The path, the failure and advice.
  public var description: String {
    let said = detail.isEmpty ? "" : " (\(detail))"
    return "\(path): \(what)\(said); \(advice)"
  }

  private var what: String {
    switch kind {
    case .newerVersion(let found, let supported):
      "the log has version \(found), this library supports up to \(supported)"
    case .notALog: "the database is not an impression log"
    case .cannotOpen: "the log cannot be opened"
    case .readOnly: "the log cannot be written"
    case .locked: "another process holds the log"
    case .diskFull: "the disk has no room for the log"
    case .corrupt: "the log is damaged"
    case .closed: "the log is closed"
    case .suspended: "the log is suspended"
    case .database(let code): "SQLite failed with code \(code)"
    }
  }

  private var advice: String {
    switch kind {
    case .newerVersion: "update the app, or open a log elsewhere; the file was not changed"
    case .notALog: "open the log elsewhere; the file was not changed"
    case .cannotOpen: "create the folder, and check its permissions"
    case .readOnly: "check the permissions of the file and its folder"
    case .locked: "end the other process's transaction, or allow a longer busy timeout"
    case .diskFull: "free some space; events in memory are retried"
    case .corrupt: "the file is set aside and a fresh one started; sqlite3's .recover reads it"
    case .closed: "open it again"
    case .suspended: "resume it; events in memory wait"
    case .database: "events in memory are retried"
    }
  }
}
#endif
