#if Log
public import Foundation

extension ImpressionLog {
  /// Begins a session in the log and in the windows: subsequent events belong to it, and
  /// impressions limited to once a session can count again.
  ///
  /// Its events name the session before (``LoggedEvent/previousSession``).
  ///
  /// - Parameters:
  ///   - name: the session's name; random by default.
  ///   - session: the session of the windows.
  @MainActor
  public func beginSession(
    _ name: String = UUID().uuidString.lowercased(), in session: VisibilitySession = .shared
  ) {
    self.session = name
    session.beginSession()
  }

  /// Restores the counts of earlier launches, and the calendar day, to the windows. Call it before
  /// they show the items: an item seen before counts again until then.
  ///
  /// - Parameters:
  ///   - session: the session of the windows.
  ///   - policies: the policies in use.
  @MainActor
  public func restore(
    to session: VisibilitySession = .shared, under policies: [ImpressionPolicy]
  ) async throws(LogError) {
    session.beginDay(today)
    let memories = try await recollectLatest(session.impressionCapacity, under: policies)
    for memory in memories {
      session.restore(
        memory.impressionMemory(time: Date(milliseconds: writer.configuration.clock.now)),
        of: memory.item.id, isOfSession: memory.session == self.session)
    }
  }
}
#endif
