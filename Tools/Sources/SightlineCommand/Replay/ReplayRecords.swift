import SightlineTrace

extension JSONRecord {
  /// An event, as printed by `sightline replay --json`.
  ///
  /// - Parameter time: the time since the first step.
  init(_ event: ReplayEvent, at time: Duration, trace: String) {
    self = [
      "trace": trace, "step": event.step, "ms": time.milliseconds,
      // The target's node, and the number of earlier nodes with this ID, if any.
      "id": event.node, "incarnation": event.incarnation > 0 ? event.incarnation : nil,
      // The app's name for the item and the watch's number, if the trace has them.
      "name": event.name, "watch": event.watch,
    ]
    switch event.kind {
    case .change(let change):
      self["event"] = change.isVisible ? "visible" : "invisible"
      self["threshold"] = change.threshold
      self["fraction"] = change.fraction
      self["reason"] = change.reason?.description
      setExit(change.exit)
    case .impression(let impression):
      self["event"] = "seen"
      setIdentity(impression.identity)
      self["count"] = impression.count
      self["total_ms"] = impression.exposure.total.seconds * 1e3
    case .exposure(let exposure):
      self["event"] = exposure.isVisible ? "exposed" : "exposure ended"
      setIdentity(exposure.identity)
      self["fraction"] = exposure.greatestFraction
      self["reason"] = exposure.reason?.description
      setExit(exposure.exit)
      if !exposure.isVisible { self["total_ms"] = exposure.duration.seconds * 1e3 }
    case .unwatched: self["event"] = "unwatched"
    }
  }

  private mutating func setExit(_ exit: VisibilityExit?) {
    self["edge"] = exit.map { "\($0.edge)" }
    self["cause"] = exit.map { "\($0.cause)" }
  }

  /// Sets the identity as a string, because programs that read numbers as doubles would merge some
  /// values.
  private mutating func setIdentity(_ identity: ItemIdentity) {
    self["identity"] = "\(identity.rawValue)"
  }

  /// The last line of a trace with `--json`.
  init(_ summary: TraceReplayer.Summary, trace: String) {
    self = [
      "trace": trace, "event": "end", "steps": summary.steps, "ms": summary.duration.milliseconds,
      // The recorder's clock at the first step.
      "start_ms": (summary.start - .zero).milliseconds,
      "targets": summary.targets, "visible": summary.entered, "invisible": summary.left,
      "seen": summary.impressions, "skipped_lines": summary.skippedLines,
    ]
  }
}
