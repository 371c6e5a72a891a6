import Foundation

/// Splits a file, pipe or byte array into lines, using a single buffer.
///
/// The buffer grows only as the longest line requires, so a trace of any length is read in constant
/// memory. Invariant: `start ≤ searched ≤ buffer.count`.
struct LineSource: ~Copyable {
  /// The size of one read. Larger sizes gain nothing on Linux or Darwin.
  static let chunkSize = 256 << 10

  /// Whether the input ended after the last line without a line feed.
  private(set) var isCut = false

  private let descriptor: Int32?
  private let chunkSize: Int
  private let maximumLineLength: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0

  /// Opens a file, or standard input for `nil`.
  init(
    path: String?, maximumLineLength: Int, chunkSize: Int = LineSource.chunkSize
  ) throws(Problem) {
    self.chunkSize = chunkSize
    self.maximumLineLength = maximumLineLength
    guard let path else {
      descriptor = 0
      return
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    descriptor = file
    if file < 0 {
      throw errno == ENOENT || errno == ENOTDIR ? .noSuchFile : .unreadable(systemReason())
    }
  }

  init(bytes: [UInt8], maximumLineLength: Int) {
    descriptor = nil
    chunkSize = 0
    self.maximumLineLength = maximumLineLength
    buffer = bytes
  }

  deinit { if let descriptor, descriptor > 0 { close(descriptor) } }

  /// The number of bytes in the buffer.
  var count: Int { buffer.count }

  /// Returns the next line without its line feed, or `nil` at the end.
  mutating func next() throws(Problem) -> ArraySlice<UInt8>? {
    if isCut { return nil }
    while true {
      let lineFeed = buffer[searched...].firstIndex(of: 0x0A)
      searched = lineFeed ?? buffer.count
      if searched - start > maximumLineLength { throw .lineTooLong(limit: maximumLineLength) }
      if lineFeed == nil {
        if try fill() { continue }
        if start == searched { return nil }
        isCut = true
      }
      let line = buffer[start..<searched]
      searched += 1
      start = searched
      return line
    }
  }

  /// Drops the bytes of earlier lines and reads once. Returns `false` at the end of the input.
  private mutating func fill() throws(Problem) -> Bool {
    guard let descriptor else { return false }
    buffer.removeFirst(start)
    (start, searched) = (0, buffer.count)
    var count = 0
    buffer += [UInt8](unsafeUninitializedCapacity: chunkSize) { bytes, filled in
      count = completed(descriptor, POLLIN) { read(descriptor, bytes.baseAddress, bytes.count) }
      filled = max(0, count)
    }
    guard count >= 0 else { throw errno == EISDIR ? .isDirectory : .unreadable(systemReason()) }
    return count > 0
  }
}

/// Repeats a system call while signals interrupt it, or until the descriptor is ready: another
/// process sharing standard input or output may have made it non-blocking.
@_spi(Tools) public func completed(_ descriptor: Int32, _ event: Int32, _ call: () -> Int) -> Int {
  while true {
    let count = call()
    if count >= 0 || errno != EINTR && errno != EAGAIN { return count }
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    if errno == EAGAIN { _ = poll(&request, 1, -1) }
  }
}

func systemReason() -> String { String(cString: strerror(errno)) }
