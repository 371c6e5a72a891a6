public import SightlineCore

/// A recording of an engine as a trace that replays to the same events.
///
/// Call ``record(_:)`` after **every** pass, even without events: the scroll speed is derived from
/// the time between passes. Hosts record through `recordTrace(to:)` of `SightlineRecording`; use
/// this class with an engine of your own:
///
/// ```swift
/// let recording = try TraceRecording(to: path, recording: engine)
/// engine.pass(at: now)
/// recording.record(engine)
/// recording.finish(engine)
/// ```
///
/// A recording started in the middle of a session begins with the current scene, in which
/// everything visible has just become visible. Earlier impressions are included, dwell is not. An
/// item that holds only by a rule's hysteresis, or by edges seen earlier, stays invisible in the
/// replay. A failed write ends the recording and affects nothing else.
public final class TraceRecording {
  /// The error that ended the recording early, if the file couldn't be written.
  public private(set) var failure: TraceError?
  private let name: (WatchID, ItemIdentity?) -> String?
  private let onFailure: (TraceError) -> Void

  /// The file; `nil` once it is closed.
  private var writer: TraceWriter?
  private var lines = EditLines()
  private var step = 0
  /// The time slept as of the last step.
  private var asleep = Duration.zero
  private let page: String?
  /// The time of the first pass; `nil` before it.
  private var start: MonotonicTime?
  /// The time of the pass at which lines were last written out.
  private var flushed = MonotonicTime.zero

  /// The time between flushes: a killed process loses at most its last lines over this time.
  private static let flushInterval = Duration.seconds(1)

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - path: the file, which is overwritten.
  ///   - engine: the engine to record. It journals its edits from now on.
  ///   - page: the screen's display name.
  ///   - name: returns the display name of a new watch's item, given the watch and, for an
  ///     impression watch, its identity. Replays only show names. They are cut to 256 bytes of
  ///     UTF-8.
  ///   - onFailure: called once if the file can no longer be written, for example because the disk
  ///     is full. It is called by ``record(_:)`` or ``finish(_:)`` and must not use the engine.
  /// - Throws: a ``TraceError`` if the file can't be opened.
  public init(
    to path: String, recording engine: VisibilityEngine, page: String? = nil,
    naming name: @escaping (WatchID, ItemIdentity?) -> String? = { _, _ in nil },
    onFailure: @escaping (TraceError) -> Void = { _ in }
  ) throws(TraceError) {
    writer = try TraceWriter(path: path)
    self.page = page
    self.name = name
    self.onFailure = onFailure
    engine.journal.start()
  }

  /// Records a pass: the edits before it and its events.
  public func record(_ engine: VisibilityEngine) {
    if writer == nil { return }
    do throws(TraceError) { try recordPass(engine, naming: name) } catch {
      try? close(engine)
      report(error)
    }
  }

  /// Ends the recording and closes its file. Later calls do nothing.
  public func finish(_ engine: VisibilityEngine) {
    do throws(TraceError) { try close(engine) } catch { report(error) }
  }

  private func report(_ error: TraceError) {
    failure = error
    onFailure(error)
  }

  // MARK: Steps

  /// Records a pass as a step: the edits before it, in order, then the events it reported.
  func recordPass(
    _ engine: VisibilityEngine,
    naming name: (WatchID, ItemIdentity?) -> String? = { _, _ in nil }
  ) throws(TraceError) {
    let edits = engine.journal.take()
    let now = engine.timeOfLastPass ?? .zero
    if start == nil { try writeMeta(of: engine) }
    let isSame = engine.asleep == asleep
    asleep = engine.asleep
    try writer?.write(TraceStep(step, at: now, asleep: isSame ? nil : asleep))
    guard let start else {
      (self.start, flushed) = (now, now)
      try writeFirstReports(of: engine, edits, name, at: now)
      return
    }
    for edit in edits { lines.take(edit, step: step, naming: name) }
    try writeReports(
      changes: engine.changes, engine.impressions, exposures: engine.exposures, since: start)
    // The system may kill an app in the background, a developer at any time.
    if !engine.isForeground || now >= flushed + Self.flushInterval {
      flushed = now
      try writer?.flush()
    }
  }

  /// Ends the recording, if it hasn't ended.
  func close(_ engine: VisibilityEngine) throws(TraceError) {
    if writer == nil { return }
    defer { writer = nil }
    engine.journal.stop()
    if start == nil { try writeMeta(of: engine) }
    try writer?.finish()
  }

  private func writeMeta(of engine: VisibilityEngine) throws(TraceError) {
    var meta = TraceMeta(recorder: "Sightline", page: page, unit: "pt, y down")
    let frame = engine.scene.container(engine.scene.root).frame
    if frame.isFinite, frame.width > 0, frame.height > 0 { meta.viewport = frame.size }
    try writer?.write(meta)
  }

  /// Writes the reports of the first step, after the current scene. Conditions that hold after the
  /// pass count as having just begun.
  private func writeFirstReports(
    of engine: VisibilityEngine, _ edits: ContiguousArray<Journal.Entry>,
    _ name: (WatchID, ItemIdentity?) -> String?, at start: MonotonicTime
  ) throws(TraceError) {
    // The inventory's impressions are relative to the periods after the pass.
    for case .edited(.beginSession) in edits { lines.take(.edited(.beginSession), step: step) }
    for case .edited(.beginScreenVisit) in edits {
      lines.take(.edited(.beginScreenVisit), step: step)
    }
    for entry in engine.inventory { lines.take(entry, step: step, naming: name) }
    try writeReports(
      changes: engine.holdingChanges, engine.immediateImpressions,
      exposures: engine.openExposures, since: start)
  }

  private func writeReports(
    changes: some Sequence<VisibilityChange>, _ impressions: some Sequence<Impression>,
    exposures: some Sequence<ExposureEvent>, since start: MonotonicTime
  ) throws(TraceError) {
    for line in lines.finishStep(step) { try writer?.write(line) }
    for change in changes {
      try writer?.write(TraceChange(change, of: Int(change.watch.index), step: step))
    }
    for impression in impressions {
      let watch = Int(impression.watch.index)
      try writer?.write(TraceImpression(impression, of: watch, step: step))
    }
    for event in exposures {
      let watch = Int(event.watch.index)
      try writer?.write(TraceExposure(event, of: watch, step: step, since: start))
    }
    step += 1
  }
}
