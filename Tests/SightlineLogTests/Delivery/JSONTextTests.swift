#if Log
import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineLog

@Suite struct JSONTextTests {
  private func written(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `every character alone and among others is written as JSON that reads back`() throws {
    let scalars = Array(0...0x2FF) + [0x2028, 0xFDD0, 0xFFFF, 0x1F600, 0x10FFFF]
    for scalar in scalars.compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let escaped =
        switch scalar.value {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0..<0x20: "\\u" + String(0x10000 + scalar.value, radix: 16).suffix(4)
        default: String(scalar)
        }
      for (before, after) in [("", ""), ("a", ""), ("", "b"), ("\"", "\\")] {
        let text = before + String(scalar) + after
        let quoted = { (text: String) in
          text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        }
        #expect(written(text) == "\"" + quoted(before) + escaped + quoted(after) + "\"")
        #expect(
          try JSONDecoder().decode([String].self, from: Data("[\(written(text))]".utf8)) == [text])
      }
    }
  }

  /// A value, with the JSON expected of it.
  private indirect enum Value {
    case text(String)
    case raw(String)
    case array([Value])
    case object([(String, Value)])

    var text: String {
      switch self {
      case .text(let text): "\"\(text)\""
      case .raw(let text): text
      case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
      case .object(let members):
        "{" + members.map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}"
      }
    }

    static func random(_ depth: Int, _ random: inout SeededGenerator) -> Value {
      switch random.index(depth > 0 ? 3 : 2) {
      case 0: .text("t\(random.index(10))")
      case 1: .raw("\(random.index(10))")
      default: .object(members(depth, &random))
      }
    }

    static func members(
      _ depth: Int, _ random: inout SeededGenerator
    ) -> [(String, Value)] {
      (0..<random.index(4)).map { index in
        let isArray = depth > 0 && random.oneIn(3)
        let values = (0..<random.index(4)).map { _ in Value.random(depth - 1, &random) }
        return ("k\(index)", isArray ? .array(values) : .random(depth - 1, &random))
      }
    }

    func write(to json: inout JSONText, under key: String? = nil) {
      switch (self, key) {
      case (.text(let text), let key?): json.member(key, text)
      case (.text(let text), nil): json.string(text)
      case (.raw(let text), _):
        if let key { json.key(key) }
        json.raw(text)
      case (.array(let values), _):
        json.array(key ?? "") { for value in values { value.write(to: &$0) } }
      case (.object(let members), _):
        json.object(key) { for (key, value) in members { value.write(to: &$0, under: key) } }
      }
    }
  }

  @Test func `commas separate the members of any nesting, and lines begin without one`() {
    for seed in 0..<UInt64(300) {
      var random = SeededGenerator(seed: seed)
      var (json, expected) = (JSONText(), "")
      for _ in 0..<2 {
        let value = Value.object(Value.members(4, &random))
        value.write(to: &json)
        json.endLine()
        expected += value.text + "\n"
      }
      #expect(String(decoding: json.bytes, as: UTF8.self) == expected, "seed \(seed)")
    }
  }
}
#endif
