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
    /// The file is no database, or one of another kind.
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
    let (failure, advice) = words
    return "\(path): \(failure)\(detail.isEmpty ? "" : " (\(detail))"); \(advice)"
  }

  /// Whether the file may become usable without choosing another file or folder.
  var isTemporary: Bool {
    switch kind {
    case .cannotOpen, .readOnly, .diskFull, .database: true
    default: false
    }
  }

  private var words: (failure: String, advice: String) {
    switch kind {
    case .newerVersion(let found, let supported):
      (
        "the log has version \(found), this library supports up to \(supported)",
        "update the app, or open a log elsewhere; the file was not changed"
      )
    case .notALog:
      ("the file is not an impression log", "open the log elsewhere; the file was not changed")
    case .cannotOpen:
      ("the log cannot be opened", "create the folder, and check its permissions")
    case .readOnly:
      ("the log cannot be written", "check the permissions of the file and its folder")
    case .locked:
      (
        "another process holds the log",
        "end the other process's transaction, or allow a longer busy timeout"
      )
    case .diskFull:
      ("the disk has no room for the log", "free some space; events in memory are retried")
    case .corrupt:
      (
        "the log is damaged",
        "the file is set aside and a fresh one started; sqlite3's .recover reads it"
      )
    case .closed: ("the log is closed", "open it again")
    case .suspended: ("the log is suspended", "resume it; events in memory wait")
    case .database(let code): ("SQLite failed with code \(code)", "events in memory are retried")
    }
  }
}
#endif
