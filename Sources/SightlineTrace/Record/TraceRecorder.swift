public import SightlineCore

/// Records what happens in an engine as a trace that replays to the same events.
///
/// Create it when the window opens, call ``record(_:)`` after **every** pass, also one without events
/// (the time between passes tells the speed of scrolling), and ``finish(_:)`` at the end. Each pass
/// becomes a step: the edits before it, in order, then the events that it reported.
///
/// A recording that begins in the middle of a session begins with the scene as it is then and with
/// everything that is visible then as having just become visible; how far dwells had got, and what
/// was counted before, is not in it.
public struct TraceRecorder: ~Copyable {
  private var writer: TraceWriter
  private var lines = EditLines()
  private var step = 0
  private let meta: TraceMeta
  private var isStarted = false

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - writer: where the trace goes.
  ///   - engine: the engine to record; it notes its edits from now on.
  ///   - page: the screen's name, for people.
  public init(
    to writer: consuming TraceWriter, recording engine: inout VisibilityEngine, page: String? = nil
  ) {
    self.writer = writer
    let frame = engine.scene.container(engine.scene.root).frame
    meta = TraceMeta(
      recorder: "Sightline", page: page, viewport: frame.isFinite ? frame.size : nil,
      unit: "pt, y down")
    engine.scene.startJournal()
  }

  /// Writes down a pass: what was edited before it and what it reported.
  ///
  /// - Throws: a ``TraceError`` if the trace cannot be written; its
  ///   ``TraceError/isOutputFailure`` is true. The engine is not disturbed by that.
  public mutating func record(_ engine: inout VisibilityEngine) throws(TraceError) {
    let edits = engine.scene.takeJournal()
    if !isStarted {
      isStarted = true
      try writer.write(.meta(meta))
      try begin(engine, edits)
      return
    }
    try beginStep(engine)
    for edit in edits { lines.take(edit, step: step) }
    try writeReports(of: engine, changes: engine.changes)
  }

  /// Ends the recording and closes the file.
  public consuming func finish(_ engine: inout VisibilityEngine) throws(TraceError) {
    engine.scene.stopJournal()
    try writer.finish()
  }

  /// The first step: the scene as it is. What the pass just made of it is what holds now.
  private mutating func begin(
    _ engine: VisibilityEngine, _ edits: ContiguousArray<Edit>
  ) throws(TraceError) {
    try beginStep(engine)
    for edit in engine.inventory { lines.take(edit, step: step) }
    for case .session in edits { lines.take(.session, step: step) }
    for case .screenVisit in edits { lines.take(.screenVisit, step: step) }
    try writeReports(of: engine, changes: engine.holdingChanges)
  }

  private mutating func beginStep(_ engine: VisibilityEngine) throws(TraceError) {
    try writer.write(.step(TraceStep(step, at: engine.timeOfLastPass ?? .zero)))
  }

  private mutating func writeReports(
    of engine: VisibilityEngine, changes: some Sequence<VisibilityChange>
  ) throws(TraceError) {
    for line in lines.finishStep(step) { try writer.write(line) }
    for change in changes {
      try writer.write(
        .change(
          TraceChange(
            step: step, watch: Int(change.watch.index), isVisible: change.isVisible,
            threshold: change.threshold, fraction: change.fraction, reason: change.reason)))
    }
    for impression in engine.impressions {
      try writer.write(
        .impression(
          TraceImpression(
            step: step, watch: Int(impression.watch.index), identity: impression.identity,
            time: impression.time, count: impression.count)))
    }
    step += 1
  }
}
