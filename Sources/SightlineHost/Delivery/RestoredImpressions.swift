import SightlineCore

/// Impressions restored from an earlier launch, held until a pass supplies the time. Until then,
/// their times are relative to a zero that stands for the present.
struct RestoredImpressions {
  struct Entry {
    var id: AnyHashable
    var impression: SharedImpression
    /// Its sequence number among all entries ever added.
    var number: Int
  }

  private var entries: [Entry] = []
  private var nextNumber = 0
  /// For each forgotten id, the value of `nextNumber` at that time. Entries are removed in one pass
  /// over the list, so forgetting many ids does not scan it once for each.
  private var forgotten: [AnyHashable: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an entry. Above the capacity only the most recent entries stay, as in
  /// `VisibilityEngine.restore(_:)`.
  mutating func add(
    _ memory: ImpressionMemory, of id: AnyHashable, _ isOfSession: Bool, capacity: Int
  ) {
    entries.append(
      Entry(
        id: id,
        impression: SharedImpression(
          memory: memory, isOfSession: isOfSession, lastSeen: memory.lastImpression ?? .zero),
        number: nextNumber))
    nextNumber += 1
    // Trim to the capacity only at twice the capacity, so adding does not shift a long list each
    // time.
    if entries.count / 2 >= capacity {
      dropForgotten()
      entries.removeFirst(max(0, entries.count - capacity))
    }
  }

  mutating func beginSession() {
    for index in entries.indices { entries[index].impression.isOfSession = false }
  }

  mutating func forget(_ id: AnyHashable) { if !entries.isEmpty { forgotten[id] = nextNumber } }

  private mutating func dropForgotten() {
    if forgotten.isEmpty { return }
    entries.removeAll { $0.number < forgotten[$0.id, default: 0] }
    forgotten = [:]
  }

  /// Removes and returns all entries, with zero mapped to `now`.
  mutating func take(at now: MonotonicTime) -> [Entry] {
    dropForgotten()
    defer { entries = [] }
    return entries.map { entry in
      var entry = entry
      func moved(_ time: MonotonicTime) -> MonotonicTime { now + (min(time, .zero) - .zero) }
      entry.impression.lastSeen = moved(entry.impression.lastSeen)
      entry.impression.memory.lastImpression = entry.impression.memory.lastImpression.map(moved)
      return entry
    }
  }
}

extension SharedImpression {
  /// Returns this impression merged with the engine's own record of the item, or `nil` if that has
  /// as many. Anything the engine has counted since is kept.
  func after(_ engine: VisibilityEngine) -> SharedImpression? {
    guard let known = engine.sharedImpression(of: memory.identity, for: memory.policy) else {
      return self
    }
    if known.memory.count >= memory.count { return nil }
    var shared = self
    shared.isOfSession = isOfSession || known.isOfSession
    shared.lastSeen = max(lastSeen, known.lastSeen)
    shared.memory.lastImpression = [memory.lastImpression, known.memory.lastImpression]
      .compactMap { $0 }.max()
    if known.memory.day > memory.day {
      (shared.memory.day, shared.memory.countOnDay) = (known.memory.day, known.memory.countOnDay)
    } else if known.memory.day == memory.day {
      shared.memory.countOnDay = max(memory.countOnDay, known.memory.countOnDay)
    }
    return shared
  }
}
