import CZlib

/// Compresses bytes as gzip, which every browser decompresses.
final class GzipEncoder {
  // zlib keeps the address of its stream.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  private static let level: Int32 = 9
  /// The largest window, with a gzip header.
  private static let windowBits: Int32 = 15 + 16

  init() {
    stream.initialize(to: z_stream())
    let status = CZlib_deflateInit(stream, Self.level, Self.windowBits)
    precondition(status == Z_OK, "zlib has no memory: \(status)")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses bytes and passes on the output so far.
  func take(_ bytes: [UInt8], _ output: (ArraySlice<UInt8>) throws -> Void) rethrows {
    try run(bytes, Z_NO_FLUSH, output)
  }

  /// Passes on the remaining output.
  func finish(_ output: (ArraySlice<UInt8>) throws -> Void) rethrows {
    try run([], Z_FINISH, output)
  }

  private func run(
    _ bytes: [UInt8], _ flush: Int32, _ output: (ArraySlice<UInt8>) throws -> Void
  ) rethrows {
    // zlib counts in 32 bits.
    let most = 1 << 30
    var start = 0
    repeat {
      let end = min(bytes.count, start + most)
      try bytes[start..<end].withUnsafeBufferPointer { part in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: part.baseAddress)
        stream.pointee.avail_in = UInt32(part.count)
        repeat {
          let count = buffer.withUnsafeMutableBufferPointer { room in
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = UInt32(room.count)
            deflate(stream, flush)
            return room.count - Int(stream.pointee.avail_out)
          }
          try output(buffer[..<count])
        } while stream.pointee.avail_out == 0
      }
      start = end
    } while start < bytes.count
  }
}
