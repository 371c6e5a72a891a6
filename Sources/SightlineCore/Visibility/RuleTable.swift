/// The distinct rules of an engine, flattened for the hot path, each with its viewport.
///
/// A watch holds a 32-bit index into this table. Rules that are equal share an entry; the entries of
/// a viewport go with it.
struct RuleTable: Sendable {
  private struct Key: Hashable, Sendable {
    var rule: VisibilityRule
    var viewport: UInt32
  }

  private(set) var records: ContiguousArray<RuleRecord> = []
  private(set) var thresholds: ContiguousArray<Double> = []
  private var indexes: [Key: UInt32] = [:]
  private var last: (key: Key, index: UInt32)?
  private var free: ContiguousArray<UInt32> = []

  /// The index of a rule, which is added if it is new.
  mutating func intern(_ rule: VisibilityRule, viewport: UInt32, isWeb: Bool) -> UInt32 {
    let key = Key(rule: rule, viewport: viewport)
    // Most hosts watch a million targets under one rule.
    if let last, last.key == key { return last.index }
    let index: UInt32
    if let known = indexes[key] {
      index = known
    } else {
      let record = RuleRecord(
        rule: rule, viewport: viewport, isWeb: isWeb, firstThreshold: thresholds.count)
      thresholds.append(contentsOf: rule.thresholds)
      if let reused = free.popLast() {
        index = reused
        records[Int(index)] = record
      } else {
        index = UInt32(records.count)
        records.append(record)
      }
      indexes[key] = index
    }
    last = (key, index)
    return index
  }

  /// Forgets the rules of a viewport. No watch may refer to them any more.
  mutating func removeRules(ofViewport viewport: UInt32) {
    last = nil
    for (key, index) in indexes where key.viewport == viewport { free.append(index) }
    indexes = indexes.filter { $0.key.viewport != viewport }
    // What is left moves together, so that viewports that come and go leave nothing behind.
    thresholds.removeAll(keepingCapacity: true)
    for index in indexes.values {
      records[Int(index)].firstThreshold = thresholds.count
      thresholds.append(contentsOf: records[Int(index)].rule.thresholds)
    }
  }
}

/// A rule as the hot path reads it.
struct RuleRecord: Sendable {
  var rule: VisibilityRule
  var viewport: UInt32
  var measure: VisibilityRule.Measure
  var isWeb: Bool
  var firstThreshold: Int
  var thresholdCount: Int
  var hysteresis: Double
  var minimumOpacity: Double

  init(rule: VisibilityRule, viewport: UInt32, isWeb: Bool, firstThreshold: Int) {
    self.rule = rule
    self.viewport = viewport
    self.isWeb = isWeb
    self.firstThreshold = firstThreshold
    measure = rule.measure
    thresholdCount = rule.thresholds.count
    hysteresis = rule.hysteresis
    minimumOpacity = rule.minimumOpacity
  }
}

extension RuleTable {
  /// How many of a rule's thresholds hold, given how many held before.
  ///
  /// - Parameters:
  ///   - edges: the edges seen since the target came on screen, for `VisibilityRule.Measure.edges`.
  func level(
    _ rule: Int, _ measurement: Measurement, opacity: Double, current: Int, edges: UInt8
  ) -> Int {
    let record = records[rule]
    if record.isWeb { return webLevel(record, measurement) }
    guard opacity >= record.minimumOpacity - VisibilityRule.tolerance, measurement.isSeen else {
      return 0
    }
    if record.measure == .edges {
      return current == 1 || edges == Measurement.Edges.all ? 1 : 0
    }
    let share = measurement.share(of: record.measure)
    let isAllOfItem = record.measure == .item && measurement.isFull
    var level = current
    while level < record.thresholdCount {
      let threshold = thresholds[record.firstThreshold + level]
      guard share >= threshold - VisibilityRule.tolerance || isAllOfItem else { break }
      level += 1
    }
    while level > 0 {
      // A threshold that is reached now is not left, even without hysteresis.
      let exit = thresholds[record.firstThreshold + level - 1] - record.hysteresis
      if share >= exit - VisibilityRule.tolerance || isAllOfItem { break }
      level -= 1
    }
    return level
  }

  /// The web's way: 32-bit numbers, no tolerance, touching is enough for a threshold of 0.
  private func webLevel(_ record: RuleRecord, _ measurement: Measurement) -> Int {
    guard measurement.isIntersecting else { return 0 }
    let fraction = Float(measurement.fraction)
    var level = 0
    for i in 0..<record.thresholdCount
    where Float(thresholds[record.firstThreshold + i]) <= fraction {
      level = i + 1
    }
    return level
  }
}
