/// The distinct rules of an engine, flattened for the hot path, each with its viewport.
///
/// A watch holds a 32-bit index into this table. Rules that are equal share an entry, which goes
/// with the last watch that holds it: what is never used again costs nothing.
///
/// 1. An entry is in `indexes` exactly while a watch holds it; its index is in `free` otherwise.
/// 2. The thresholds of rules that have gone take less room than those that are there, or less than
///    `leastWaste`.
struct RuleTable: Sendable {
  private struct Key: Hashable, Sendable {
    var rule: VisibilityRule
    var viewport: ViewportSlot
  }

  private(set) var records: ContiguousArray<RuleRecord> = []
  /// The rules themselves, beside `records`, which stay free of references that way: copying one on
  /// the hot path counts nothing.
  private(set) var rules: ContiguousArray<VisibilityRule> = []
  private(set) var thresholds: ContiguousArray<Double> = []
  private var indexes: [Key: UInt32] = [:]
  private var last: (key: Key, index: UInt32)?
  private var free: ContiguousArray<UInt32> = []
  /// How many of `thresholds` belong to no rule any more.
  private var wastedThresholds = 0
  private static let leastWaste = 256
  /// How many of the rules need what costs more to measure.
  private var smallerCount = 0
  private var edgesCount = 0

  /// How many distinct rules are watched under.
  var count: Int { indexes.count }

  /// The viewport of a rule.
  @inline(__always)
  func viewport(of rule: UInt32) -> ViewportSlot { records[Int(rule)].viewport }

  /// The index of a rule for one more watch; it is added if it is new.
  mutating func intern(_ rule: VisibilityRule, viewport: ViewportSlot) -> UInt32 {
    let key = Key(rule: rule, viewport: viewport)
    // Most hosts watch a million targets under one rule.
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

  /// Lets go of a rule for one watch; with the last one it is forgotten.
  ///
  /// - Complexity: O(1) amortised.
  mutating func release(_ index: UInt32) {
    records[Int(index)].watchCount -= 1
    if records[Int(index)].watchCount > 0 { return }
    let record = records[Int(index)]
    indexes[Key(rule: rules[Int(index)], viewport: record.viewport)] = nil
    if last?.index == index { last = nil }
    count(record.measure, -1)
    // What is kept in its place owns no memory.
    rules[Int(index)] = .anyPixel
    free.append(index)
    wastedThresholds += record.thresholdCount
    if wastedThresholds > RuleTable.leastWaste && wastedThresholds * 2 > thresholds.count {
      compactThresholds()
    }
  }

  /// What has to be measured for the rules.
  @inline(__always)
  var needs: MeasurementNeeds {
    MeasurementNeeds(largestPart: smallerCount > 0, edges: edgesCount > 0)
  }

  private mutating func count(_ measure: VisibilityRule.Measure, _ change: Int) {
    if measure == .smaller { smallerCount += change }
    if measure == .edges { edgesCount += change }
  }

  /// Moves together what is left.
  private mutating func compactThresholds() {
    wastedThresholds = 0
    thresholds.removeAll(keepingCapacity: true)
    for index in indexes.values {
      records[Int(index)].firstThreshold = thresholds.count
      thresholds.append(contentsOf: rules[Int(index)].thresholds)
    }
  }
}

/// A rule as the hot path reads it.
struct RuleRecord: Sendable {
  var viewport: ViewportSlot
  /// How many watches hold it.
  var watchCount = 0
  var measure: VisibilityRule.Measure
  var firstThreshold: Int
  var thresholdCount: Int
  var hysteresis: Double
  /// The minimums, less what rounding may have taken.
  var leastOpacity: Double
  var leastArea: Double
  /// Whether a target of which all shows reaches every threshold, whatever its size.
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
  /// How many of a rule's thresholds hold, given how many held before.
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
      // A threshold that is reached now is not left, even without hysteresis.
      let exit = thresholds[record.firstThreshold + level - 1] - record.hysteresis
      if share >= exit - VisibilityRule.tolerance || isWhole { break }
      level -= 1
    }
    return level
  }

  /// Whether a target is seen at all under a rule, so that thresholds and edges count.
  @inline(__always)
  func counts(_ record: RuleRecord, _ measurement: Measurement, opacity: Double) -> Bool {
    opacity >= record.leastOpacity && measurement.isSeen
      && measurement.visibleArea >= record.leastArea
  }
}
