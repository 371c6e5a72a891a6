import CZlib
import Foundation

/// Compresses bytes as gzip, which every browser decompresses.
enum GzipEncoder {
  private static let level: Int32 = 9
  /// The largest window, with a gzip header.
  private static let windowBits: Int32 = 15 + 16
  /// zlib counts in 32 bits.
  private static let most = 1 << 30

  /// Compresses the concatenation of parts.
  static func compress(_ parts: [[UInt8]]) -> Data {
    var (stream, packed) = (z_stream(), Data())
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // zlib keeps the address of its stream.
    withUnsafeMutablePointer(to: &stream) { stream in
      let status = CZlib_deflateInit(stream, level, windowBits)
      precondition(status == Z_OK, "zlib has no memory: \(status)")
      defer { deflateEnd(stream) }
      func take(_ bytes: ArraySlice<UInt8>, _ flush: Int32) {
        bytes.withUnsafeBufferPointer { bytes in
          stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
          stream.pointee.avail_in = UInt32(bytes.count)
          repeat {
            let count = buffer.withUnsafeMutableBufferPointer { room in
              stream.pointee.next_out = room.baseAddress
              stream.pointee.avail_out = UInt32(room.count)
              deflate(stream, flush)
              return room.count - Int(stream.pointee.avail_out)
            }
            packed += buffer[..<count]
          } while stream.pointee.avail_out == 0
        }
      }
      for part in parts {
        for start in stride(from: 0, to: part.count, by: most) {
          take(part[start...].prefix(most), Z_NO_FLUSH)
        }
      }
      take([], Z_FINISH)
    }
    return packed
  }
}
