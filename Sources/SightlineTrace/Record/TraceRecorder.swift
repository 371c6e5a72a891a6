import SightlineCore

/// Records an engine as a trace that replays to the same events.
///
/// Each pass becomes a step: the edits before it, in order, then the events it reported.
struct TraceRecorder: ~Copyable {
  private var writer: TraceWriter
  private var lines = EditLines()
  private var step = 0
  private var meta: TraceMeta
  private var isStarted = false
  /// The time of the first pass.
  private var start = MonotonicTime.zero
  /// The time of the pass at which lines were last written out.
  private var flushed = MonotonicTime.zero
  /// Lines waiting for the window's size, which the first line states; `nil` once that is written.
  private var held: [TraceLine]? = []

  /// The number of held lines after which the recorder stops waiting. A window recorded before it
  /// is shown has few passes without a size.
  private static let heldLines = 10_000

  /// A killed process loses the lines of at most this time before its last pass.
  private static let flushInterval = Duration.seconds(1)

  init(
    to writer: consuming TraceWriter, recording engine: inout VisibilityEngine, page: String? = nil
  ) {
    self.writer = writer
    meta = TraceMeta(recorder: "Sightline", page: page, unit: "pt, y down")
    engine.journal.start()
  }

  /// Records a pass: the edits before it and its events.
  mutating func record(
    _ engine: inout VisibilityEngine,
    naming name: (WatchID, ItemIdentity?) -> String? = { _, _ in nil }
  ) throws(TraceError) {
    let edits = engine.journal.take()
    if let held {
      noteViewport(of: engine)
      if meta.viewport != nil || held.count >= Self.heldLines { try writeHeld() }
    }
    if !isStarted {
      isStarted = true
      start = engine.timeOfLastPass ?? .zero
      flushed = start
      try begin(engine, edits, name)
      return
    }
    try beginStep(engine)
    for edit in edits { lines.take(edit, step: step, naming: name) }
    try writeReports(of: engine, changes: engine.changes, exposures: engine.exposures)
    // The system may end an app in the background, a developer at any time.
    let now = engine.timeOfLastPass ?? start
    if !engine.isForeground || now >= flushed + Self.flushInterval {
      flushed = now
      try writer.flush()
    }
  }

  /// Ends the recording and closes the file.
  consuming func finish(_ engine: inout VisibilityEngine) throws(TraceError) {
    engine.journal.stop()
    if held != nil {
      noteViewport(of: engine)
      try writeHeld()
    }
    try writer.finish()
  }

  private mutating func noteViewport(of engine: VisibilityEngine) {
    let frame = engine.scene.container(engine.scene.root).frame
    if frame.isFinite, frame.width > 0, frame.height > 0 { meta.viewport = frame.size }
  }

  /// Writes the first line and the held lines.
  private mutating func writeHeld() throws(TraceError) {
    let lines = held.take() ?? []
    try writer.write(.meta(meta))
    for line in lines { try writer.write(line) }
  }

  private mutating func write(_ line: TraceLine) throws(TraceError) {
    if held == nil { try writer.write(line) } else { held?.append(line) }
  }

  /// Writes the first step: the current scene. Conditions that hold after the pass count as having
  /// just begun.
  private mutating func begin(
    _ engine: VisibilityEngine, _ edits: ContiguousArray<Edit>,
    _ name: (WatchID, ItemIdentity?) -> String?
  ) throws(TraceError) {
    try beginStep(engine)
    for edit in engine.inventory { lines.take(edit, step: step, naming: name) }
    for case .session in edits { lines.take(.session, step: step) }
    for case .screenVisit in edits { lines.take(.screenVisit, step: step) }
    try writeReports(of: engine, changes: engine.holdingChanges, exposures: engine.openExposures)
  }

  private mutating func beginStep(_ engine: VisibilityEngine) throws(TraceError) {
    try write(.step(TraceStep(step, at: engine.timeOfLastPass ?? .zero)))
  }

  private mutating func writeReports(
    of engine: VisibilityEngine, changes: some Sequence<VisibilityChange>,
    exposures: some Sequence<ExposureEvent>
  ) throws(TraceError) {
    for line in lines.finishStep(step) { try write(line) }
    for change in changes {
      try write(.change(TraceChange(change, of: Int(change.watch.index), step: step)))
    }
    for impression in engine.impressions {
      let watch = Int(impression.watch.index)
      try write(.impression(TraceImpression(impression, of: watch, step: step)))
    }
    for event in exposures {
      let watch = Int(event.watch.index)
      try write(.exposure(TraceExposure(event, of: watch, step: step, since: start)))
    }
    step += 1
  }
}
