/// The distinct rules of an engine, flattened for the hot path, each with its viewport.
///
/// A watch holds a 32-bit index into this table. Equal rules share an entry, which is freed with
/// its last watch.
///
/// 1. An entry is in `indexes` exactly while a watch holds it. Otherwise its index is in `free`.
/// 2. Thresholds of freed rules take less room than those in use, or less than `leastWaste`.
struct RuleTable: Sendable {
  private struct Key: Hashable, Sendable {
    var rule: VisibilityRule
    var viewport: ViewportSlot
  }

  private(set) var records: ContiguousArray<RuleRecord> = []
  /// The rules, separate from `records` to keep those free of references: copying a record on the
  /// hot path needs no reference counting.
  private(set) var rules: ContiguousArray<VisibilityRule> = []
  private(set) var thresholds: ContiguousArray<Double> = []
  private var indexes: [Key: UInt32] = [:]
  private var last: (key: Key, index: UInt32)?
  private var free: ContiguousArray<UInt32> = []
  /// The number of elements of `thresholds` that no longer belong to a rule.
  private var wastedThresholds = 0
  private static let leastWaste = 256
  /// The number of rules that need costlier measurements.
  private var smallerCount = 0
  private var edgesCount = 0

  /// The number of distinct rules in use.
  var count: Int { indexes.count }

  /// Returns the viewport of a rule.
  @inline(__always)
  func viewport(of rule: UInt32) -> ViewportSlot { records[Int(rule)].viewport }

  /// Returns the index of a rule for one more watch, adding the rule if it is new.
  mutating func intern(_ rule: VisibilityRule, viewport: ViewportSlot) -> UInt32 {
    let key = Key(rule: rule, viewport: viewport)
    // Hosts usually watch all targets, even a million, under one rule.
    if let last, last.key == key {
      records[Int(last.index)].watchCount += 1
      return last.index
    }
    let index: UInt32
    if let known = indexes[key] {
      index = known
    } else {
      let record = RuleRecord(
        rule: rule, viewport: viewport, firstThreshold: thresholds.count)
      thresholds.append(contentsOf: rule.thresholds)
      if let reused = free.popLast() {
        index = reused
        records[Int(index)] = record
        rules[Int(index)] = rule
      } else {
        index = UInt32(records.count)
        records.append(record)
        rules.append(rule)
      }
      indexes[key] = index
      count(record.measure, 1)
    }
    records[Int(index)].watchCount += 1
    last = (key, index)
    return index
  }

  /// Releases a rule for one watch, and frees it with the last one.
  ///
  /// - Complexity: O(1) amortised.
  mutating func release(_ index: UInt32) {
    records[Int(index)].watchCount -= 1
    if records[Int(index)].watchCount > 0 { return }
    let record = records[Int(index)]
    indexes[Key(rule: rules[Int(index)], viewport: record.viewport)] = nil
    if last?.index == index { last = nil }
    count(record.measure, -1)
    // The placeholder owns no memory.
    rules[Int(index)] = .anyPixel
    free.append(index)
    wastedThresholds += record.thresholdCount
    if wastedThresholds > RuleTable.leastWaste && wastedThresholds * 2 > thresholds.count {
      compactThresholds()
    }
  }

  /// The measurements needed for the rules.
  @inline(__always)
  var needs: MeasurementNeeds {
    MeasurementNeeds(largestPart: smallerCount > 0, edges: edgesCount > 0)
  }

  private mutating func count(_ measure: VisibilityRule.Measure, _ change: Int) {
    if measure == .smaller { smallerCount += change }
    if measure == .edges { edgesCount += change }
  }

  /// Compacts the thresholds in use.
  private mutating func compactThresholds() {
    wastedThresholds = 0
    thresholds.removeAll(keepingCapacity: true)
    for index in indexes.values {
      records[Int(index)].firstThreshold = thresholds.count
      thresholds.append(contentsOf: rules[Int(index)].thresholds)
    }
  }
}

/// A rule, flattened for the hot path.
struct RuleRecord: Sendable {
  var viewport: ViewportSlot
  /// The number of watches with this rule.
  var watchCount = 0
  var measure: VisibilityRule.Measure
  var firstThreshold: Int
  var thresholdCount: Int
  var hysteresis: Double
  /// The minimums, reduced by the tolerance for rounding.
  var leastOpacity: Double
  var leastArea: Double
  /// Whether a wholly visible target of any size reaches every threshold.
  var isReachedByWhole: Bool { (measure == .item || measure == .smaller) && leastArea == 0 }

  init(rule: VisibilityRule, viewport: ViewportSlot, firstThreshold: Int) {
    self.viewport = viewport
    self.firstThreshold = firstThreshold
    measure = rule.measure
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
    _ rule: Int, _ measurement: Measurement, opacity: Double, current: Int, edges: UInt8
  ) -> Int {
    let record = records[rule]
    guard counts(record, measurement, opacity: opacity) else { return 0 }
    if record.measure == .edges {
      return current == 1 || edges == Measurement.Edges.all ? 1 : 0
    }
    let share = measurement.share(of: record.measure)
    let isWhole = measurement.isWhole(of: record.measure)
    var level = current
    while level < record.thresholdCount {
      let threshold = thresholds[record.firstThreshold + level]
      guard share >= threshold - VisibilityRule.tolerance || isWhole else { break }
      level += 1
    }
    while level > 0 {
      // A threshold reached now is not left, even without hysteresis.
      let exit = thresholds[record.firstThreshold + level - 1] - record.hysteresis
      if share >= exit - VisibilityRule.tolerance || isWhole { break }
      level -= 1
    }
    return level
  }

  /// Returns whether a target meets a rule's minimums, without which no threshold or edge counts.
  @inline(__always)
  func counts(_ record: RuleRecord, _ measurement: Measurement, opacity: Double) -> Bool {
    opacity >= record.leastOpacity && measurement.isSeen
      && measurement.visibleArea >= record.leastArea
  }
}
