#if Log
extension ImpressionLog: ImpressionRecorder {
  /// Records an impression on the log's current screen.
  public func record(
    _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) {
    writer.events.withState { $0.exposures.countImpression(of: item, under: policy) }
    record(LogEntry(impression, of: item, under: policy, at: now))
  }

  /// Records an exposure that has ended, with its impressions, on the log's current screen.
  ///
  /// An exposure in progress is written as a heartbeat (``LogConfiguration/heartbeat``): if the
  /// process is killed, a later one records it with its length at the last heartbeat.
  public func record(
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
