import SightlineCore

/// What was seen in an earlier launch, as long as no pass has said what time it is: the last
/// impressions are before a zero that is the present.
struct RestoredImpressions {
  struct Entry {
    var id: AnyHashable
    var impression: SharedImpression
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Of more than the capacity, the last ones stay, as in `VisibilityEngine.restore(_:)`.
  mutating func add(
    _ memory: ImpressionMemory, of id: AnyHashable, _ isOfSession: Bool, capacity: Int
  ) {
    entries.append(
      Entry(
        id: id,
        impression: SharedImpression(
          memory: memory, isOfSession: isOfSession, lastSeen: memory.lastImpression ?? .zero)))
    // Half of twice as many at once, so that a long list is not moved for each.
    if entries.count >= 2 * capacity { entries.removeFirst(entries.count - capacity) }
  }

  mutating func beginSession() {
    for index in entries.indices { entries[index].impression.isOfSession = false }
  }

  mutating func forget(_ id: AnyHashable) { entries.removeAll { $0.id == id } }

  /// Gives all away, with zero put to a time.
  mutating func take(at now: MonotonicTime) -> [Entry] {
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
  /// What an engine has to know where it may have counted the same item meanwhile: nothing that it
  /// has counted later is taken back.
  func after(_ engine: VisibilityEngine) -> SharedImpression {
    guard let known = engine.sharedImpression(of: memory.identity, for: memory.policy) else {
      return self
    }
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
