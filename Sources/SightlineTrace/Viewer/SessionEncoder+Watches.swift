import SightlineCore

extension SessionEncoder {
  mutating func add(_ id: ViewportID, _ new: VisibilityViewport) {
    let root = number(of: .container(new.container))
    index.viewports.append(index.nodes.containers[Int(root)])
    write(.addViewport, viewports.add(id.index, ()), root)
    edits.append(new.margins)
    edits.append(new.scrollMargins)
  }

  mutating func watch(
    _ id: WatchID, _ target: TargetID, _ viewport: ViewportID, _ condition: WatchCondition,
    _ subject: Subject
  ) {
    var watch = SessionIndex.Watch(
      target: number(of: .target(target)), viewport: viewports[viewport.index].number,
      condition: 0, number: subject.number, name: subject.name)
    switch condition {
    case .rule(let rule): watch.condition = number(of: rule)
    // The viewer shows crossings and impressions.
    case .impressions(_, let policy) where policy.reportsExposures:
      watch.condition = number(of: policy.rule)
    case .impressions(let identity, let policy):
      watch.condition = number(of: policy)
      watch.identity = identity
    }
    index.watches.append(watch)
    let kind = watch.identity == nil ? EditKind.watch : .watchForImpressions
    write(kind, watches.add(id.index, ()), watch.target, watch.viewport)
    edits.append(watch.condition)
    edits.append(0 as UInt32)
    if let identity = watch.identity { edits.append(identity.rawValue) }
  }

  mutating func restore(_ record: ImpressionRecord) {
    write(
      .restore, number(of: record.policy),
      (record.isOfSession ? 1 : 0) | (record.isOfScreenVisit ? 2 : 0)
        | (record.isOfExposure ? 4 : 0) | (record.lastImpression == nil ? 0 : 8))
    edits.append(record.identity.rawValue)
    edits.append(Int64(record.count))
    edits.append(record.lastImpression.map { ($0 - start).saturatedNanoseconds } ?? 0)
    edits.append(Int64(record.day))
    edits.append(Int64(record.countOnDay))
  }

  private mutating func number(of rule: VisibilityRule) -> UInt32 {
    let (number, isNew) = index.rules.number(of: rule)
    if !isNew { return number }
    write(.setRule, number, UInt32(rule.measure.rawValue), UInt32(rule.thresholds.count))
    for number in VisibilityRule.Number.allCases { edits.append(rule[number]) }
    for threshold in rule.thresholds { edits.append(threshold) }
    return number
  }

  mutating func number(of policy: ImpressionPolicy) -> UInt32 {
    let rule = number(of: policy.rule)
    let (number, isNew) = index.policies.number(of: policy)
    if !isNew { return number }
    let fields = TraceImpressions(of: ItemIdentity(0), policy)
    write(.setPolicy, number, rule, fields.repetition.rawValue)
    edits.append((fields.isCumulative ? 1 : 0) | (fields.pausesWhenInactive ? 2 : 0) as UInt32)
    edits.append(0 as UInt32)
    edits.append(fields.dwell)
    edits.append(fields.number)
    edits.append(fields.scrollSpeedLimit ?? 0)
    return number
  }
}
