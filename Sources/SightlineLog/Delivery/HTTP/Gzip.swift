#if Log
internal import Foundation

/// Compresses request bodies using the system's libraries.
///
/// On Apple platforms, Foundation compresses. Elsewhere, zlib is loaded at the first compression;
/// libcurl, which Foundation's networking uses there, depends on it. The build thus needs no
/// package or header; without zlib, bodies are sent uncompressed.
enum Gzip {
  /// Returns data in the format of RFC 1952, or `nil` if it cannot be compressed.
  static func compress(_ data: Data) -> Data? {
    guard let deflated = deflate(data) else { return nil }
    // No name, time or flags; unknown operating system.
    var result = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
    result += deflated
    for word in [checksum(data), UInt32(truncatingIfNeeded: data.count)] {
      withUnsafeBytes(of: word.littleEndian) { result += $0 }
    }
    return result
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1
    }
  }

  /// Returns the CRC-32 of RFC 1952.
  static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
  }

  #if canImport(Darwin)
  /// Foundation's `.zlib` is raw deflate (RFC 1951).
  private static func deflate(_ data: Data) -> Data? {
    try? (data as NSData).compressed(using: .zlib) as Data
  }
  #else
  private typealias Compress =
    @convention(c) (
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt
    ) -> Int32

  private typealias Bound = @convention(c) (UInt) -> UInt

  private static let functions: (compress: Compress, bound: Bound)? = {
    guard let library = dlopen("libz.so.1", RTLD_NOW), let compress = dlsym(library, "compress"),
      let bound = dlsym(library, "compressBound")
    else { return nil }
    return (unsafeBitCast(compress, to: Compress.self), unsafeBitCast(bound, to: Bound.self))
  }()

  /// zlib's format is raw deflate between a 2-byte header and a 4-byte checksum.
  private static func deflate(_ data: Data) -> Data? {
    guard let functions else { return nil }
    var size = functions.bound(UInt(data.count))
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let status = functions.compress(&bytes, &size, Array(data), UInt(data.count))
    return status == 0 ? Data(bytes[2..<(Int(size) - 4)]) : nil
  }
  #endif
}
#endif
