#if Log
internal import Foundation

extension ImpressionLog {
  /// Makes the log follow the windows' sessions: when one begins, by
  /// `VisibilitySession.beginSession(_:)` or after a time in the background, subsequent events
  /// belong to it. Call it once, at launch.
  ///
  /// As with once-per-session counts, a dwell reached by a window's next pass still belongs to the
  /// previous session. Events also name that session (``LoggedEvent/previousSession``).
  ///
  /// The log also follows the windows' person. When the windows forget all impressions, or those of
  /// an id that is an ``ItemKeyConvertible``, so does the file, for that person.
  ///
  /// - Parameter session: the session of the windows.
  @MainActor
  public func follow(_ session: VisibilitySession = .shared) {
    person = session.person
    let begin: @MainActor (String?, String?) -> VisibilitySession.SessionEnd = {
      [weak self, weak session] name, person in
      let last = self?.writer.events.withState { state in
        defer { state.begin(name, of: person) }
        return state.session
      }
      if let self, let session, last?.person != person {
        // If this fails, items count again.
        Task { try? await self.restoreRecords(to: session) }
      }
      return { [weak self] isEnding in
        self?.writer.events.withState { $0.ending = isEnding ? last : nil }
      }
    }
    session.follow(as: ObjectIdentifier(self), begin) { [weak self] id in
      let item = (id?.base as? any ItemKeyConvertible)?.itemKey
      if id == nil || item != nil { self?.forgetRecords(of: item) }
    }
  }

  /// Restores the counts of earlier launches, and the calendar day, to the windows, and follows
  /// their sessions from then on. Call it before the windows show the items: until then, items seen
  /// earlier count again.
  ///
  /// The counts are those of the session's person. When another person signs in, theirs are
  /// restored. If the file cannot be read yet, they are restored once it can.
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
    writer.events.withState { $0.restoredPolicies = policies }
    try await restoreRecords(to: session)
  }

  /// Restores the person's impressions once the file can be used.
  @MainActor
  private func restoreRecords(to session: VisibilitySession) async throws(LogError) {
    let (person, policies) = writer.events.withState { ($0.session.person, $0.restoredPolicies) }
    if policies.isEmpty { return }
    let records: [LoggedRecord]
    do throws(LogError) {
      records = try await latestRecords(session.impressionCapacity, under: policies)
    } catch {
      guard writer.isAwaited else { throw error }
      return writer.whenOpen { [weak self, weak session] in
        Task { @MainActor in
          if let self, let session { try? await self.restoreRecords(to: session) }
        }
      }
    }
    if session.person != person { return }
    for record in records {
      session.restore(
        record.impressionRecord(time: Date(milliseconds: writer.configuration.clock.now)),
        of: record.item.id, isOfSession: record.session == self.session)
    }
  }
}

extension ImpressionLog: ImpressionRecorder {
  /// Records an impression on the log's current screen.
  public nonisolated func record(
    _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) {
    writer.events.withState { $0.exposures.countImpression(of: item, under: policy) }
    record(LogEntry(impression, of: item, under: policy, at: now))
  }

  /// Records an exposure that has ended, with its impressions, on the log's current screen.
  ///
  /// An exposure in progress is written as a heartbeat (``LogConfiguration/heartbeat``): if the
  /// process is killed, a later one records it with its length at the last heartbeat, and the
  /// visible fraction at its beginning.
  public nonisolated func record(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) {
    guard let end = exposure.end else {
      let began = writer.configuration.clock.uptime() - (now - exposure.start)
      let schedules = writer.events.withState { state in
        state.exposures.begin(exposure, of: item, under: policy, at: began)
        defer { state.exposures.isBeating = true }
        return !state.exposures.isBeating
      }
      if schedules { writer.scheduleBeat() }
      return
    }
    let (impressions, number) = writer.events.withState {
      $0.exposures.end(exposure, of: item, under: policy)
    }
    record(
      .exposure(
        of: item, under: policy, lasting: exposure.duration,
        greatestFraction: exposure.greatestFraction, impressions: impressions,
        age: max(.zero, now - end)),
      exposure: number)
  }
}
#endif
