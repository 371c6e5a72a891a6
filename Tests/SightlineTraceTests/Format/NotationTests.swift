import SightlineCore
import Testing

@testable import SightlineTrace

/// The words of repetitions, measures and reasons. `scripts/check notation` compares their lists in
/// other languages.
@Suite struct NotationTests {
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
