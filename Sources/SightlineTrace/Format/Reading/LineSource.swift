import Foundation

/// Splits a file, pipe or byte array into lines, using a single buffer.
///
/// The buffer grows only as far as the longest line requires, so a trace of any length is read in
/// constant memory. Invariant: `start ≤ searched ≤ end ≤ buffer.count`.
struct LineSource: ~Copyable {
  /// The size of one read. Larger sizes gain nothing on Linux or Darwin.
  static let chunkSize = 256 << 10

  private let descriptor: Int32?
  private let closesDescriptor: Bool
  private let chunkSize: Int
  private let maximumLineLength: Int
  private var buffer: [UInt8]
  private var start = 0
  private var searched = 0
  private var end = 0
  private var isAtEnd = false

  /// A line, without its line feed.
  struct Line {
    var range: Range<Int>
    /// Whether the input ended here without a line feed.
    var isCut: Bool
  }

  init(
    path: String, maximumLineLength: Int, chunkSize: Int = LineSource.chunkSize
  ) throws(Problem) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .noSuchFile : .unreadable(systemReason())
    }
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(file)
      throw .isDirectory
    }
    self.init(
      descriptor: file, closes: true, maximumLineLength: maximumLineLength, chunkSize: chunkSize)
  }

  init(
    descriptor: Int32, closes: Bool, maximumLineLength: Int, chunkSize: Int = LineSource.chunkSize
  ) {
    self.descriptor = descriptor
    closesDescriptor = closes
    self.chunkSize = chunkSize
    self.maximumLineLength = maximumLineLength
    buffer = []
  }

  init(bytes: [UInt8], maximumLineLength: Int) {
    descriptor = nil
    closesDescriptor = false
    chunkSize = 0
    self.maximumLineLength = maximumLineLength
    buffer = bytes
    end = bytes.count
    isAtEnd = true
  }

  deinit { if closesDescriptor, let descriptor { close(descriptor) } }

  /// The size of the buffer in bytes.
  var capacity: Int { buffer.count }

  /// Returns the next line, or `nil` at the end. Its range is valid until the next call.
  mutating func next() throws(Problem) -> Line? {
    while true {
      if let length = lengthToLineFeed() {
        if length > maximumLineLength { throw .lineTooLong(limit: maximumLineLength) }
        let range = start..<start + length
        start = range.upperBound + 1
        searched = start
        return Line(range: range, isCut: false)
      }
      if end - start > maximumLineLength { throw .lineTooLong(limit: maximumLineLength) }
      if isAtEnd {
        guard start < end else { return nil }
        let range = start..<end
        start = end
        searched = end
        return Line(range: range, isCut: true)
      }
      try fill()
    }
  }

  func withBytes<Result>(
    of line: Line, _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try buffer.withUnsafeBufferPointer { (bytes) throws(Problem) in
      try body(UnsafeBufferPointer(rebasing: bytes[line.range]))
    }
  }

  private mutating func lengthToLineFeed() -> Int? {
    let found: Int? = buffer.withUnsafeBytes { bytes in
      guard searched < end, let base = bytes.baseAddress else { return nil }
      guard let place = memchr(base + searched, 0x0A, end - searched) else { return nil }
      return UnsafeRawPointer(place) - base
    }
    if found == nil { searched = end }
    return found.map { $0 - start }
  }

  /// Moves the remaining bytes to the front, makes room and reads once.
  private mutating func fill() throws(Problem) {
    guard let descriptor else { return }
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        _ = memmove(base, base + start, end - start)
      }
      end -= start
      searched -= start
      start = 0
    }
    if buffer.count - end < chunkSize {
      // Double the buffer, up to the size needed for the longest line and the next read.
      let most = maximumLineLength + 2 * chunkSize - buffer.count
      let room = max(chunkSize, min(max(buffer.count, 2 * chunkSize), most))
      buffer.reserveCapacity(buffer.count + room)
      buffer.append(contentsOf: repeatElement(0, count: room))
    }
    let count = buffer.withUnsafeMutableBytes { bytes in
      completed(descriptor, POLLIN) {
        read(descriptor, bytes.baseAddress.map { $0 + end }, chunkSize)
      }
    }
    guard count >= 0 else { throw errno == EISDIR ? .isDirectory : .unreadable(systemReason()) }
    if count == 0 { isAtEnd = true }
    end += count
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
