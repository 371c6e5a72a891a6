import SightlineTestSupport
import Testing

@testable import SightlineTrace

@Suite struct JSONScannerTests {
  private func scan<Value>(
    _ text: String, _ body: (inout JSONScanner) throws(TraceError.Problem) -> Value
  ) throws(TraceError.Problem) -> Value {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(TraceError.Problem) in
      var json = JSONScanner(bytes)
      let value = try body(&json)
      try json.end()
      return value
    }
  }

  private func double(_ text: String) throws -> Double {
    try scan(text) { (json) throws(TraceError.Problem) in try json.double(JSONKey("x")) }
  }

  private func integer(_ text: String) throws -> Int64 {
    try scan(text) { (json) throws(TraceError.Problem) in
      try json.integer(JSONKey("x"), in: Int64.min...Int64.max)
    }
  }

  private func string(_ text: String) throws -> String {
    try scan(text) { (json) throws(TraceError.Problem) in try json.string(JSONKey("x")) }
  }

  private func isJSON(_ text: String) -> Bool {
    (try? scan(text) { (json) throws(TraceError.Problem) in _ = try json.skipValue() }) != nil
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "0.5", "16.75", "1e3", "1E+3", "1.5e-7", "0.05000000074505806",
    "9007199254740993", "123456789012345678901234567890", "1e22", "1e23", "4.9e-324", "1e-400",
    "1.7976931348623157e308", "2.2250738585072011e-308", "0.1", "0.30000000000000004",
    "179769313486231570000000000000000000000e270", "0.000000000000000000000000000001e30",
  ])
  func `numbers match the standard library's`(_ text: String) throws {
    #expect(try double(text) == Double(text))
  }

  @Test func `random numbers round-trip exactly`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(try double(LineEncoder.text(value)) == value)
      let short = (Double.random(in: -1e4...1e4, using: &random) * 64).rounded() / 64
      #expect(try double(LineEncoder.text(short)) == short)
    }
  }

  @Test(arguments: ["1e999", "-1e999", "1e99999999999999999999", "9e308"])
  func `overflowing numbers are errors`(_ text: String) {
    #expect(throws: TraceError.Problem.outOfRange(key: "x", expected: "a finite number")) {
      try double(text)
    }
  }

  @Test(arguments: [
    "01", "-", "+1", ".5", "5.", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity", "-Infinity",
    "00", "-01", "1.e3",
  ])
  func `malformed numbers are errors`(_ text: String) {
    #expect(throws: TraceError.Problem.self) { try double(text) }
    #expect(!isJSON(text))
  }

  @Test func `integers are exact`() throws {
    #expect(try integer("9223372036854775807") == .max)
    #expect(try integer("-9223372036854775808") == .min)
    #expect(try integer("5.0") == 5)
    #expect(try integer("12e2") == 1200)
    #expect(try integer("-0") == 0)
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "1e30", "18446744073709551616",
    "99999999999999999999999", "9.3e18",
  ])
  func `integers out of range are errors`(_ text: String) {
    let range = "an integer in -9223372036854775808...9223372036854775807"
    #expect(throws: TraceError.Problem.outOfRange(key: "x", expected: range)) {
      try integer(text)
    }
  }

  @Test func `fractions are not integers`() {
    #expect(throws: TraceError.Problem.wrongType(key: "x", expected: "an integer")) {
      try integer("1.5")
    }
  }

  @Test func `strings are unescaped`() throws {
    #expect(try string(#""plain""#) == "plain")
    #expect(try string(#""\"\\\/\b\f\n\r\t""#) == "\"\\/\u{8}\u{C}\n\r\t")
    #expect(try string(#""\u00e9\uD83D\uDE00 é😀""#) == "é😀 é😀")
    #expect(try string(#""""#) == "")
  }

  @Test(arguments: [
    #""\uD83D""#, #""\uDE00""#, #""\uD83Dx""#, #""\uD83DA""#, #""\x""#, #""\u12g4""#, "\"a",
    "\"a\u{1}\"", "\"\\", #""\uD83D\n""#,
  ])
  func `broken strings are errors`(_ text: String) {
    #expect(throws: TraceError.Problem.self) { try string(text) }
  }

  @Test(arguments: [
    "{}", "[]", " { \"a\" : [ 1 , {\"b\":null} ] , \"c\":true } ", "\"x\"", "false", "-1.5e3",
  ])
  func `JSON is accepted`(_ text: String) { #expect(isJSON(text)) }

  @Test(arguments: [
    "", "{", "[", "{]", "[}", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "[1,]", "[,1]", "[1 2]",
    "{,}", "tru", "nul", "True", "{} {}", "]", "'x'", "{\"a\":1 \"b\":2}", "[1,,2]", "\u{0}",
  ])
  func `invalid JSON is an error`(_ text: String) { #expect(!isJSON(text)) }

  @Test func `depth is limited`() {
    let limit = JSONScanner.maximumDepth
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(isJSON(deepest))
    #expect(!isJSON("[" + deepest + "]"))
    #expect(!isJSON(String(repeating: "{\"a\":[", count: 100_000)))
  }

  @Test func `columns count from one`() {
    #expect(throws: TraceError.Problem.notJSON(column: 6, expected: "a value")) {
      try scan("[1, 2") { (json) throws(TraceError.Problem) in
        try json.beginArray(.none)
        _ = try json.nextElement()
        try json.skipValue()
        _ = try json.nextElement()
        try json.skipValue()
        try json.skipValue()
      }
    }
  }

  @Test func `invalid UTF-8 is detected`() {
    func first(_ bytes: [UInt8]) -> Int? {
      bytes.withUnsafeBufferPointer { JSONScanner.firstInvalidUTF8(in: $0) }
    }
    #expect(first(Array("plain ASCII, long enough".utf8)) == nil)
    #expect(first(Array("0123456é89 😀".utf8)) == nil)
    #expect(first([]) == nil)
    #expect(first(Array("0123456789".utf8) + [0xFF]) == 10)
    #expect(first([0x61, 0xC3]) == 1)
    #expect(first([0xC0, 0x80]) == 0)
    #expect(first([0x61, 0xED, 0xA0, 0x80]) == 1)
  }

  @Test func `text is escaped`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let text = String(
        String.UnicodeScalarView(
          (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x300, using: &random)) }))
      var encoder = LineEncoder()
      encoder.string(text)
      #expect(try string(String(decoding: encoder.bytes, as: UTF8.self)) == text)
    }
  }
}
