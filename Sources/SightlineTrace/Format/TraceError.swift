/// Why a trace could not be read or written: where, what, and what to do about it.
public struct TraceError: Error, Hashable, Sendable {
  /// The file, as the caller named it.
  public let file: String
  /// The line, counted from 1; 0 where the file as a whole is meant.
  public let line: Int
  /// What is wrong.
  let problem: Problem

  /// Whether the input could not be opened or read at all (exit status 66, `EX_NOINPUT`).
  public var isInputMissing: Bool {
    switch problem {
    case .noSuchFile, .isDirectory, .unreadable: true
    default: false
    }
  }

  /// Whether the output could not be written (exit status 74, `EX_IOERR`).
  ///
  /// What is neither this nor ``isInputMissing`` is bad data (exit status 65, `EX_DATAERR`).
  public var isOutputFailure: Bool {
    switch problem {
    case .unwritable, .closedPipe: true
    default: false
    }
  }

  /// The command that writes the text of a packed file to the standard output, before the file's
  /// name; `nil` where the file is not packed.
  public var unpackingCommand: String? {
    if case .foreign(let format) = problem { format.unpackingCommand } else { nil }
  }

  /// What is wrong with a trace. Columns count bytes from 1.
  enum Problem: Error, Hashable, Sendable {
    // The file.

    /// There is no file of this name.
    case noSuchFile
    /// The name is that of a directory.
    case isDirectory
    /// The system would not open or read it; with its reason.
    case unreadable(String)
    /// The system would not create or write it; with its reason.
    case unwritable(String)
    /// Whoever read the output has gone.
    case closedPipe

    // The text.

    /// The file is something else, packed perhaps.
    case foreign(ForeignFormat)
    /// A byte that UTF-8 does not allow.
    case notUTF8(column: Int)
    /// Something else stands where JSON expects this.
    case notJSON(column: Int, expected: String)
    /// Arrays and objects lie too deep in one another.
    case nestedTooDeeply(column: Int)
    /// The last line ends in the middle.
    case cutOff
    /// There is more of something than a reader takes up.
    case tooMany(String, limit: Int)
    /// The line has more bytes than this.
    case lineTooLong(limit: Int)

    // The line.

    /// The line is JSON, but no object.
    case notAnObject
    /// A key that this kind of line needs is not there.
    case missingKey(String, kind: String)
    /// A key is there twice.
    case duplicateKey(String)
    /// A value is of another type.
    case wrongType(key: String, expected: String)
    /// A number is out of its range, or too large to be finite.
    case outOfRange(key: String, expected: String)
    /// A value makes no sense; with the reason.
    case badValue(key: String, reason: String)

    // The order of lines.

    /// The file has no line at all.
    case empty
    /// The first line is not a `meta` line.
    case missingMeta
    /// A second `meta` line.
    case repeatedMeta
    /// The trace's version is above the one that this module reads.
    case futureVersion(Int)
    /// The step's number is not above the one before.
    case stepBackwards(Int, previous: Int)
    /// The step's time is before that of the one before.
    case timeBackwards(step: Int)
    /// The line belongs to a step that is not the current one (`nil`: none has begun).
    case wrongStep(Int, current: Int?)

    // The scene.

    /// A node that is not there; with the key that names it.
    case unknownNode(Int, key: String)
    /// A node that is there already.
    case duplicateNode(Int)
    /// A node that is listed more than once on one line.
    case listedTwice(Int)
    /// There is no node 0.
    case missingRoot
    /// A node other than 0 has no parent.
    case secondRoot(Int)
    /// Node 0 is removed or has a parent.
    case rootMoved
    /// A node that is its own ancestor.
    case cycle(Int)
    /// A node with too many ancestors.
    case tooDeep(Int, limit: Int)
    /// A node that goes although a child of it stays.
    case childStays(Int, child: Int)

    // Observers, viewports and watches.

    /// An observer that is not there.
    case unknownObserver(Int)
    /// An observer's number that is in use.
    case duplicateObserver(Int)
    /// A viewport that is not there.
    case unknownView(Int)
    /// A viewport whose root changes while it is there.
    case viewMoved(Int)
    /// A watch that is not there.
    case unknownWatch(Int)
    /// A watch's number that is in use.
    case duplicateWatch(Int)
  }
}
