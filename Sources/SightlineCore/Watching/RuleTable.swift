typealias RuleSlot = Slot<WatchedRule>

struct WatchedRule: Hashable, Sendable {
  var rule: VisibilityRule
  var viewport: ViewportSlot
}

/// The distinct rules of an engine, each with its viewport.
///
/// A watch holds a slot of this table. Equal rules share one, which is freed with its last watch.
struct RuleTable: Sendable {
  private var rules = InternTable<WatchedRule>()
  /// The rules by slot, without references: copying a record on the hot path needs no reference
  /// counting.
  private var records: ContiguousArray<RuleRecord> = []
  /// The number of rules that need costlier measurements.
  private var smallerCount = 0
  private var viewportCount = 0
  private var edgesCount = 0

  /// The number of distinct rules in use.
  var count: Int { rules.count }
  /// The number of slots, in use or not.
  var capacity: Int { rules.capacity }

  @inline(__always)
  subscript(slot: RuleSlot) -> RuleRecord { records[slot.index] }

  func rule(_ slot: RuleSlot) -> VisibilityRule { rules[slot].rule }

  /// Returns the slot of a rule for one more watch, adding the rule if it is new.
  mutating func use(_ rule: VisibilityRule, in viewport: ViewportSlot) -> RuleSlot {
    let count = rules.count
    let slot = rules.use(WatchedRule(rule: rule, viewport: viewport))
    if rules.count == count { return slot }
    let record = RuleRecord(rule: rule, viewport: viewport)
    if slot.index < records.count { records[slot.index] = record } else { records.append(record) }
    self.count(record.measure, 1)
    return slot
  }

  /// Releases a rule for one watch, and frees it with the last one.
  ///
  /// - Complexity: O(1) amortised.
  mutating func release(_ slot: RuleSlot) {
    if rules.release(slot) { count(records[slot.index].measure, -1) }
  }

  @inline(__always)
  var needs: MeasurementNeeds {
    MeasurementNeeds(
      largestPart: smallerCount > 0, filling: viewportCount > 0, edges: edgesCount > 0)
  }

  private mutating func count(_ measure: VisibilityRule.Measure, _ change: Int) {
    if measure == .smaller { smallerCount += change }
    if measure == .viewport { viewportCount += change }
    if measure == .edges { edgesCount += change }
  }
}

/// A rule, flattened for the hot path.
struct RuleRecord: Sendable {
  var viewport: ViewportSlot
  var measure: VisibilityRule.Measure
  /// The lowest threshold. Most rules have no other.
  var threshold: Double
  var thresholdCount: Int
  var hysteresis: Double
  /// The minimums, reduced by the tolerance for rounding.
  var leastOpacity: Double
  var leastArea: Double

  init(rule: VisibilityRule, viewport: ViewportSlot) {
    self.viewport = viewport
    measure = rule.measure
    threshold = rule.thresholds[0]
    thresholdCount = rule.thresholds.count
    hysteresis = rule.hysteresis
    leastOpacity = rule.minimumOpacity - VisibilityRule.tolerance
    leastArea = rule.leastArea
  }
}

extension RuleTable {
  /// Returns the number of a rule's thresholds that hold, given the number that held before.
  ///
  /// - Parameters:
  ///   - edges: the edges seen since the target came on screen, for `VisibilityRule.Measure.edges`.
  @inline(__always)
  func level(
    _ rule: RuleSlot, _ measurement: Measurement, opacity: Double, current: Int, edges: UInt8
  ) -> Int {
    let record = self[rule]
    guard counts(record, measurement, opacity: opacity) else { return 0 }
    if record.measure == .edges {
      return current == 1 || edges == Measurement.Edges.all ? 1 : 0
    }
    let share = measurement.share(of: record.measure)
    let isWhole = measurement.isWhole(of: record.measure)
    func holds(_ threshold: Double) -> Bool {
      share >= threshold - VisibilityRule.tolerance || isWhole
    }
    if record.thresholdCount == 1 {
      return holds(record.threshold - (current == 0 ? 0 : record.hysteresis)) ? 1 : 0
    }
    let thresholds = self.rule(rule).thresholds
    var level = current
    while level < thresholds.count && holds(thresholds[level]) { level += 1 }
    // A threshold reached now is not left, even without hysteresis.
    while level > 0 && !holds(thresholds[level - 1] - record.hysteresis) { level -= 1 }
    return level
  }

  /// Returns whether a target meets a rule's minimums, without which no threshold or edge counts.
  @inline(__always)
  func counts(_ record: RuleRecord, _ measurement: Measurement, opacity: Double) -> Bool {
    opacity >= record.leastOpacity && measurement.isSeen
      && measurement.reaches(area: record.leastArea)
  }
}
