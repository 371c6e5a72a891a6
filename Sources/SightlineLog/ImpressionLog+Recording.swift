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
  /// Exposures in progress when the process ends are not logged.
  public func record(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) {
    guard let end = exposure.end else {
      return writer.events.withState { $0.exposures.begin(item, under: policy) }
    }
    let impressions = writer.events.withState { $0.exposures.end(item, under: policy) }
    record(
      .exposure(
        of: item, under: policy, lasting: exposure.duration,
        greatestFraction: exposure.greatestFraction, impressions: impressions,
        age: max(.zero, now - end)))
  }
}
#endif
