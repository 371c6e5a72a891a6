import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineTrace

@Suite struct JSONScannerTests {
  private func scan<Value>(
    _ text: some Sequence<UInt8>, _ body: (inout JSONScanner) throws(TraceError.Problem) -> Value
  ) throws(TraceError.Problem) -> Value {
    try Array(text).withUnsafeBufferPointer { (bytes) throws(TraceError.Problem) in
      var json = JSONScanner(bytes)
      let value = try body(&json)
      try json.end()
      return value
    }
  }

  private func double(_ text: String) throws(TraceError.Problem) -> Double {
    try scan(text.utf8) { (json) throws(TraceError.Problem) in try json.double() }
  }

  private func integer<Value: FixedWidthInteger>(
    _ text: String, as: Value.Type
  ) throws(TraceError.Problem) -> Value {
    try scan(text.utf8) { (json) throws(TraceError.Problem) in
      try json.integer(in: Value.min...Value.max)
    }
  }

  private func string(_ text: some Sequence<UInt8>) throws(TraceError.Problem) -> String {
    try scan(text) { (json) throws(TraceError.Problem) in try json.string() }
  }

  private func isJSON(_ text: String) -> Bool {
    (try? scan(text.utf8) { (json) throws(TraceError.Problem) in try json.skipValue() }) != nil
  }

  /// Calls a closure with every sequence of up to `count` parts.
  private func withEverySequence(of parts: [String], upTo count: Int, _ body: (String) -> Void) {
    var texts = [""]
    for _ in 0..<count {
      texts = texts.flatMap { text in parts.map { text + $0 } }
      texts.forEach(body)
    }
  }

  @Test func `every number of up to five characters follows the grammar`() throws {
    let grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    withEverySequence(of: ["0", "7", "-", "+", ".", "e"], upTo: 5) { text in
      let isNumber = text.wholeMatch(of: grammar) != nil
      #expect(isJSON(text) == isNumber, "\(text)")
      let value = isNumber ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
      #expect((try? double(text)) == value, "\(text)")
    }
  }

  @Test func `numbers read back as written`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(try double(LineEncoder.text(value)) == value)
      let short = (Double.random(in: -1e4...1e4, using: &random) * 64).rounded() / 64
      #expect(try double(LineEncoder.text(short)) == short)
    }
  }

  @Test(arguments: ["1e999", "-1e999", "1e99999999999999999999", "9e308"])
  func `overflowing numbers are errors`(_ text: String) {
    #expect(throws: TraceError.Problem.outOfRange(key: "", expected: "a finite number")) {
      try double(text)
    }
  }

  @Test func `integers are exact up to the ends of each type`() {
    for number in -300...300 {
      for text in ["\(number)", "\(number).0", "\(number)e0", "\(10 * number)e-1"] {
        #expect((try? integer(text, as: Int8.self)) == Int8(exactly: number))
        #expect((try? integer(text, as: UInt8.self)) == UInt8(exactly: number))
      }
    }
    for (text, value) in [
      ("18446744073709551615", UInt64.max), ("18446744073709551616", nil), ("-0", 0), ("-1", nil),
      ("9223372036854775808", 1 << 63), ("1e19", nil), ("0.5", nil),
      // With a point or exponent, integers are exact up to 2^53.
      ("9007199254740992.0", 1 << 53), ("9007199254740994.0", nil),
    ] {
      #expect((try? integer(text, as: UInt64.self)) == value, "\(text)")
    }
    for (text, value) in [
      ("-9223372036854775808", Int64.min), ("-9223372036854775809", nil),
      ("9223372036854775807", .max), ("9223372036854775808", nil),
    ] {
      #expect((try? integer(text, as: Int64.self)) == value, "\(text)")
    }
    let range = "an integer in -128...127"
    #expect(throws: TraceError.Problem.outOfRange(key: "", expected: range)) {
      try integer("128", as: Int8.self)
    }
    #expect(throws: TraceError.Problem.wrongType(key: "", expected: "an integer")) {
      try integer("1.5", as: Int8.self)
    }
  }

  @Test func `strings are unescaped`() throws {
    #expect(try string(#""plain""#.utf8) == "plain")
    #expect(try string(#""\"\\\/\b\f\n\r\t""#.utf8) == "\"\\/\u{8}\u{C}\n\r\t")
    #expect(try string(#""\u00e9\uD83D\uDE00 é😀""#.utf8) == "é😀 é😀")
    #expect(try string(#""""#.utf8) == "")
  }

  @Test(arguments: [
    #""\uD83D""#, #""\uDE00""#, #""\uD83Dx""#, #""\x""#, #""\u12g4""#, "\"a", "\"a\u{1}\"", "\"\\",
    #""\uD83D\n""#, #""\"#, #""\u12""#,
  ])
  func `broken strings are errors`(_ text: String) {
    #expect(throws: TraceError.Problem.self) { try string(text.utf8) }
  }

  @Test func `every character is written so that it reads back`() throws {
    for scalar in (0...0x2FF).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      for text in ["\(scalar)", "a\(scalar)", "\(scalar)b"] {
        var encoder = LineEncoder()
        encoder.string(text)
        #expect(try string(encoder.bytes) == text)
        #expect(encoder.bytes.allSatisfy { $0 >= 0x20 })
      }
    }
  }

  @Test func `every short sequence of tokens is JSON or not, as for Foundation`() {
    func check(_ text: String) {
      // Foundation also takes a comma after the last value.
      let value =
        text.contains(/, *[\]}]/)
        ? nil
        : try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      #expect(isJSON(text) == (value != nil), "\(text)")
    }
    withEverySequence(of: ["{", "}", "[", "]", ",", ":", "\"a\"", "1", " "], upTo: 4, check)
    withEverySequence(of: ["[", "]", ",", "{\"a\":", "}", "1"], upTo: 5, check)
    withEverySequence(of: ["true", "false", "null", "nul", " ", "\u{0}"], upTo: 2, check)
  }

  @Test func `depth is limited`() {
    let limit = JSONScanner.maximumDepth
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(isJSON(deepest))
    #expect(!isJSON("[" + deepest + "]"))
    #expect(!isJSON(String(repeating: "{\"a\":[", count: 100_000)))
  }

  @Test func `columns count from one`() {
    #expect(throws: TraceError.Problem.notJSON(column: 6, expected: #""," or "]""#)) {
      try scan("[1, 2".utf8) { (json) throws(TraceError.Problem) in try json.skipValue() }
    }
  }
}
