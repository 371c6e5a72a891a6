import Foundation
import SightlineTrace

/// Buffered standard output. If its reader goes away, the process ends quietly.
struct Output: ~Copyable {
  private static let bufferSize = 1 << 16

  private var buffer: [UInt8] = []

  /// - Throws: a ``Failure`` if standard output is closed. Checked before any trace is opened,
  ///   since the system would give its number to that file.
  init() throws {
    if fcntl(1, F_GETFD) < 0 { throw Failure.unwritable(errno) }
    // A reader that has gone becomes an error of `write` and does not end the process.
    signal(SIGPIPE, SIG_IGN)
    buffer.reserveCapacity(Output.bufferSize)
  }

  mutating func line(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Output.bufferSize { try flush() }
  }

  /// One JSON object a line.
  mutating func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    buffer.append(contentsOf: try encoder.encode(value))
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Output.bufferSize { try flush() }
  }

  /// Writes out the buffer.
  mutating func flush() throws {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw errno == EPIPE ? Failure.closedPipe : Failure.unwritable(errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
