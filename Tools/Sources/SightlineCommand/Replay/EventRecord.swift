import SightlineCore
import SightlineTrace

/// An event as `sightline replay --json` prints it.
struct EventRecord: Encodable {
  var trace: String
  var event: String
  var step: Int
  /// Milliseconds on the trace's clock.
  var ms: Double
  /// The target's node.
  var id: Int
  /// The watch's number in the trace, if it has one.
  var watch: Int?
  var threshold: Int?
  var fraction: Double?
  var reason: String?
  var identity: UInt64?
  var count: Int?
  var totalMs: Double?

  init(_ event: ReplayEvent, trace: String) {
    self.trace = trace
    step = event.step
    ms = Double(event.time.nanoseconds) / 1e6
    id = event.node
    watch = event.watch
    switch event.kind {
    case .change(let change):
      self.event = change.isVisible ? "visible" : "invisible"
      threshold = change.threshold
      fraction = change.fraction
      reason = change.reason?.description
    case .impression(let impression):
      self.event = "seen"
      identity = impression.identity.rawValue
      count = impression.count
      totalMs = impression.exposure.total.seconds * 1e3
    }
  }
}

/// The last line of a trace with `--json`.
struct SummaryRecord: Encodable {
  var trace: String
  var event = "end"
  var steps: Int
  var targets: Int
  var visible: Int
  var invisible: Int
  var seen: Int
  var skippedLines: Int

  init(_ summary: TraceReplayer.Summary, trace: String) {
    self.trace = trace
    steps = summary.steps
    targets = summary.targets
    visible = summary.entered
    invisible = summary.left
    seen = summary.impressions
    skippedLines = summary.skippedLines
  }
}
