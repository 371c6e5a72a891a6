/// Encodes lines of a trace, each as one JSON object with keys in a fixed order.
struct LineEncoder {
  private(set) var bytes: [UInt8] = []
  /// Whether the innermost array or object is still empty.
  private var isFirst = true

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a line and a line feed.
  mutating func append<Line: TraceRecord>(_ line: Line) {
    object {
      $0.pair("k", Line.format.kind, .text)
      Line.format.write(line, to: &$0)
    }
    raw("\n")
  }

  mutating func object(_ body: (inout LineEncoder) -> Void) { wrapped("{", "}", body) }

  private mutating func wrapped(
    _ open: String, _ close: String, _ body: (inout LineEncoder) -> Void
  ) {
    raw(open)
    isFirst = true
    body(&self)
    isFirst = false
    raw(close)
  }

  mutating func array<Elements: Sequence>(
    _ elements: Elements, _ body: (Elements.Element, inout LineEncoder) -> Void
  ) {
    wrapped("[", "]") {
      for element in elements {
        $0.separate()
        body(element, &$0)
      }
    }
  }

  private mutating func separate() {
    if !isFirst { raw(",") }
    isFirst = false
  }

  mutating func key(_ name: String) {
    separate()
    raw("\"\(name)\":")
  }

  mutating func pair<Value>(_ name: String, _ value: Value, _ form: ValueForm<Value>) {
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
    raw("\"")
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x00..<0x20: raw("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
      default: bytes.append(byte)
      }
    }
    raw("\"")
  }
}
