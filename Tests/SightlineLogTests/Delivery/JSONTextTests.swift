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
      let count = random.index(4)
      switch random.index(depth > 0 ? 4 : 2) {
      case 0: return .text("t\(random.index(10))")
      case 1: return .raw("\(random.index(10))")
      case 2: return .array((0..<count).map { _ in .random(depth - 1, &random) })
      default: return .object((0..<count).map { ("k\($0)", .random(depth - 1, &random)) })
      }
    }

    func write(to json: inout JSONText, under key: String? = nil) {
      switch (self, key) {
      case (.text(let text), nil): json.string(text)
      case (.text(let text), let key?): json.member(key, text)
      case (.raw(let text), nil): json.raw(text)
      case (.raw(let text), let key?): json.member(key, Int64(text) ?? 0)
      case (.array(let values), nil): json.array { for value in values { value.write(to: &$0) } }
      case (.array(let values), let key?):
        json.array(key) { for value in values { value.write(to: &$0) } }
      case (.object(let members), nil):
        json.object { for (key, value) in members { value.write(to: &$0, under: key) } }
      case (.object(let members), let key?):
        json.object(key) { for (key, value) in members { value.write(to: &$0, under: key) } }
      }
    }
  }

  @Test func `commas separate the members of any nesting, and lines begin without one`() {
    for seed in 0..<UInt64(300) {
      var random = SeededGenerator(seed: seed)
      var (json, expected) = (JSONText(), "")
      for _ in 0..<2 {
        let value = Value.random(4, &random)
        value.write(to: &json)
        json.endLine()
        expected += value.text + "\n"
      }
      #expect(String(decoding: json.bytes, as: UTF8.self) == expected, "seed \(seed)")
    }
  }
}
#endif
