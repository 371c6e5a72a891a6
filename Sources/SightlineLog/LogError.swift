#if Log
/// What went wrong with a log: what, where, and what to do about it.
///
/// None of these stops an app from recording: what could not be written waits in memory, as far as
/// ``LogConfiguration/handOverCapacity`` goes, and is tried again.
public struct LogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// A newer version of the library wrote the file.
    case newerVersion(found: Int, supported: Int)
    /// The file is a database of something else.
    case notALog
    /// The folder is not there, or may not be written.
    case cannotOpen
    /// The file or its folder may not be written.
    case readOnly
    /// Another process held the file for longer than ``LogConfiguration/busyTimeout``.
    case locked
    /// There is no room on the disk, or the file may not grow.
    case diskFull
    /// The file is damaged. A log that opens or writes sets such a file aside by itself.
    case corrupt
    /// The log was closed.
    case closed
    /// SQLite's code for everything else.
    case database(code: Int)
  }

  /// What went wrong.
  public let kind: Kind
  /// The file.
  public let path: String
  /// What SQLite or the system said; may be empty.
  public let detail: String

  /// What, where, and what to do.
  public var description: String {
    let said = detail.isEmpty ? "" : " (\(detail))"
    return "\(path): \(what)\(said); \(advice)"
  }

  private var what: String {
    switch kind {
    case .newerVersion(let found, let supported):
      "the log has version \(found), this library knows up to \(supported)"
    case .notALog: "the database is not an impression log"
    case .cannotOpen: "the log cannot be opened"
    case .readOnly: "the log cannot be written"
    case .locked: "another process holds the log"
    case .diskFull: "there is no room for the log"
    case .corrupt: "the log is damaged"
    case .closed: "the log was closed"
    case .database(let code): "SQLite failed with code \(code)"
    }
  }

  private var advice: String {
    switch kind {
    case .newerVersion: "update the app, or open a log at another place; the file was not touched"
    case .notALog: "open the log at another place; the file was not touched"
    case .cannotOpen: "create the folder, and check who may read and write it"
    case .readOnly: "check the permissions of the file and its folder"
    case .locked: "end the other process's transaction, or allow a longer busy timeout"
    case .diskFull: "free some space; what waits in memory is tried again"
    case .corrupt: "the file is set aside and a fresh one started; sqlite3's .recover reads it"
    case .closed: "open it again"
    case .database: "what waits in memory is tried again"
    }
  }
}
#endif
