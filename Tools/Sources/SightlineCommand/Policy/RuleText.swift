import ArgumentParser
import Foundation
import SightlineCore

/// A rule as `--rule` says it, which reads back as the same rule: `0.5`, `full,area=400`,
/// `0.25+0.5+1,of=viewport`.
struct RuleText: CustomStringConvertible, Equatable {
  let rule: VisibilityRule

  init(_ rule: VisibilityRule) { self.rule = rule }

  /// - Throws: a `ValidationError` that says what is expected.
  init(parsing text: String) throws {
    var reader = OptionReader(text)
    guard var parts = RuleParts(reader.head) else {
      throw ValidationError("it must be \(RuleParts.expectation)")
    }
    while let option = try reader.next() {
      if try !parts.take(option) { throw option.unknown(among: RuleParts.options) }
    }
    rule = parts.rule
  }

  var description: String { ([RuleParts(rule).head] + RuleParts(rule).tail).joined(separator: ",") }
}

/// The parts of a rule, as the texts of rules and policies have them.
struct RuleParts {
  static let expectation = "full, fits, any, edges, or a fraction from 0 to 1"
  static let options = [
    "of=item|viewport|smaller|edges", "hysteresis=0.1", "opacity=0.5", "area=400",
  ]

  private static let names: [(name: String, rule: VisibilityRule)] = [
    ("full", .fully), ("fits", .asMuchAsFits), ("any", .anyPixel), ("edges", .allEdgesSeen),
  ]
  private static let measures: [(name: String, measure: VisibilityRule.Measure)] = [
    ("item", .item), ("viewport", .viewport), ("smaller", .smaller), ("edges", .edges),
  ]
  /// What a rule has at most.
  private static let maximumThresholds = 65_535

  var measure: VisibilityRule.Measure
  var thresholds: [Double]
  var hysteresis = 0.0
  var minimumOpacity = VisibilityRule.defaultMinimumOpacity
  var minimumArea = 0.0

  init(_ rule: VisibilityRule) {
    measure = rule.measure
    thresholds = rule.thresholds
    hysteresis = rule.hysteresis
    minimumOpacity = rule.minimumOpacity
    minimumArea = rule.minimumArea
  }

  /// A name, or fractions with `+` between them.
  init?(_ head: Substring) {
    if let named = RuleParts.names.first(where: { $0.name == head }) {
      self.init(named.rule)
      return
    }
    let parts = head.split(separator: "+", omittingEmptySubsequences: false)
    let fractions = parts.compactMap { plainNumber($0, in: 0...1) }
    if fractions.count != parts.count || fractions.count > RuleParts.maximumThresholds {
      return nil
    }
    self.init(.thresholds(fractions))
  }

  /// Takes an option of a rule; false if it is none.
  mutating func take(_ option: OptionReader.Option) throws -> Bool {
    switch option.key {
    case "of":
      guard let named = RuleParts.measures.first(where: { $0.name == option.value ?? "" }) else {
        throw option.wrong("item, viewport, smaller or edges")
      }
      measure = named.measure
    case "hysteresis": hysteresis = try option.number(in: 0...1, "a fraction from 0 to 1")
    case "opacity": minimumOpacity = try option.number(in: 0...1, "an opacity from 0 to 1")
    case "area":
      minimumArea = try option.number(
        in: 0...Double.greatestFiniteMagnitude, "a minimum area in square points")
    default: return false
    }
    return true
  }

  var rule: VisibilityRule {
    VisibilityRule.thresholds(thresholds, of: measure, hysteresis: hysteresis)
      .minimumOpacity(minimumOpacity).minimumArea(minimumArea)
  }

  private var name: String? {
    RuleParts.names.first { $0.rule.measure == measure && $0.rule.thresholds == thresholds }?.name
  }

  /// What comes first in a text.
  var head: String { name ?? thresholds.map(shortest).joined(separator: "+") }

  /// The options after it.
  var tail: [String] {
    var result: [String] = []
    if name == nil, measure != .item,
      let named = RuleParts.measures.first(where: { $0.measure == measure })
    {
      result.append("of=\(named.name)")
    }
    if hysteresis != 0 { result.append("hysteresis=\(shortest(hysteresis))") }
    if minimumOpacity != VisibilityRule.defaultMinimumOpacity {
      result.append("opacity=\(shortest(minimumOpacity))")
    }
    if minimumArea != 0 { result.append("area=\(shortest(minimumArea))") }
    return result
  }
}

/// The shortest text that reads back as the same number, without a `.0`.
func shortest(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A plain number within a range; no hexadecimal one, nor a name.
func plainNumber(_ text: some StringProtocol, in range: ClosedRange<Double>) -> Double? {
  guard text.allSatisfy({ "0123456789.+-eE".contains($0) }), let number = Double(text),
    range.contains(number)
  else { return nil }
  return number
}
