/// Encodes lines of a trace, each as one JSON object with keys in a fixed order.
struct LineEncoder {
  private(set) var bytes: [UInt8] = []
  /// Whether the innermost array or object is still empty.
  private var isFirst = true

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a line and a line feed.
  mutating func append<Line: TraceRecord>(_ line: Line) {
    object {
      $0.key("k")
      $0.string("\(Line.kind)")
      line.write(to: &$0)
    }
    bytes.append(0x0A)
  }

  mutating func object(_ body: (inout LineEncoder) -> Void) { wrapped(0x7B, 0x7D, body) }

  mutating func array(_ body: (inout LineEncoder) -> Void) { wrapped(0x5B, 0x5D, body) }

  private mutating func wrapped(_ open: UInt8, _ close: UInt8, _ body: (inout LineEncoder) -> Void)
  {
    bytes.append(open)
    isFirst = true
    body(&self)
    isFirst = false
    bytes.append(close)
  }

  /// Writes the comma before an array element.
  mutating func element() {
    if !isFirst { bytes.append(0x2C) }
    isFirst = false
  }

  mutating func key(_ name: StaticString) {
    element()
    bytes.append(0x22)
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes.append(0x22)
    bytes.append(0x3A)
  }

  mutating func pair<Value>(_ name: StaticString, _ value: Value, _ form: ValueForm<Value>) {
    key(name)
    form.write(value, &self)
  }

  mutating func raw(_ text: String) { bytes += text.utf8 }

  /// Writes the shortest number that parses as an equal value, without a point if whole; non-finite
  /// numbers are written as `null`.
  mutating func number(_ value: Double) { raw(value.isFinite ? LineEncoder.text(value) : "null") }

  static func text(_ value: Double) -> String {
    // Up to 2^53, an integer's digits are the shortest text.
    if value == value.rounded(), abs(value) <= 9_007_199_254_740_992 { return "\(Int64(value))" }
    return value.description
  }

  mutating func string(_ text: String) {
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
