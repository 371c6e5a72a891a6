/// How values are written as JSON.
enum JSONText {
  /// The shortest text that gives the number back; whole numbers without a point.
  static func number(_ value: Double) -> String {
    // Up to 2^53 an integer's digits are the shortest text.
    if value == value.rounded(), abs(value) <= 9_007_199_254_740_992 { return "\(Int64(value))" }
    return value.description
  }

  /// Appends a string in quotes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x00..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }
}
