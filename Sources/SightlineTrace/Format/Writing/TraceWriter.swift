import Foundation

/// A buffered line-by-line writer of traces.
///
/// Releasing an unfinished writer closes its file but discards the buffered lines, because an error
/// could not be reported.
struct TraceWriter: ~Copyable {
  /// The number of buffered bytes that triggers a write.
  static let bufferSize = 64 << 10

  /// The file's name in errors.
  let file: String
  private(set) var lineCount = 0

  private var descriptor: Int32
  private var encoder = LineEncoder()

  /// Creates or truncates a file. A file has one writer at a time.
  init(path: String) throws(TraceError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    var reason = descriptor < 0 ? systemReason() : nil
    var status = stat()
    if reason == nil, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // Two writers would overwrite each other's lines. The lock ends with the descriptor.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        reason = "another recording is writing it"
      } else if ftruncate(descriptor, 0) != 0 {
        reason = systemReason()
        close(descriptor)
      }
    }
    if let reason { throw TraceError(file: path, line: 0, problem: .unwritable(reason)) }
    file = path
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes a line.
  ///
  /// Non-finite node geometry is written as `null`, and read as NaN.
  ///
  /// - Precondition: ``finish()`` was not called.
  /// - Throws: a ``TraceError`` if the system rejects the bytes. Its line is the last one passed.
  mutating func write(_ line: some TraceRecord) throws(TraceError) {
    precondition(descriptor >= 0, "a trace's writer was finished before this line")
    encoder.append(line)
    lineCount += 1
    if encoder.bytes.count >= TraceWriter.bufferSize { try flush() }
  }

  mutating func flush() throws(TraceError) {
    var rest = encoder.bytes[...]
    defer { encoder.removeAll() }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        completed(descriptor, POLLOUT) {
          Foundation.write(descriptor, bytes.baseAddress, bytes.count)
        }
      }
      if count < 0 {
        throw TraceError(file: file, line: lineCount, problem: .unwritable(systemReason()))
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes out the remaining bytes and closes the file. Further calls do nothing.
  mutating func finish() throws(TraceError) {
    guard descriptor >= 0 else { return }
    try flush()
    let open = descriptor
    descriptor = -1
    // Network file systems may report a full disk only now.
    if close(open) != 0, errno != EINTR {
      throw TraceError(file: file, line: lineCount, problem: .unwritable(systemReason()))
    }
  }
}
