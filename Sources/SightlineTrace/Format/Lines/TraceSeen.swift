import SightlineCore

/// The impressions of an item so far: from before the recording, an earlier launch or another
/// window.
struct TraceSeen: TraceRecord {
  var step = 0
  private var rule = TraceRule()
  private var see = TraceImpressions()
  private var count = 1
  private var time: Int64?
  private var day = 0
  private var countOnDay = 0
  private var isOfSession = false
  private var isOfScreenVisit = false
  private var isOfExposure = false

  static let format = LineFormat<TraceSeen>(
    "seen",
    [
      .required("s", \.step, .count),
      .required("rule", \.rule, .object),
      .required("see", \.see, .object),
      .required("n", \.count, .integer(1 ... .max)),
      .optional("ns", \.time, .nanoseconds),
      .optional("day", \.day, .integer(.min ... .max), default: 0),
      .optional("today", \.countOnDay, .integer(0 ... .max), default: 0),
      .optional("session", \.isOfSession, .bool, default: false),
      .optional("visit", \.isOfScreenVisit, .bool, default: false),
      .optional("shown", \.isOfExposure, .bool, default: false),
    ])

  init() {}

  init(_ record: ImpressionRecord, step: Int) {
    self.step = step
    rule = TraceRule(record.policy.rule)
    see = TraceImpressions(of: record.identity, record.policy)
    count = record.count
    time = record.lastImpression?.nanoseconds
    (day, countOnDay) = (record.day, max(0, record.countOnDay))
    isOfSession = record.isOfSession
    isOfScreenVisit = record.isOfScreenVisit
    isOfExposure = record.isOfExposure
  }

  var record: ImpressionRecord {
    var record = ImpressionRecord(
      identity: see.identity, policy: see.policy(rule.rule), count: count,
      lastImpression: time.map(MonotonicTime.init(nanoseconds:)), day: day, countOnDay: countOnDay)
    record.isOfSession = isOfSession
    record.isOfScreenVisit = isOfScreenVisit
    record.isOfExposure = isOfExposure
    return record
  }
}
