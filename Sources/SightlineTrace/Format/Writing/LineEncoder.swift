import SightlineCore

/// Writes lines of a trace as bytes: one JSON object each, keys always in the same order.
struct LineEncoder {
  private(set) var bytes: [UInt8] = []
  /// Whether the innermost array or object has no value yet.
  private var isFirst = true

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a line and its line feed.
  mutating func append(_ line: TraceLine) {
    object {
      $0.field("k", line.kind)
      $0.content(line)
    }
    bytes.append(0x0A)
  }

  // Building blocks.

  mutating func object(_ body: (inout LineEncoder) -> Void) {
    wrapped(0x7B, 0x7D, body)
  }

  mutating func array(_ body: (inout LineEncoder) -> Void) {
    wrapped(0x5B, 0x5D, body)
  }

  private mutating func wrapped(_ open: UInt8, _ close: UInt8, _ body: (inout LineEncoder) -> Void)
  {
    bytes.append(open)
    isFirst = true
    body(&self)
    isFirst = false
    bytes.append(close)
  }

  /// Puts the comma before an element of an array.
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

  mutating func raw(_ text: String) { bytes += text.utf8 }

  /// Writes a number; one that is not finite as `null`.
  mutating func number(_ value: Double) {
    raw(value.isFinite ? JSONText.number(value) : "null")
  }

  mutating func field(_ name: StaticString, _ value: String) {
    key(name)
    JSONText.append(value, to: &bytes)
  }

  mutating func field(_ name: StaticString, code: StaticString) {
    key(name)
    JSONText.append("\(code)", to: &bytes)
  }

  mutating func field<Value: BinaryInteger>(_ name: StaticString, _ value: Value) {
    key(name)
    raw("\(value)")
  }

  mutating func field(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    raw(value ? "true" : "false")
  }

  mutating func flag(_ name: StaticString, _ value: Bool) {
    if value { field(name, true) }
  }

  mutating func null(_ name: StaticString) {
    key(name)
    raw("null")
  }

  mutating func field(_ name: StaticString, numbers: [Double]) {
    key(name)
    self.numbers(numbers)
  }

  mutating func numbers(_ numbers: [Double]) {
    array {
      for number in numbers {
        $0.element()
        $0.number(number)
      }
    }
  }

  mutating func field(_ name: StaticString, ids: [Int]) {
    key(name)
    array {
      for id in ids {
        $0.element()
        $0.raw("\(id)")
      }
    }
  }

  mutating func field(_ name: StaticString, _ rect: LayoutRect) {
    field(name, numbers: [rect.minX, rect.minY, rect.width, rect.height])
  }

  mutating func field(_ name: StaticString, _ point: LayoutPoint) {
    field(name, numbers: [point.x, point.y])
  }

  mutating func field(_ name: StaticString, _ t: LayoutTransform) {
    field(name, numbers: [t.a, t.b, t.c, t.d, t.tx, t.ty])
  }

  /// Writes insets in the order top, right, bottom, left.
  mutating func field(_ name: StaticString, _ insets: LayoutInsets) {
    field(name, numbers: [insets.top, insets.right, insets.bottom, insets.left])
  }

  mutating func field(_ name: StaticString, optional rect: LayoutRect?) {
    if let rect { field(name, rect) } else { null(name) }
  }
}
