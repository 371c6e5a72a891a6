import SightlineCore

/// A watch of Sightline's engine began.
struct TraceWatch: TraceRecord {
  var step = 0
  /// The watch's number. Reusable after the watch or its node has ended.
  var watch = 0
  /// The target's node.
  var id = 0
  /// The viewport's number.
  var view = 0
  /// The app's display name of the item; may contain any characters. Files cut it to
  /// ``maximumNameLength``.
  var name: String?
  /// The rule that decides whether the target is visible.
  var rule = VisibilityRule.fully
  /// The identity and policy of an impression watch; `nil` for a watch on crossings of the rule.
  var impressions: TraceImpressions?

  static let format = LineFormat<TraceWatch>(
    "watch",
    [
      .required("s", \.step, .count),
      .required("w", \.watch, .id),
      .required("id", \.id, .id),
      .required("v", \.view, .id),
      .optional("name", \.name, .name),
      .required("rule", \.ruleFields, .object),
      .optional("see", \.impressions, .object),
    ])

  var condition: WatchCondition {
    get { impressions.map { .impressions($0.identity, $0.policy(rule)) } ?? .rule(rule) }
    set {
      switch newValue {
      case .rule(let rule): (self.rule, impressions) = (rule, nil)
      case .impressions(let identity, let policy):
        (rule, impressions) = (policy.rule, TraceImpressions(of: identity, policy))
      }
    }
  }

  private var ruleFields: TraceRule {
    get { TraceRule(rule) }
    set { rule = newValue.rule }
  }

  /// The maximum length of a name in a file, in bytes of UTF-8.
  static let maximumNameLength = 256

  /// Returns a name cut to ``maximumNameLength``, ending in an ellipsis if cut.
  static func shortened(_ name: String) -> String {
    if name.utf8.count <= maximumNameLength { return name }
    var length = "…".utf8.count
    // Cut by scalars, because a single character can have any number of them.
    let kept = name.unicodeScalars.prefix { scalar in
      length += UTF8.width(scalar)
      return length <= maximumNameLength
    }
    return String(kept) + "…"
  }
}

/// The rule on a `watch` line.
struct TraceRule: TraceRecord {
  var measure = VisibilityRule.Measure.item
  var thresholds: [Double] = []
  /// `fully` with the numbers.
  private var numbers = VisibilityRule.fully

  static let format = LineFormat<TraceRule>(
    "rule",
    [
      .optional("of", \.measure, measureForm, default: .item, isAlwaysWritten: true),
      .required("thr", \.thresholds, .thresholds),
    ]
      + VisibilityRule.Number.allCases.map {
        let notation = $0.notation
        return .optional(
          "\(notation.key)", \.numbers[$0], .number(notation.range), default: notation.usual)
      })

  private static let measureForm = ValueForm.choice(
    VisibilityRule.Measure.allCases.map { ($0.notation.name, $0) })
}

extension TraceRule {
  init(_ rule: VisibilityRule) {
    self.init(
      measure: rule.measure, thresholds: rule.thresholds,
      numbers: VisibilityRule.fully.numbers(of: rule))
  }

  var rule: VisibilityRule {
    VisibilityRule.thresholds(thresholds, of: measure).numbers(of: numbers)
  }
}

/// The identity and policy of an impression watch. The policy's rule is a separate field.
struct TraceImpressions: TraceRecord {
  var identity = ItemIdentity(0)
  /// In nanoseconds.
  var dwell: Int64 = 0
  var isCumulative = false
  var pausesWhenInactive = false
  var repetition = ImpressionRepetition.Kind.once
  /// The repetition's number, if its kind has a unit.
  var number: Int64 = 0
  /// The maximum scroll speed at which items are seen, in points per second.
  var scrollSpeedLimit: Double?

  static let format = LineFormat<TraceImpressions>(
    "see",
    [
      .required("id", \.identity.rawValue, .identity),
      .optional("dwell", \.dwell, .duration, default: 0, isAlwaysWritten: true),
      .optional("sum", \.isCumulative, .bool, default: false),
      .optional("pause", \.pausesWhenInactive, .bool, default: false),
      .optional("again", \.repetition, repetitionForm, default: .once, isAlwaysWritten: true),
      .required("n", \.number, .duration, when: { $0.repetition.notation.unit != nil }),
      .optional("speed", \.scrollSpeedLimit, .positive),
    ]
  ) { line throws(Problem) in
    if line.repetition.notation.unit == .count, !counts.contains(line.number) {
      throw .outOfRange(key: "n", expected: "a count of at least 1")
    }
  }

  private static let counts = 1...Int64(TraceLimits.count)
  private static let repetitionForm = ValueForm.choice(
    ImpressionRepetition.Kind.allCases.map { ($0.notation.word, $0) })
}

extension TraceImpressions {
  init(of identity: ItemIdentity, _ policy: ImpressionPolicy) {
    let kind = policy.repetition.parts.kind
    let number = policy.repetition.number
    self.init(
      identity: identity, dwell: policy.dwell.saturatedNanoseconds,
      isCumulative: policy.accumulation == .cumulative,
      pausesWhenInactive: policy.inactivity == .pauses, repetition: kind,
      number: kind.notation.unit == .count ? min(number, Self.counts.upperBound) : number,
      // An infinite limit is no limit.
      scrollSpeedLimit: policy.scrollSpeedLimit.flatMap { $0.isFinite ? $0 : nil })
  }

  func policy(_ rule: VisibilityRule) -> ImpressionPolicy {
    ImpressionPolicy(
      rule: rule, dwell: .nanoseconds(dwell),
      accumulation: isCumulative ? .cumulative : .continuous,
      inactivity: pausesWhenInactive ? .pauses : .drops,
      repetition: ImpressionRepetition(repetition, number: number) ?? .once,
      scrollSpeedLimit: scrollSpeedLimit)
  }
}

/// A policy and its successor on an `app` line.
struct TracePolicies: TraceRecord {
  private var rule = TraceRule()
  private var see = TraceImpressions()
  private var newRule = TraceRule()
  private var newSee = TraceImpressions()

  static let format = LineFormat<TracePolicies>(
    "policy",
    [
      .required("rule", \.rule, .object),
      .required("see", \.see, .object),
      .required("newRule", \.newRule, .object),
      .required("newSee", \.newSee, .object),
    ])

  init() {}

  init(_ policy: ImpressionPolicy, _ successor: ImpressionPolicy) {
    (rule, see) = (TraceRule(policy.rule), TraceImpressions(of: ItemIdentity(0), policy))
    (newRule, newSee) = (
      TraceRule(successor.rule), TraceImpressions(of: ItemIdentity(0), successor)
    )
  }

  var policy: ImpressionPolicy { see.policy(rule.rule) }
  var successor: ImpressionPolicy { newSee.policy(newRule.rule) }
}
