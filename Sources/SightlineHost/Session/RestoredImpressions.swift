import SightlineCore

/// Impressions restored from an earlier launch, held until a pass supplies the time. Until then,
/// their times are relative to a zero that stands for the present.
struct RestoredImpressions {
  struct Entry {
    var id: AnyHashable
    var impression: SharedImpression
  }

  private var entries: [Entry] = []
  /// For each forgotten id, the number of entries at that time. Entries are removed in one pass
  /// over the list, so forgetting many ids does not scan it once for each.
  private var forgotten: [AnyHashable: Int] = [:]
  /// Numbers of entries that are kept only if their item has been seen since a time on the clock
  /// that goes on during sleep.
  private var limits: [(count: Int, time: MonotonicTime)] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ memory: ImpressionMemory, of id: AnyHashable, _ isOfSession: Bool) {
    let impression = SharedImpression(
      memory: memory, isOfSession: isOfSession, lastSeen: memory.lastImpression ?? .zero)
    entries.append(Entry(id: id, impression: impression))
  }

  mutating func beginSession() {
    for index in entries.indices { entries[index].impression.isOfSession = false }
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
    defer { self = RestoredImpressions() }
    return entries.indices.compactMap { index in
      var entry = entries[index]
      func moved(_ time: MonotonicTime) -> MonotonicTime { now + (min(time, .zero) - .zero) }
      entry.impression.lastSeen = moved(entry.impression.lastSeen)
      entry.impression.memory.lastImpression = entry.impression.memory.lastImpression.map(moved)
      let isForgotten =
        index < forgotten[entry.id, default: 0]
        || limits.contains { index < $0.count && entry.impression.lastSeen < $0.time }
      return isForgotten ? nil : entry
    }
  }
}

extension SharedImpression {
  /// Returns this impression merged with an engine's record of the item, if any.
  func merged(with engine: VisibilityEngine) -> SharedImpression {
    engine.sharedImpression(of: memory.identity, for: memory.policy).map { merged(with: $0) }
      ?? self
  }
}
