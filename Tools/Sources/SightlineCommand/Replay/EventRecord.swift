import SightlineCore
import SightlineTrace

/// An event, as printed by `sightline replay --json`.
struct EventRecord: Encodable {
  var trace: String
  var event: String
  var step: Int
  /// Milliseconds since the first step.
  var ms: Double
  /// The target's node.
  var id: Int
  /// The number of earlier nodes with this ID, if any.
  var incarnation: Int?
  /// The app's name for the item, if the trace has one.
  var name: String?
  /// The watch's number in the trace, if it has one.
  var watch: Int?
  var threshold: Int?
  var fraction: Double?
  var reason: String?
  /// A string, because programs that read numbers as doubles would merge some values.
  var identity: String?
  var count: Int?
  var totalMs: Double?

  init(_ event: ReplayEvent, at time: Duration, trace: String) {
    self.trace = trace
    step = event.step
    ms = time.milliseconds
    id = event.node
    if event.incarnation > 0 { incarnation = event.incarnation }
    name = event.name
    watch = event.watch
    switch event.kind {
    case .change(let change):
      self.event = change.isVisible ? "visible" : "invisible"
      threshold = change.threshold
      fraction = change.fraction
      reason = change.reason?.description
    case .impression(let impression):
      self.event = "seen"
      identity = "\(impression.identity.rawValue)"
      count = impression.count
      totalMs = impression.exposure.total.seconds * 1e3
    case .exposure(let exposure):
      self.event = exposure.isVisible ? "exposed" : "exposure ended"
      identity = "\(exposure.identity.rawValue)"
      fraction = exposure.greatestFraction
      reason = exposure.reason?.description
      if !exposure.isVisible { totalMs = exposure.duration.seconds * 1e3 }
    case .unwatched: self.event = "unwatched"
    }
  }
}

/// The last line of a trace with `--json`.
struct SummaryRecord: Encodable {
  var trace: String
  var event = "end"
  var steps: Int
  /// Milliseconds from the first step to the last.
  var ms: Double
  /// The recorder's clock at the first step, in milliseconds.
  var startMs: Double
  var targets: Int
  var visible: Int
  var invisible: Int
  var seen: Int
  var skippedLines: Int

  init(_ summary: TraceReplayer.Summary, trace: String) {
    self.trace = trace
    steps = summary.steps
    ms = summary.duration.milliseconds
    startMs = (summary.start - .zero).milliseconds
    targets = summary.targets
    visible = summary.entered
    invisible = summary.left
    seen = summary.impressions
    skippedLines = summary.skippedLines
  }
}
