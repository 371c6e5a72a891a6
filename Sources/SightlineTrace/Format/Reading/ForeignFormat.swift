/// The format of a file that isn't a trace, detected from its first bytes.
enum ForeignFormat: Hashable, Sendable, CaseIterable {
  case gzip, zip, bzip2, zstandard, xz, lz4, utf16, utf32
  /// Not text, and not any of these.
  case binary

  /// The name with an article, for errors.
  var name: String { facts.name }

  /// The command that unpacks the file to standard output, without the file name; `nil` if unknown.
  var unpackingCommand: String? { facts.command }

  private var facts: (name: String, command: String?) {
    switch self {
    case .gzip: ("a gzip file", "gzip -dc")
    case .zip: ("a ZIP archive", "funzip")
    case .bzip2: ("a bzip2 file", "bzip2 -dc")
    case .zstandard: ("a Zstandard file", "zstd -dc")
    case .xz: ("an xz file", "xz -dc")
    case .lz4: ("an LZ4 file", "lz4 -dc")
    case .utf16: ("text in UTF-16", "iconv -f UTF-16 -t UTF-8")
    case .utf32: ("text in UTF-32", "iconv -f UTF-32 -t UTF-8")
    case .binary: ("a binary file", nil)
    }
  }

  /// Whether the file is text in another encoding.
  var isText: Bool { self == .utf16 || self == .utf32 }

  /// Signatures at the beginning of a file. Signatures that extend another come before it. Sources:
  /// RFC 1952 (gzip), RFC 8878 (Zstandard), PKWARE's APPNOTE (ZIP), the frame formats of bzip2, xz
  /// and LZ4, and the byte order marks of Unicode.
  private static let marks: [(bytes: [UInt8], format: ForeignFormat)] = [
    ([0x1F, 0x8B], .gzip), ([0x50, 0x4B, 0x03, 0x04], .zip), ([0x50, 0x4B, 0x05, 0x06], .zip),
    ([0x42, 0x5A, 0x68], .bzip2), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz), ([0x04, 0x22, 0x4D, 0x18], .lz4),
    ([0xFF, 0xFE, 0x00, 0x00], .utf32), ([0x00, 0x00, 0xFE, 0xFF], .utf32),
    ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
  ]

  /// The number of bytes examined.
  private static let examined = 512

  /// Detects the format from the first line, or returns `nil` if it may be UTF-8 text.
  init?(firstLine: UnsafeBufferPointer<UInt8>) {
    let start = firstLine.prefix(ForeignFormat.examined)
    if let mark = ForeignFormat.marks.first(where: { start.starts(with: $0.bytes) }) {
      self = mark.format
      return
    }
    // Without a byte order mark, ASCII text in UTF-16 has a zero in every other byte.
    if start.contains(0) {
      let parities = Set(start.indices.filter { start[$0] == 0 }.map { $0 % 2 })
      let others = Set(start.indices.filter { start[$0] != 0 }.map { $0 % 2 })
      self =
        parities.count == 1 && !others.isEmpty && parities.isDisjoint(with: others)
        ? .utf16 : .binary
      return
    }
    guard start.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }) else {
      return nil
    }
    self = .binary
  }
}
