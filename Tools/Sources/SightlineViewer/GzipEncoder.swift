import CZlib
import Foundation

/// Compresses bytes as gzip, which every browser decompresses.
enum GzipEncoder {
  private static let level: Int32 = 9
  /// The largest window, with a gzip header.
  private static let windowBits: Int32 = 15 + 16

  /// Compresses the concatenation of parts.
  ///
  /// - Precondition: they have less than 4 GiB, because zlib counts in 32 bits.
  static func compress(_ parts: [[UInt8]]) -> Data {
    var (stream, bytes) = (z_stream(), Array(parts.joined()))
    // zlib keeps the address of its stream.
    return withUnsafeMutablePointer(to: &stream) { stream in
      let status = CZlib_deflateInit(stream, level, windowBits)
      precondition(status == Z_OK, "zlib has no memory: \(status)")
      defer { deflateEnd(stream) }
      var packed = [UInt8](repeating: 0, count: Int(deflateBound(stream, UInt(bytes.count))))
      bytes.withUnsafeMutableBufferPointer { bytes in
        packed.withUnsafeMutableBufferPointer { packed in
          stream.pointee.next_in = bytes.baseAddress
          stream.pointee.avail_in = UInt32(bytes.count)
          stream.pointee.next_out = packed.baseAddress
          stream.pointee.avail_out = UInt32(packed.count)
          deflate(stream, Z_FINISH)
        }
      }
      return Data(packed.prefix(Int(stream.pointee.total_out)))
    }
  }
}
