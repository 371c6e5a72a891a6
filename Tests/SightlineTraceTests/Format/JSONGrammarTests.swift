import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// Every short text of some characters, compared with other readers of JSON.
@Suite struct JSONGrammarTests {
  private func scan<Value>(
    _ bytes: [UInt8], _ body: (inout JSONScanner) throws(TraceError.Problem) -> Value
  ) -> Value? {
    bytes.withUnsafeBufferPointer { bytes in
      var json = JSONScanner(bytes)
      guard let value = try? body(&json), (try? json.end()) != nil else { return nil }
      return value
    }
  }

  private func isJSON(_ bytes: [UInt8]) -> Bool {
    scan(bytes) { (json) throws(TraceError.Problem) in _ = try json.skipValue() } != nil
  }

  private func string(_ bytes: [UInt8]) -> String? {
    scan(bytes) { (json) throws(TraceError.Problem) in try json.string(JSONKey("x")) }
  }

  /// Calls a closure with every sequence of up to `count` parts.
  private func withEverySequence(
    of parts: [String], upTo count: Int, _ body: ([UInt8]) -> Void
  ) {
    var texts: [[UInt8]] = [[]]
    for _ in 0..<count {
      texts = texts.flatMap { text in parts.map { text + Array($0.utf8) } }
      texts.forEach(body)
    }
  }

  @Test func `every number of up to five characters follows the grammar`() throws {
    let grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    withEverySequence(of: ["0", "7", "-", "+", ".", "e"], upTo: 5) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let value = scan(bytes) { (json) throws(TraceError.Problem) in
        try json.double(JSONKey("x"))
      }
      let isNumber = text.wholeMatch(of: grammar) != nil
      #expect(isJSON(bytes) == isNumber, "\(text)")
      #expect(
        value == (isNumber ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil), "\(text)")
    }
  }

  @Test func `numbers of any length are those of the standard library`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      var text = random.oneIn(2) ? "-" : ""
      func digits(_ count: Int) -> String {
        (0..<count).map { _ in String(random.oneIn(3) ? 0 : random.index(10)) }.joined()
      }
      text += "\(1 + random.index(9))" + digits(random.index(25))
      if random.oneIn(2) { text += "." + digits(1 + random.index(30)) }
      if random.oneIn(2) { text += "e\(random.index(80) - 40)" }
      let value = scan(Array(text.utf8)) { (json) throws(TraceError.Problem) in
        try json.double(JSONKey("x"))
      }
      #expect(value == Double(text), "\(text)")
    }
  }

  @Test func `integers are exact up to the ends of each type`() {
    func read<Value: FixedWidthInteger>(_ text: String, as: Value.Type) -> Value? {
      scan(Array(text.utf8)) { (json) throws(TraceError.Problem) in
        try json.integer(JSONKey("x"), in: Value.min...Value.max)
      }
    }
    for number in -300...300 {
      for text in ["\(number)", "\(number).0", "\(number)e0", "\(10 * number)e-1"] {
        #expect(read(text, as: Int8.self) == Int8(exactly: number))
        #expect(read(text, as: UInt8.self) == UInt8(exactly: number))
      }
    }
    // With a point or exponent, integers are exact up to 2^53.
    let limit = 9_007_199_254_740_992
    for number in [limit - 1, limit, limit + 2] {
      for sign in [1, -1] {
        let integer = Int64(sign * number)
        #expect(read("\(integer)", as: Int64.self) == integer)
        for text in ["\(integer).0", "\(integer)e0", "\(integer)0e-1"] {
          #expect(read(text, as: Int64.self) == (number > limit ? nil : integer), "\(text)")
        }
      }
    }
    for (text, value) in [
      ("18446744073709551615", UInt64.max), ("18446744073709551616", nil), ("-0", 0), ("-1", nil),
      ("9223372036854775808", 1 << 63), ("1e19", nil), ("0.5", nil),
    ] {
      #expect(read(text, as: UInt64.self) == value, "\(text)")
    }
    for (text, value) in [
      ("-9223372036854775808", Int64.min), ("-9223372036854775809", nil),
      ("9223372036854775807", .max), ("9223372036854775808", nil),
    ] {
      #expect(read(text, as: Int64.self) == value, "\(text)")
    }
  }

  @Test func `every short sequence of tokens is JSON or not, as for Foundation`() {
    let tokens = ["{", "}", "[", "]", ",", ":", "\"a\"", "1", " "]
    func check(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      // Foundation also takes a comma after the last value.
      let value =
        text.contains(/, *[\]}]/)
        ? nil
        : try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect(isJSON(bytes) == (value != nil), "\(text)")
    }
    withEverySequence(of: tokens, upTo: 4, check)
    withEverySequence(of: ["[", "]", ",", "{\"a\":", "}", "1"], upTo: 5, check)
  }

  @Test func `every byte in a string is itself, an escape's or an error`() {
    let escapes: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
      0x74: 0x09,
    ]
    for byte in UInt8.min..<0x80 {
      let itself = String(decoding: [byte], as: UTF8.self)
      let isPlain = byte >= 0x20 && byte != 0x22 && byte != 0x5C
      #expect(string([0x22, byte, 0x22]) == (isPlain ? itself : nil), "\(byte)")
      #expect(isJSON([0x22, byte, 0x22]) == isPlain, "\(byte)")
      let escaped = escapes[byte].map { String(decoding: [0x61, $0, 0x62], as: UTF8.self) }
      #expect(string([0x22, 0x61, 0x5C, byte, 0x62, 0x22]) == escaped, "\\\(itself)")
      // Each of four hexadecimal digits: U+1111, with one changed.
      for place in 0..<4 {
        var digits = Array("\"\\u1111\"".utf8)
        digits[3 + place] = byte
        let value = Int(itself, radix: 16).map { 0x1111 + ($0 - 1) << (12 - 4 * place) }
        let scalar = value.flatMap { Unicode.Scalar(UInt32($0)) }
        #expect(string(digits) == scalar.map { String(Character($0)) }, "\(byte) at \(place)")
      }
    }
  }

  @Test func `surrogates are read in pairs, high before low`() {
    let ends: [UInt32] = [0xD7FF, 0xD800, 0xD801, 0xDBFF, 0xDC00, 0xDC01, 0xDFFF, 0xE000]
    func escape(_ unit: UInt32) -> String { "\\u" + String(unit, radix: 16) }
    withEvery(ends, ends) { first, second in
      let units = [UInt16(first), UInt16(second)]
      // Unpaired surrogates are replaced.
      let decoded = String(decoding: units, as: UTF16.self)
      let expected = Array(decoded.utf16) == units ? decoded : nil
      let text = "\"\(escape(first))\(escape(second))\""
      #expect(string(Array(text.utf8)) == expected, "\(text)")
      for other in ["\"\(escape(first))\"", "\"\(escape(first))x\(escape(second))\""] {
        let isAlone = !(0xD800...0xDFFF).contains(first)
        let isWhole = isAlone && !(other.contains("x") && (0xD800...0xDFFF).contains(second))
        #expect((string(Array(other.utf8)) != nil) == isWhole, "\(other)")
      }
    }
  }

  @Test func `invalid UTF-8 is found where the standard library finds it`() {
    let bytes: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF,
      0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    func firstInvalid(_ text: [UInt8]) -> Int? {
      text.withUnsafeBufferPointer { JSONScanner.firstInvalidUTF8(in: $0) }
    }
    // Invalid bytes are replaced.
    func isValid(_ text: some Collection<UInt8>) -> Bool {
      String(decoding: text, as: UTF8.self).utf8.elementsEqual(text)
    }
    var texts = [[UInt8]()]
    for _ in 0..<3 {
      texts = texts.flatMap { text in bytes.map { text + [$0] } }
      for text in texts {
        let found = firstInvalid(text)
        #expect((found == nil) == isValid(text), "\(text)")
        // Eight bytes at a time are checked first.
        for count in [3, 7, 8, 9, 16] where text.count < 3 {
          let plain = [UInt8](repeating: 0x61, count: count)
          #expect(firstInvalid(plain + text) == found.map { $0 + count })
          #expect((firstInvalid(text + plain) == nil) == (found == nil))
        }
        if let found { #expect(isValid(text[..<found])) }
      }
    }
  }

  @Test func `a text ends within a character if it lacks the character's last bytes`() {
    func endsWithin(_ text: [UInt8], at start: Int) -> Bool {
      text.withUnsafeBufferPointer { JSONScanner.endsWithinCharacter($0, at: start) }
    }
    for scalar in [
      "a", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    ] {
      let whole = Array(scalar.utf8)
      for count in 1...whole.count {
        let part = [0x61] + whole.prefix(count)
        #expect(endsWithin(part, at: 1) == (count < whole.count), "\(part)")
        #expect(!endsWithin(part + [0x61], at: 1), "\(part)")
        if count > 1 { #expect(!endsWithin(part, at: 2), "\(part)") }
      }
    }
    #expect(!endsWithin([0xC1], at: 0) && !endsWithin([0xF5], at: 0) && !endsWithin([0xFF], at: 0))
  }

  @Test func `every character is written so that it reads back`() {
    for scalar in (0...0x2FF).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      for text in ["\(scalar)", "a\(scalar)", "\(scalar)b"] {
        var encoder = LineEncoder()
        encoder.string(text)
        #expect(string(encoder.bytes) == text)
        #expect(encoder.bytes.allSatisfy { $0 >= 0x20 })
      }
    }
  }
}
