typealias Problem = TraceError.Problem

/// An error reading or writing a trace, with its location and advice.
public struct TraceError: Error, Hashable, Sendable {
  /// The file, as named by the caller.
  public let file: String
  /// The line, counted from 1, or 0 for the file as a whole.
  public let line: Int
  let problem: Problem

  /// Whether the input could not be opened or read (exit status 66, `EX_NOINPUT`).
  public var isInputMissing: Bool {
    switch problem {
    case .noSuchFile, .isDirectory, .unreadable: true
    default: false
    }
  }

  /// A problem with a trace. Columns count bytes from 1.
  enum Problem: Error, Hashable, Sendable {
    // The file.
    case noSuchFile
    case isDirectory
    case unreadable(String)
    case unwritable(String)

    // The text.
    case notText
    case notUTF8(column: Int)
    case notJSON(column: Int, expected: String)
    case nestedTooDeeply(column: Int)
    case cutOff
    case tooMany(String, limit: Int)
    case lineTooLong(limit: Int)

    // The line.
    case notAnObject
    case missingKey(String, kind: String)
    case duplicateKey(String)
    case wrongType(key: String, expected: String)
    case outOfRange(key: String, expected: String)
    case badValue(key: String, reason: String)

    // The order of lines.
    case empty
    case missingMeta
    case repeatedMeta
    case futureVersion(Int)
    case stepBackwards(Int, previous: Int)
    case timeBackwards(step: Int)
    /// The line belongs to another step than the current one (`nil` before the first step).
    case wrongStep(Int, current: Int?)

    // The scene.
    case unknownNode(Int, key: String)
    case duplicateNode(Int)
    case missingRoot
    case secondRoot(Int)
    case rootMoved
    case cycle(Int)
    case tooDeep(Int, limit: Int)
    case childStays(Int, child: Int)

    // Viewports and watches.
    case unknownView(Int)
    case viewMoved(Int)
    case unknownWatch(Int)
    case duplicateWatch(Int)
  }
}
