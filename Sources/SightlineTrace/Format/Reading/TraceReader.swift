/// A line-by-line reader of traces. Its memory use doesn't depend on the trace's length.
///
/// Pass it to a ``TraceReplayer`` or a ``TraceVerifier``.
///
/// Empty lines are skipped. Lines end with `\n` or `\r\n`, optional after the last line. The first
/// line must be a `meta` line with a version this module supports.
public struct TraceReader: ~Copyable {
  /// The maximum length of a line in bytes. A snapshot of a million targets takes about 64 per
  /// target.
  static let maximumLineLength = 64 << 20

  /// The name of the path `-` in errors.
  public static let standardInputName = "standard input"

  /// The file's name in errors.
  let file: String
  /// Whether an engine's reports are skipped, since a replay needs only the scene. Their closing
  /// brace is checked, like that of a browser's verdicts, which are always skipped.
  var skipsReports = false
  /// The number of the last line read, counted from 1.
  private(set) var lineNumber = 0
  /// The number of lines skipped because version 1 doesn't define their kind.
  private(set) var unknownLines = 0

  private(set) var source: LineSource
  private var hasMeta = false
  private var isDone = false

  /// Opens a file, or standard input for the path `-`.
  ///
  /// - Throws: a ``TraceError`` whose ``TraceError/isInputMissing`` is true.
  public init(path: String) throws(TraceError) {
    let limit = TraceReader.maximumLineLength
    if path == "-" {
      self.init(
        source: LineSource(descriptor: 0, closes: false, maximumLineLength: limit),
        file: TraceReader.standardInputName)
      return
    }
    do { self.init(source: try LineSource(path: path, maximumLineLength: limit), file: path) } catch
    {
      throw TraceError(file: path, line: 0, problem: error)
    }
  }

  /// Creates a reader of a trace in memory.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - file: the file's name in errors.
  public init(bytes: [UInt8], file: String) {
    self.init(
      source: LineSource(bytes: bytes, maximumLineLength: TraceReader.maximumLineLength), file: file
    )
  }

  init(source: consuming LineSource, file: String) {
    self.source = source
    self.file = file
  }

  /// Returns the next line of a known kind with its number, or `nil` at the end or after an error.
  mutating func next() throws(TraceError) -> (number: Int, line: TraceLine)? {
    if isDone { return nil }
    do {
      if let line = try nextKnown() { return (lineNumber, line) }
    } catch {
      isDone = true
      throw TraceError(file: file, line: location(of: error), problem: error)
    }
    isDone = true
    return nil
  }

  private func location(of problem: Problem) -> Int {
    switch problem {
    case .empty, .unreadable, .isDirectory, .notText: 0
    default: lineNumber
    }
  }

  private mutating func nextKnown() throws(Problem) -> TraceLine? {
    while true {
      lineNumber += 1
      guard let line = try source.next() else {
        lineNumber -= 1
        break
      }
      let content: Content
      do {
        content = try source.withBytes(of: line) { (bytes) throws(Problem) in
          try TraceReader.content(
            of: bytes, isFirstLine: lineNumber == 1, needsMeta: !hasMeta,
            skipsReports: skipsReports)
        }
      } catch {
        throw line.isCut ? try cutOff(error, line) : error
      }
      switch content {
      case .skipped: continue
      case .unknown: unknownLines += 1
      case .known(.meta(let meta)):
        if hasMeta { throw .repeatedMeta }
        hasMeta = true
        return .meta(meta)
      case .known(let line): return line
      }
    }
    if !hasMeta { throw .empty }
    return nil
  }

  /// Returns the problem with a last line without a line feed: cut off, if it ends too early.
  private func cutOff(_ problem: Problem, _ line: LineSource.Line) throws(Problem) -> Problem {
    switch problem {
    case .notJSON(let column, _): return column > line.range.count ? .cutOff : problem
    case .notUTF8(let column):
      return try source.withBytes(of: line) { (bytes) throws(Problem) in
        JSONScanner.endsWithinCharacter(bytes, at: column - 1) ? .cutOff : problem
      }
    default: return problem
    }
  }

  /// The kinds of a browser's verdicts and selectors, for judges and readers.
  private static let verdicts: [StaticString] = ["e", "snap", "obs", "names"]
  private static let reports = [TraceChange.kind, TraceImpression.kind, TraceExposure.kind]

  private enum Content {
    case skipped, unknown
    case known(TraceLine)
  }

  private static func content(
    of bytes: UnsafeBufferPointer<UInt8>, isFirstLine: Bool, needsMeta: Bool, skipsReports: Bool
  ) throws(Problem) -> Content {
    // Text doesn't contain these control characters; compressed files and other encodings do.
    if isFirstLine,
      bytes.prefix(512).contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B })
    {
      throw .notText
    }
    // Some editors write a byte order mark.
    let start = isFirstLine && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let last = bytes[start...].last { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard let last else { return .skipped }
    // The first line reveals a file in another encoding.
    if needsMeta, let offset = JSONScanner.firstInvalidUTF8(in: bytes) {
      throw .notUTF8(column: offset + 1)
    }
    var json = JSONScanner(bytes)
    json.position = start
    let kind = try json.beginLine()
    if needsMeta, kind.map({ $0 == TraceMeta.kind }) != true { throw .missingMeta }
    guard let kind else { throw .missingKey("k", kind: "line") }
    if last == 0x7D,
      verdicts.contains(where: { kind == $0 })
        || skipsReports && reports.contains(where: { kind == $0 })
    {
      return .skipped
    }
    guard let line = try json.line(kind) else { return .unknown }
    return .known(line)
  }
}
