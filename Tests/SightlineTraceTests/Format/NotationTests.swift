import Foundation
import SightlineCore
import Testing

@testable import SightlineTrace

/// Every notation has an entry for every measure, repetition, reason and edit. JavaScript and the
/// header repeat the engine's lists, so their text is compared.
@Suite struct NotationTests {
  private func text(_ path: String) throws -> String {
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: project.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the part of a text from a line's beginning to an end.
  private func part(_ text: String, from begin: String, to end: String) throws -> Substring {
    let start = try #require(text.range(of: begin))
    let rest = text[start.upperBound...]
    return rest[..<(try #require(rest.range(of: end))).lowerBound]
  }

  private func words(_ part: Substring) -> [String] {
    part.matches(of: /'(\w+)'/).map { String($0.1) }
  }

  @Test func `every kind of edit has its code in JavaScript and the header`() throws {
    let codes = Dictionary(
      uniqueKeysWithValues: EditKind.allCases.map { ("\($0)", $0.rawValue) })
    let list = try part(
      text("Web/JavaScript/notation.mjs"), from: "export const edits = {", to: "}")
    let listed = list.matches(of: /(\w+): (\d+)/).map { (String($0.1), UInt32($0.2)) }
    #expect(Dictionary(uniqueKeysWithValues: listed) == codes)
    let header = try part(text("Web/sightline.h"), from: "enum SightlineEdit {", to: "};")
    let declared = header.matches(of: /SIGHTLINE_(\w+) = (\d+)/).map { match in
      let words = match.1.split(separator: "_").map(\.capitalized).joined()
      return (words.prefix(1).lowercased() + words.dropFirst(), UInt32(match.2))
    }
    #expect(Dictionary(uniqueKeysWithValues: declared) == codes)
  }

  @Test func `every kind of edit has its size in the viewer`() throws {
    let list = try part(
      text("Web/Viewer/records.mjs"), from: "const recordSizes = [", to: "]")
    let sizes = list.matches(of: /\d+/).compactMap { Int($0.0) }
    #expect(sizes.count == EditKind.allCases.count + 1)
  }

  @Test func `every measure has its word in JavaScript`() throws {
    let known = VisibilityRule.Measure.allCases.map { "\($0.word)" }
    #expect(known == VisibilityRule.Measure.allCases.map { "\($0)" })
    let list = try part(
      text("Web/JavaScript/notation.mjs"), from: "export const measures = [", to: "]")
    #expect(words(list) == known)
    let types = try part(text("Web/JavaScript/sightline.d.ts"), from: "  of?: ", to: "\n")
    #expect(words(types) == known)
  }

  @Test func `every reason has its word in JavaScript`() throws {
    let known = InvisibilityReason.allCases.map { "\($0.word)" }
    let list = try part(
      text("Web/JavaScript/engine.mjs"), from: "export const reasons = [", to: "]")
    #expect(words(list) == known)
    let types = try part(
      text("Web/JavaScript/sightline.d.ts"), from: "export type SightlineReason =", to: "\n\n")
    #expect(words(types) == known)
    let texts = try part(text("Web/Viewer/format.mjs"), from: "const reasonTexts = {", to: "}")
    #expect(texts.matches(of: /(\w+): '/).map { String($0.1) } == known)
  }

  @Test func `every edge and cause of an exit has its word in JavaScript`() throws {
    let engine = try text("Web/JavaScript/engine.mjs")
    let edges = VisibilityExit.Edge.allCases.map { "\($0.word)" }
    #expect(edges == VisibilityExit.Edge.allCases.map { "\($0)" })
    #expect(words(try part(engine, from: "const edges = [", to: "]")) == edges)
    let causes = VisibilityExit.Cause.allCases.map { "\($0.word)" }
    #expect(causes == VisibilityExit.Cause.allCases.map { "\($0)" })
    let types = try text("Web/JavaScript/sightline.d.ts")
    #expect(words(try part(types, from: "readonly edge: ", to: "\n")) == edges)
    #expect(words(try part(types, from: "readonly cause: ", to: "\n")) == causes)
  }

  @Test func `every repetition has its words and unit in JavaScript`() throws {
    let known = ImpressionRepetition.Kind.allCases.map { kind in
      let (word, name, unit) = kind.notation
      let number = unit.map { ", unit: '\($0)'" } ?? ""
      return "{ word: '\(word)', swift: '\(name)'\(number)"
    }
    let list = try part(
      text("Web/JavaScript/notation.mjs"), from: "export const repetitions = [\n", to: "\n]")
    let listed = list.matches(of: /\{ word: '\w+', swift: '\w+'(, unit: '\w+')?/)
    #expect(listed.map { String($0.0) } == known)
    #expect(list.split(separator: "\n").count == known.count)
    let types = try part(text("Web/JavaScript/sightline.d.ts"), from: "  repetition?: ", to: "\n")
    let typed = ImpressionRepetition.Kind.allCases.map { kind in
      let (word, _, unit) = kind.notation
      return unit == nil ? "'\(word)'" : "{ \(word): number }"
    }
    #expect(types == typed.joined(separator: " | "))
  }

  @Test func `every repetition is the same after its parts and its number`() {
    for (code, kind) in ImpressionRepetition.Kind.allCases.enumerated() {
      #expect(kind.rawValue == UInt32(code))
      let repetition = ImpressionRepetition(kind, duration: .seconds(30), count: 3)
      #expect(repetition.parts.kind == kind)
      #expect(ImpressionRepetition(kind, number: repetition.number) == repetition)
      #expect("\(repetition)".prefix { $0 != "(" } == "\(kind.notation.name)")
      switch kind.notation.unit {
      case nil: #expect(repetition.number == 0 && ImpressionRepetition(kind, number: -1) != nil)
      case .duration:
        #expect(repetition.number == 30_000_000_000)
        #expect(ImpressionRepetition(kind, number: -1) == nil)
      case .count:
        #expect(repetition.number == 3)
        #expect(ImpressionRepetition(kind, number: 0) == nil)
      }
    }
  }

  @Test func `every measure, repetition and reason reads back from a trace`() throws {
    for kind in ImpressionRepetition.Kind.allCases {
      for measure in VisibilityRule.Measure.allCases {
        for count in [1, Int.max] {
          let policy = ImpressionPolicy(
            rule: .share(0.5, of: measure),
            repetition: ImpressionRepetition(kind, duration: .seconds(30), count: count))
          let watch = TraceWatch(
            rule: policy.rule, impressions: TraceImpressions(of: ItemIdentity(7), policy))
          let line = try reread(.watch(watch))
          #expect(line == .watch(watch))
          let fields = try #require(watch.impressions)
          #expect(fields.policy(policy.rule).repetition.parts.kind == kind)
          if count == 1 { #expect(fields.policy(policy.rule) == policy) }
        }
      }
    }
    for reason in InvisibilityReason.allCases {
      let change = TraceLine.change(TraceChange(fraction: 0.5, reason: reason))
      #expect(try reread(change) == change)
    }
  }

  private func reread(_ line: TraceLine) throws -> TraceLine {
    var encoder = LineEncoder()
    encoder.append(line.record)
    return try readLine(String(decoding: encoder.bytes.dropLast(), as: UTF8.self))
  }
}
