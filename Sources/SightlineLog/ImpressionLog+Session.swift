#if Log
internal import Foundation

extension ImpressionLog {
  /// Makes the sessions of the windows those of the log: when one begins, by
  /// `VisibilitySession.beginSession(_:)` or after a time in the background, subsequent events
  /// belong to it. Call it once, at launch.
  ///
  /// Events name the session before theirs (``LoggedEvent/previousSession``).
  ///
  /// - Parameter session: the session of the windows.
  @MainActor
  public func follow(_ session: VisibilitySession = .shared) {
    session.follow(as: ObjectIdentifier(self)) { [weak self] name in
      self?.session = name ?? UUID().uuidString.lowercased()
    }
  }

  /// Restores the counts of earlier launches, and the calendar day, to the windows, whose sessions
  /// the log follows from then on. Call it before they show the items: an item seen before counts
  /// again until then.
  ///
  /// - Parameters:
  ///   - session: the session of the windows.
  ///   - policies: the policies in use.
  @MainActor
  public func restore(
    to session: VisibilitySession = .shared, under policies: [ImpressionPolicy]
  ) async throws(LogError) {
    follow(session)
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
