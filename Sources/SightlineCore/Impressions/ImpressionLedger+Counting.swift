// Counts impressions.
extension ImpressionLedger {
  /// Counts an entry whose dwell has been reached.
  mutating func collectDue(_ index: EntrySlot, at now: MonotonicTime) {
    let time = entries[index].dueTime(policies[entries[index].policy], period)
    // `never` is not due even for a pass at that time.
    guard time <= now && time < .never else { return }
    entries[index].count(at: time, period)
    let entry = entries[index]
    due.append(
      (
        entry.order, index,
        Impression(
          identity: entry.identity, target: entry.target, watch: entry.watch, time: time,
          count: entry.count, exposure: entry.exposure(at: time))
      ))
  }

  /// Keeps the impressions of an item in the order of their times, even if a view registered earlier
  /// shows it at the second one.
  mutating func orderEachItemByTime() {
    sort(&due) { ($0.entry.index, $0.impression.time) < ($1.entry.index, $1.impression.time) }
    for index in due.indices.dropFirst() where due[index].entry == due[index - 1].entry {
      due[index].key = max(due[index].key, due[index - 1].key)
    }
  }

  /// Appends the impressions of a pass in the order of registration of their watches.
  mutating func report(into impressions: inout ContiguousArray<Impression>) {
    if due.isEmpty { return }
    sort(&due) { ($0.key, $0.impression.time) < ($1.key, $1.impression.time) }
    for item in due { impressions.append(item.impression) }
  }
}
