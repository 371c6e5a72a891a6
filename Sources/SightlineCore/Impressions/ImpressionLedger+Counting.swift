// Counts impressions.
extension ImpressionLedger {
  /// Counts an entry whose dwell has been reached.
  ///
  /// - Parameter start: the beginning of the span that ends now.
  mutating func collectDue(
    _ index: EntrySlot, at now: MonotonicTime, since start: MonotonicTime? = nil
  ) {
    let due = entries[index].dueTime(policies[entries[index].policy], period, asleep)
    let time = start.map { max($0, due) } ?? due
    // `never` is not due, even in a pass at that time.
    guard time <= now && time < .never else { return }
    // Uses the later sleep total: a cool-down may end late, but never early.
    entries[index].count(at: time, nextAsleep, period)
    let entry = entries[index]
    self.due.append(
      (
        entry.order, UInt64(index.index),
        Impression(
          identity: entry.identity, target: entry.target, watch: entry.watch, time: time,
          count: entry.count, exposure: entry.exposure(at: time))
      ))
  }

  /// Orders the impressions of each item by time, even if a view registered earlier shows the later
  /// one.
  mutating func orderEachItemByTime() {
    exchangeKeys()
    sortDue()
    for index in due.indices.dropFirst() where due[index].key == due[index - 1].key {
      due[index].otherKey = max(due[index].otherKey, due[index - 1].otherKey)
    }
    exchangeKeys()
  }

  private mutating func exchangeKeys() {
    for index in due.indices {
      (due[index].key, due[index].otherKey) = (due[index].otherKey, due[index].key)
    }
  }

  /// Not inlined, because each copy of the sort takes a kilobyte.
  @inline(never)
  private mutating func sortDue() {
    due.sort { ($0.key, $0.impression.time) < ($1.key, $1.impression.time) }
  }

  /// Appends the impressions of a pass in the order of registration of their watches.
  mutating func report(into impressions: inout ContiguousArray<Impression>) {
    if due.isEmpty { return }
    sortDue()
    for item in due { impressions.append(item.impression) }
  }
}
