public import SightlineCore

extension VisibilityRule: TextNotation {
  /// The text of the rule, such as `0.5`, `full,area=400` or `0.25+0.5+1,of=viewport`.
  ///
  /// ``init(parsing:)`` returns an equal rule.
  public var text: String {
    let parts = RuleParts(self)
    return ([parts.head] + parts.tail).joined(separator: ",")
  }

  /// Creates a rule from its text.
  ///
  /// A text is `full`, `fits`, `any`, `edges`, or fractions from 0 to 1 joined by `+`, in any order
  /// (`0.5+0.2` is `0.2+0.5`: the lowest is threshold 0), and then,
  /// after commas, `of=item|viewport|smaller|edges`, `hysteresis=` and `opacity=` with a fraction,
  /// and `area=` with square points.
  ///
  /// - Throws: a ``PolicyTextError`` with the expected syntax.
  public init(parsing text: String) throws(PolicyTextError) {
    var reader = OptionReader(text)
    guard var parts = RuleParts(reader.head) else {
      throw PolicyTextError("it must be \(RuleParts.expectation)")
    }
    while let option = try reader.next() {
      if try !parts.take(option) { throw option.unknown(among: RuleParts.options) }
    }
    self = parts.rule
  }
}

/// The parts of a rule, shared by the syntax of rules and policies.
struct RuleParts {
  static let expectation = "full, fits, any, edges, or a fraction from 0 to 1"
  static let options =
    ["of=" + measures.joined(separator: "|")]
    + VisibilityRule.Number.allCases.map { "\($0.notation.option)=\($0.notation.example)" }

  private static let names: [(name: String, rule: VisibilityRule)] = [
    ("full", .fully), ("fits", .asMuchAsFits), ("any", .anyPixel), ("edges", .allEdgesSeen),
  ]
  private static let measures = VisibilityRule.Measure.allCases.map {
    "\($0.notation.name)"
  }

  var measure: VisibilityRule.Measure
  var thresholds: [Double]
  /// A rule with the numbers.
  private var numbers: VisibilityRule

  init(_ rule: VisibilityRule) {
    measure = rule.measure
    thresholds = rule.thresholds
    numbers = rule
  }

  /// Creates the parts from a name, or from fractions separated by `+`.
  init?(_ head: Substring) {
    if let named = RuleParts.names.first(where: { $0.name == head }) {
      self.init(named.rule)
      return
    }
    let parts = head.split(separator: "+", omittingEmptySubsequences: false)
    let fractions = parts.compactMap { plainNumber($0, in: 0...1) }
    if fractions.count != parts.count || fractions.count > VisibilityRule.maximumThresholds {
      return nil
    }
    self.init(.thresholds(fractions))
  }

  /// Applies a rule's option. Returns `false` for an unknown option.
  mutating func take(_ option: OptionReader.Option) throws(PolicyTextError) -> Bool {
    if option.key == "of" {
      guard
        let named = VisibilityRule.Measure.allCases.first(where: {
          "\($0.notation.name)" == option.value ?? ""
        })
      else { throw option.wrong(oneOf(RuleParts.measures)) }
      measure = named
      return true
    }
    for number in VisibilityRule.Number.allCases {
      let notation = number.notation
      guard option.key == "\(notation.option)" else { continue }
      numbers[number] = try option.number(in: notation.range, "\(notation.expectation)")
      return true
    }
    return false
  }

  var rule: VisibilityRule {
    VisibilityRule.thresholds(thresholds, of: measure).numbers(of: numbers)
  }

  private var name: String? {
    RuleParts.names.first { $0.rule.measure == measure && $0.rule.thresholds == thresholds }?.name
  }

  /// The first part of the text.
  var head: String { name ?? thresholds.map(shortest).joined(separator: "+") }

  /// The options after it.
  var tail: [String] {
    var result: [String] = []
    if name == nil, measure != .item { result.append("of=\(measure.notation.name)") }
    for number in VisibilityRule.Number.allCases where numbers[number] != number.notation.usual {
      result.append("\(number.notation.option)=\(shortest(numbers[number]))")
    }
    return result
  }
}

/// Returns the shortest text that parses to the same number, without `.0`.
func shortest(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Parses a plain number within a range, but no hexadecimal or named ones.
func plainNumber(_ text: some StringProtocol, in range: ClosedRange<Double>) -> Double? {
  guard text.allSatisfy({ "0123456789.+-eE".contains($0) }), let number = Double(text),
    range.contains(number)
  else { return nil }
  return number
}

/// Returns a list such as "item, viewport or edges".
func oneOf(_ words: [String]) -> String {
  words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
}
