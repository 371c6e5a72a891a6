#if Log
internal import Foundation
internal import GRDB

// Repetition across launches: impressions from earlier launches, and those evicted from the engine.
// Queries apply to the current person.
extension ImpressionLog {
  /// A cached answer about an item's past impressions.
  public enum History: Hashable, Sendable {
    /// The item has been seen.
    case seen(LoggedRecord)
    /// The item has never been seen, as far back as the log goes.
    case neverSeen
    /// The file hasn't been queried yet. See ``ImpressionLog/loadHistory(of:under:)``.
    case unknown
  }

  /// Returns the cached answer for an item under a policy, without reading the file. Cheap enough
  /// to call every frame.
  ///
  /// The cache holds the results of ``loadHistory(of:under:)`` and ``latestRecords(_:under:)``,
  /// updated with later writes, up to ``LogConfiguration/historyCapacity`` answers.
  ///
  /// - Complexity: O(1); no I/O.
  public func history(of item: ItemKey, under policy: ImpressionPolicy) -> History {
    switch writer.recordCache.answer(.init(item: item, policy: policy, person: person)) {
    case .some(.some(let record)): .seen(record)
    case .some(.none): .neverSeen
    case .none: .unknown
    }
  }

  /// Returns the records of some items under a policy, omitting items never seen. The answers are
  /// cached. Call this when a page of items loads, before they come on screen.
  ///
  /// - Complexity: O(items); a few microseconds each, off the calling thread.
  @discardableResult
  public func loadHistory(
    of items: [ItemKey], under policy: ImpressionPolicy
  ) async throws(LogError) -> [LoggedRecord] {
    let person = person
    return try await writer.perform { writer, pool in
      let parameters = policy.parameters
      let answers = try pool.write { db in
        try RecordStore.fold(db)
        return try items.map { item in
          let record = try RecordStore.fetch(
            item, of: person, parameters: parameters, policy: policy, db)
          return (LoggedRecord.Key(item: item, policy: policy, person: person), record)
        }
      }
      writer.recordCache.take(answers)
      return answers.compactMap(\.1)
    }
  }

  /// Returns the latest records under some policies, oldest first, for restoring an engine when an
  /// app starts.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of records; the engine's `impressionCapacity` is enough.
  ///   - policies: the policies in use. Policies that differ in any number are different policies.
  /// - Returns: one record for each item and policy.
  public func latestRecords(
    _ limit: Int = VisibilityEngine.defaultImpressionCapacity, under policies: [ImpressionPolicy]
  ) async throws(LogError) -> [LoggedRecord] {
    let person = person
    return try await writer.perform { writer, pool in
      let byParameters = Dictionary(
        policies.map { ($0.parameters, $0) }, uniquingKeysWith: { first, _ in first })
      let records = try pool.write { db in
        try RecordStore.fold(db)
        return try RecordStore.latest(limit, of: person, under: byParameters, db)
      }
      writer.recordCache.take(records.map { ($0.key, $0) })
      return records
    }
  }

  /// Forgets the current person's impressions of one item or of all items, so that they may count
  /// again. Events are kept and still delivered. The file is updated with the next batch.
  ///
  /// In an app with windows, call `VisibilitySession.forgetAllImpressions()` or
  /// `forgetImpressions(of:)` instead, which also apply to the logs that follow the session.
  ///
  /// - Complexity: O(answers cached); no I/O.
  public func forgetRecords(of item: ItemKey? = nil) {
    writer.recordCache.forgetAll()
    let schedules = writer.events.withState { state in
      state.forgotten.insert(ForgottenRecords(person: state.session.person, item: item))
      return state.schedules()
    }
    if schedules { writer.schedule(after: writer.configuration.batchDelay) }
  }
}
#endif
