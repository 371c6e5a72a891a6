#if Log
/// A streaming JSON writer. Holds only the text.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func object(_ name: String? = nil, _ body: (inout JSONText) -> Void) {
    nested(name, "{", "}", body)
  }

  mutating func array(_ name: String, _ body: (inout JSONText) -> Void) {
    nested(name, "[", "]", body)
  }

  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      for byte in text.utf8 {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
        }
      }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Appends text that is already JSON.
  mutating func raw(_ json: String) {
    separate()
    bytes += json.utf8
    needsComma = true
  }

  /// Ends a line of newline-delimited JSON.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func nested(
    _ name: String?, _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    _ body: (inout JSONText) -> Void
  ) {
    if let name { key(name) }
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }
}
#endif
