#if Log
internal import Foundation
internal import GRDB

// Repetition that outlives the process: what was seen in earlier launches, and what the engine has
// forgotten since.
extension ImpressionLog {
  /// What is known of an item at once.
  public enum Recollection: Hashable, Sendable {
    /// It was seen.
    case seen(LoggedMemory)
    /// It never was, as far as the log reaches back.
    case neverSeen
    /// Nobody has asked the file yet: ``ImpressionLog/recollect(_:under:)``.
    case unknown
  }

  /// What is known of an item under a policy, without asking the file: for every frame.
  ///
  /// It knows what ``recollect(_:under:)`` and ``recollectLatest(_:under:)`` have brought and what
  /// was written since, up to ``LogConfiguration/recollectionCapacity`` answers.
  ///
  /// - Complexity: O(1); no I/O.
  public func recollection(of item: ItemKey, under policy: ImpressionPolicy) -> Recollection {
    switch writer.recollections.answer(item, policy) {
    case .some(.some(let memory)): .seen(memory)
    case .some(.none): .neverSeen
    case .none: .unknown
    }
  }

  /// What is known of some items under a policy; those that were never seen are left out. Ask for a
  /// page of items when it is loaded, before they come on screen; the answers are held.
  ///
  /// - Complexity: O(items); some microseconds each, off the calling thread.
  @discardableResult
  public func recollect(
    _ items: [ItemKey], under policy: ImpressionPolicy
  ) async throws(LogError) -> [LoggedMemory] {
    try await writer.perform { writer, pool in
      try pool.foldMemories()
      let parameters = policy.parameters
      let answers = try pool.read { db in
        try items.map { item in
          let memory = try Memories.fetch(item, parameters: parameters, policy: policy, db)
          return (LoggedMemory.Key(item: item, policy: policy), memory)
        }
      }
      writer.recollections.take(answers)
      return answers.compactMap(\.1)
    }
  }

  /// What was seen last under some policies, the newest at the end: what an engine restores when an
  /// app starts.
  ///
  /// - Parameters:
  ///   - limit: how many at most; the engine's `impressionCapacity` is enough.
  ///   - policies: the policies in use. One of which any number differs is another policy.
  /// - Returns: one memory for each item and policy.
  public func recollectLatest(
    _ limit: Int = VisibilityEngine.defaultImpressionCapacity, under policies: [ImpressionPolicy]
  ) async throws(LogError) -> [LoggedMemory] {
    try await writer.perform { writer, pool in
      try pool.foldMemories()
      let byParameters = Dictionary(
        policies.map { ($0.parameters, $0) }, uniquingKeysWith: { first, _ in first })
      let memories = try pool.read { try Memories.latest(limit, under: byParameters, $0) }
      writer.recollections.take(memories.map { ($0.key, $0) })
      return memories
    }
  }
}

extension DatabasePool {
  fileprivate func foldMemories() throws {
    try write { db in
      var head = try LogHead(db)
      if head.foldedBefore == head.nextPosition { return }
      try Memories.fold(&head, db)
      try head.write(db)
    }
  }
}
#endif
