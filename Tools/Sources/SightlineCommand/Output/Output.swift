import Foundation
@_spi(Tools) import SightlineTrace

/// Buffered standard output or a file. If its reader goes away, the process ends silently.
struct Output: ~Copyable {
  private static let bufferSize = 1 << 16

  private var buffer: [UInt8] = []
  private let file: String?
  /// `nil` until the file is needed, so a command that fails earlier leaves an existing file
  /// unchanged.
  private var descriptor: Int32?

  /// - Parameter file: the output file; standard output if `nil`.
  /// - Throws: a ``Failure`` if standard output is closed. This is checked before any trace is
  ///   opened, because the system would reuse its descriptor for that file.
  init(_ file: String? = nil) throws {
    self.file = file
    descriptor = file == nil ? 1 : nil
    if file == nil && fcntl(1, F_GETFD) < 0 { throw failure(errno) }
    // Makes `write` return an error if the reader has gone, or the file would exceed its limit,
    // instead of ending the process.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    buffer.reserveCapacity(Output.bufferSize)
  }

  deinit { if file != nil, let descriptor { close(descriptor) } }

  var isEmpty: Bool { buffer.isEmpty }

  mutating func line(_ text: String) throws { try bytes("\(text)\n".utf8) }

  /// Appends a JSON object as a line.
  mutating func json(_ record: JSONRecord) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try bytes(encoder.encode(record))
    try bytes("\n".utf8)
  }

  mutating func bytes(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.bufferSize { try flush() }
  }

  mutating func flush() throws {
    // Nothing is written twice after an error.
    defer { buffer.removeAll(keepingCapacity: true) }
    let descriptor = try opened()
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        completed(descriptor, POLLOUT) { write(descriptor, bytes.baseAddress, bytes.count) }
      }
      if count < 0 { throw errno == EPIPE ? Failure.closedPipe : failure(errno) }
      rest = rest.dropFirst(count)
    }
  }

  private mutating func opened() throws -> Int32 {
    if let descriptor { return descriptor }
    let opened = open(file ?? "", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if opened < 0 { throw failure(errno) }
    descriptor = opened
    return opened
  }

  private func failure(_ number: Int32) -> Failure {
    .unwritable(file ?? "standard output", number)
  }
}
