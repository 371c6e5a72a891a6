import CZlib
import Foundation

enum GzipDecoder {
  /// The largest window, plus 16 for gzip's header.
  private static let windowBits: Int32 = 15 + 16
  private static let chunk = 1 << 16

  /// Returns the content of gzip data, or `nil` if it is malformed, incomplete, or larger than
  /// `limit` bytes.
  static func decompress(_ data: Data, limit: Int) -> Data? {
    var stream = z_stream()
    guard CZlib_inflateInit(&stream, windowBits) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var (input, content) = (Array(data), Data())
    var output = [UInt8](repeating: 0, count: chunk)
    return input.withUnsafeMutableBufferPointer { input in
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
      while true {
        let (status, count) = output.withUnsafeMutableBufferPointer { output in
          (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, output.count - Int(stream.avail_out))
        }
        content += output[..<count]
        if status == Z_STREAM_END { return content }
        guard status == Z_OK, count > 0 || stream.avail_in > 0, content.count <= limit else {
          return nil
        }
      }
    }
  }
}
