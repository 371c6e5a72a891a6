import SightlineCore

// Rules, policies and watches.
extension EngineSession {
  mutating func setRule(_ number: UInt32, _ reader: inout EditReader) throws(Refusal) {
    let measure = reader.u32()
    let count = reader.u32()
    var rule = VisibilityRule.fully
    var isInRange = true
    for number in VisibilityRule.Number.allCases {
      let value = reader.f64()
      if number.notation.range.contains(value) { rule[number] = value } else { isInRange = false }
    }
    guard isInRange, (1...UInt32(VisibilityRule.maximumThresholds)).contains(count),
      let measure = UInt8(exactly: measure).flatMap({ VisibilityRule.Measure(rawValue: $0) })
    else { throw reader.isCutOff ? .cutOff : .badValue }
    var thresholds: [Double] = []
    for _ in 0..<count {
      let threshold = reader.f64()
      if reader.isCutOff { throw .cutOff }
      // Written so that NaN fails too.
      guard threshold >= 0 && threshold <= 1 else { throw .badValue }
      thresholds.append(threshold)
    }
    if number >= Names<Void>.limit { throw .numberTooLarge }
    while rules.count <= Int(number) { rules.append(nil) }
    rules[Int(number)] = VisibilityRule.thresholds(thresholds, of: measure).numbers(of: rule)
  }

  mutating func setPolicy(_ number: UInt32, _ reader: inout EditReader) throws(Refusal) {
    let rule = reader.u32()
    let kind = reader.u32()
    let flags = reader.u32()
    _ = reader.u32()
    let dwell = reader.i64()
    let value = reader.i64()
    let speedLimit = reader.f64()
    if reader.isCutOff { throw .cutOff }
    guard let kind = ImpressionRepetition.Kind(rawValue: kind),
      let repetition = ImpressionRepetition(kind, number: value), dwell >= 0, speedLimit >= 0
    else { throw .badValue }
    if number >= Names<Void>.limit { throw .numberTooLarge }
    let policy = ImpressionPolicy(
      rule: try self.rule(rule), dwell: .nanoseconds(dwell),
      accumulation: flags & 1 == 0 ? .continuous : .cumulative,
      inactivity: flags & 2 == 0 ? .drops : .pauses, repetition: repetition,
      scrollSpeedLimit: speedLimit > 0 ? speedLimit : nil)
    while policies.count <= Int(number) { policies.append(nil) }
    policies[Int(number)] = policy
  }

  mutating func restore(_ number: UInt32, _ reader: inout EditReader) throws(Refusal) {
    let flags = reader.u32()
    _ = reader.u32()
    let identity = ItemIdentity(reader.u64())
    let (count, time, day, countOnDay) = (
      reader.i64(), reader.i64(), reader.i64(), reader.i64()
    )
    if reader.isCutOff { throw .cutOff }
    guard count > 0, countOnDay >= 0 else { throw .badValue }
    var record = ImpressionRecord(
      identity: identity, policy: try policy(number), count: Int(clamping: count),
      lastImpression: flags & 8 == 0 ? nil : MonotonicTime(nanoseconds: time),
      day: Int(clamping: day), countOnDay: Int(clamping: countOnDay))
    record.isOfSession = flags & 1 != 0
    record.isOfScreenVisit = flags & 2 != 0
    record.isOfExposure = flags & 4 != 0
    engine.adopt(record)
  }

  mutating func editWatch(
    _ kind: EditKind, _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) {
    if kind == .unwatch {
      engine.edit(.unwatch(try watch(number)))
      return
    }
    let target = reader.u32()
    let viewport = reader.u32()
    let condition = reader.u32()
    _ = reader.u32()
    let identity = kind == .watch ? 0 : reader.u64()
    if reader.isCutOff { throw .cutOff }
    try checkFree(number, isInUse: (try? self.watch(number)) != nil)
    let watched = try self.target(target)
    let window = try self.viewport(viewport)
    let id =
      kind == .watch
      ? engine.watch(watched, try rule(condition), in: window)
      : engine.watch(
        watched, for: try policy(condition), of: ItemIdentity(identity), in: window)
    name(id, number, target)
  }
}
