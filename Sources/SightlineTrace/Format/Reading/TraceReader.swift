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
    let isStandardInput = path == "-"
    file = isStandardInput ? TraceReader.standardInputName : path
    do throws(Problem) {
      source = try LineSource(
        path: isStandardInput ? nil : path, maximumLineLength: TraceReader.maximumLineLength)
    } catch {
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
    do throws(Problem) {
      while true {
        lineNumber += 1
        guard let bytes = try source.next() else { break }
        if let line = try line(in: bytes) { return (lineNumber, line) }
      }
      lineNumber -= 1
      isDone = true
      if !hasMeta { throw .empty }
      return nil
    } catch {
      isDone = true
      throw TraceError(file: file, line: location(of: error), problem: error)
    }
  }

  private func location(of problem: Problem) -> Int {
    switch problem {
    case .empty, .unreadable, .isDirectory, .notText: 0
    default: lineNumber
    }
  }

  /// Returns the line, or `nil` for one to skip.
  private mutating func line(in bytes: ArraySlice<UInt8>) throws(Problem) -> TraceLine? {
    // Text doesn't contain these control characters; compressed files and other encodings do.
    if lineNumber == 1,
      bytes.prefix(512).contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B })
    {
      throw .notText
    }
    do {
      return try bytes.withUnsafeBufferPointer { (bytes) throws(Problem) in
        try text(bytes)
      }
    } catch {
      throw source.isCut && isCutOff(bytes, error) ? .cutOff : error
    }
  }

  /// Returns whether a problem with a last line without a line feed is that it ends too early.
  private func isCutOff(_ bytes: ArraySlice<UInt8>, _ problem: Problem) -> Bool {
    switch problem {
    case .notJSON(let column, _): column > bytes.count
    // The line ends within a character.
    case .notUTF8(let column):
      bytes.dropFirst(column - 1).allSatisfy { (0x80...0xF4).contains($0) }
    default: false
    }
  }

  /// The kinds of a browser's verdicts and selectors, for judges and readers.
  private static let verdicts = ["e", "snap", "obs", "names"]
  private static let reports = [
    TraceChange.format.kind, TraceImpression.format.kind, TraceExposure.format.kind,
  ]

  private mutating func text(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Problem) -> TraceLine? {
    // Some editors write a byte order mark.
    let start = lineNumber == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let last = bytes[start...].last(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
      return nil
    }
    if let offset = Self.firstInvalidUTF8(in: bytes) { throw .notUTF8(column: offset + 1) }
    var json = JSONScanner(bytes, from: start)
    let kind = try json.beginLine()
    if !hasMeta, kind != TraceMeta.format.kind { throw .missingMeta }
    guard let kind else { throw .missingKey("k", kind: "line") }
    if last == 0x7D,
      Self.verdicts.contains(kind) || skipsReports && Self.reports.contains(kind)
    {
      return nil
    }
    let line = try TraceLine(kind, &json)
    try json.end()
    switch line {
    case .meta where hasMeta: throw .repeatedMeta
    case .meta: hasMeta = true
    case nil: unknownLines += 1
    default: break
    }
    return line
  }

  /// Returns the offset of the first invalid UTF-8 byte, or `nil` if all bytes are valid.
  private static func firstInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
    var (index, rest) = (start, bytes[start...].makeIterator())
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): index += scalar.count
      case .emptyInput: return nil
      case .error: return index
      }
    }
  }
}

extension JSONScanner {
  /// Begins a line's object and returns its kind, if it has one. The key `k` remains to be skipped.
  mutating func beginLine() throws(Problem) -> String? {
    guard isNext(0x7B) else {
      try skipValue()
      throw .notAnObject
    }
    try beginObject()
    var rest = self
    while let key = try rest.nextKey() {
      if key == "k" { return try rest.string() }
      try rest.skipValue()
    }
    return nil
  }
}
