#if Log
internal import Foundation

extension ImpressionLog {
  /// Makes the sessions of the windows those of the log: when one begins, by
  /// `VisibilitySession.beginSession(_:)` or after a time in the background, subsequent events
  /// belong to it. Call it once, at launch.
  ///
  /// As with once-per-session counts, a dwell reached by a window's next pass still belongs to the
  /// session before. Events name that session, too (``LoggedEvent/previousSession``).
  ///
  /// - Parameter session: the session of the windows.
  @MainActor
  public func follow(_ session: VisibilitySession = .shared) {
    session.follow(as: ObjectIdentifier(self)) { [weak self] name in
      let last = self?.writer.events.withState { $0.session }
      self?.session = name ?? UUID().uuidString.lowercased()
      return { [weak self] isEnding in
        self?.writer.events.withState { $0.ending = isEnding ? last : nil }
      }
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
