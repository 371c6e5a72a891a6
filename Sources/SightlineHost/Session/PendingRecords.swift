import SightlineCore

/// Records restored from an earlier launch, held until a pass supplies the time. Until then,
/// their times are relative to a zero that stands for the present.
struct PendingRecords {
  struct Entry {
    var id: AnyHashable
    var record: ImpressionRecord
  }

  private var entries: [Entry] = []
  /// For each forgotten id, the number of entries at that time. Entries are removed in one pass
  /// over the list, so forgetting many ids does not scan it once for each.
  private var forgotten: [AnyHashable: Int] = [:]
  /// Numbers of entries that are kept only if their item has been seen since a time on the clock
  /// that goes on during sleep.
  private var limits: [(count: Int, time: MonotonicTime)] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ record: ImpressionRecord, of id: AnyHashable, _ isOfSession: Bool) {
    var record = record
    record.isOfSession = isOfSession
    record.lastSeen = record.lastImpression ?? .zero
    entries.append(Entry(id: id, record: record))
  }

  mutating func beginSession() {
    for index in entries.indices { entries[index].record.isOfSession = false }
  }

  mutating func forget(_ id: AnyHashable) {
    if !entries.isEmpty { forgotten[id] = entries.count }
  }

  mutating func forget(notSeenSince time: MonotonicTime) {
    if !entries.isEmpty { limits.append((entries.count, time)) }
  }

  /// Removes all entries and returns those that are not forgotten, with zero mapped to `now`, on
  /// the clock that goes on during sleep.
  mutating func take(at now: MonotonicTime) -> [Entry] {
    defer { self = PendingRecords() }
    return entries.indices.compactMap { index in
      var entry = entries[index]
      func moved(_ time: MonotonicTime) -> MonotonicTime { now + (min(time, .zero) - .zero) }
      entry.record.lastSeen = moved(entry.record.lastSeen)
      entry.record.lastImpression = entry.record.lastImpression.map(moved)
      let isForgotten =
        index < forgotten[entry.id, default: 0]
        || limits.contains { index < $0.count && entry.record.lastSeen < $0.time }
      return isForgotten ? nil : entry
    }
  }
}

extension ImpressionRecord {
  /// Returns this record merged with an engine's record of the item, if any.
  func merged(with engine: VisibilityEngine) -> ImpressionRecord {
    engine.record(of: identity, for: policy).map { merged(with: $0) } ?? self
  }
}
