public import SightlineCore

/// Records what happens in an engine as a trace that replays to the same events.
///
/// Create it when the window opens, call ``record(_:naming:)`` after **every** pass, also one
/// without events (the time between passes gives the speed of scrolling), and ``finish(_:)`` at the
/// end. Each pass becomes a step: the edits before it, in order, then the events that it reported.
///
/// A recording that begins in the middle of a session begins with the scene at that time, in which
/// everything visible has just become visible. How far dwells had got, and what was counted before,
/// is not in it.
public struct TraceRecorder: ~Copyable {
  private var writer: TraceWriter
  private var lines = EditLines()
  private var step = 0
  private var meta: TraceMeta
  private var isStarted = false
  /// Lines that wait for the window to have a size, which the first line states. `nil` once that is
  /// written.
  private var held: [TraceLine]? = []

  /// A window that is recorded before it shows has few passes without a size: after this many lines
  /// the recorder no longer waits.
  private static let heldLines = 10_000

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - writer: where the trace goes.
  ///   - engine: the engine to record, which journals its edits from now on.
  ///   - page: the screen's name, for people.
  public init(
    to writer: consuming TraceWriter, recording engine: inout VisibilityEngine, page: String? = nil
  ) {
    self.writer = writer
    meta = TraceMeta(recorder: "Sightline", page: page, unit: "pt, y down")
    engine.scene.startJournal()
  }

  /// Records a pass: what was edited before it and what it reported.
  ///
  /// - Parameters:
  ///   - engine: the engine, after its pass.
  ///   - name: the name, for people, of the item of a watch that has begun; with its identity, if
  ///     it waits for impressions. A replay shows names and uses them for nothing else. At most 256
  ///     bytes of UTF-8 of one are kept.
  /// - Throws: a ``TraceError`` if the trace cannot be written; its ``TraceError/isOutputFailure``
  ///   is true. The engine is not affected.
  public mutating func record(
    _ engine: inout VisibilityEngine,
    naming name: (WatchID, ItemIdentity?) -> String? = { _, _ in nil }
  ) throws(TraceError) {
    let edits = engine.scene.takeJournal()
    if let held {
      noteViewport(of: engine)
      if meta.viewport != nil || held.count >= Self.heldLines { try writeHeld() }
    }
    if !isStarted {
      isStarted = true
      try begin(engine, edits, name)
      return
    }
    try beginStep(engine)
    for edit in edits { lines.take(edit, step: step, naming: name) }
    try writeReports(of: engine, changes: engine.changes)
  }

  /// Ends the recording and closes the file.
  public consuming func finish(_ engine: inout VisibilityEngine) throws(TraceError) {
    engine.scene.stopJournal()
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

  /// Writes the first line and what has waited for it.
  private mutating func writeHeld() throws(TraceError) {
    let lines = held.take() ?? []
    try writer.write(.meta(meta))
    for line in lines { try writer.write(line) }
  }

  private mutating func write(_ line: TraceLine) throws(TraceError) {
    if held == nil { try writer.write(line) } else { held?.append(line) }
  }

  /// The first step: the scene as it is. All that holds after the pass counts as having just begun.
  private mutating func begin(
    _ engine: VisibilityEngine, _ edits: ContiguousArray<Edit>,
    _ name: (WatchID, ItemIdentity?) -> String?
  ) throws(TraceError) {
    try beginStep(engine)
    for edit in engine.inventory { lines.take(edit, step: step, naming: name) }
    for case .session in edits { lines.take(.session, step: step) }
    for case .screenVisit in edits { lines.take(.screenVisit, step: step) }
    try writeReports(of: engine, changes: engine.holdingChanges)
  }

  private mutating func beginStep(_ engine: VisibilityEngine) throws(TraceError) {
    try write(.step(TraceStep(step, at: engine.timeOfLastPass ?? .zero)))
  }

  private mutating func writeReports(
    of engine: VisibilityEngine, changes: some Sequence<VisibilityChange>
  ) throws(TraceError) {
    for line in lines.finishStep(step) { try write(line) }
    for change in changes {
      try write(
        .change(
          TraceChange(
            step: step, watch: Int(change.watch.index), isVisible: change.isVisible,
            threshold: change.threshold,
            fraction: change.fraction.isFinite ? change.fraction : 0, reason: change.reason)))
    }
    for impression in engine.impressions {
      try write(
        .impression(
          TraceImpression(
            step: step, watch: Int(impression.watch.index), identity: impression.identity,
            time: impression.time, count: impression.count)))
    }
    step += 1
  }
}
