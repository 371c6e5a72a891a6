public import SightlineCore

/// A recording of an engine as a trace that replays to the same events.
///
/// Call ``record(_:)`` after **every** pass, even without events: the scroll speed is derived from
/// the time between passes. Hosts record through `recordTrace(to:)` of `SightlineRecording`; use
/// this class with an engine of your own:
///
/// ```swift
/// let recording = try TraceRecording(to: path, recording: &engine)
/// engine.pass(at: now)
/// recording.record(&engine)
/// recording.finish(&engine)
/// ```
///
/// A recording started in the middle of a session begins with the current scene, in which
/// everything visible has just become visible. Dwell progress and earlier counts are not included.
/// A failure to write ends the recording and affects nothing else.
public final class TraceRecording {
  private var recorder: TraceRecorder?
  /// The error that ended the recording early, if the file couldn't be written.
  public private(set) var failure: TraceError?
  private let name: (WatchID, ItemIdentity?) -> String?
  private let onFailure: (TraceError) -> Void

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
  ///     is full.
  /// - Throws: a ``TraceError`` if the file can't be opened.
  public init(
    to path: String, recording engine: inout VisibilityEngine, page: String? = nil,
    naming name: @escaping (WatchID, ItemIdentity?) -> String? = { _, _ in nil },
    onFailure: @escaping (TraceError) -> Void = { _ in }
  ) throws(TraceError) {
    recorder = TraceRecorder(to: try TraceWriter(path: path), recording: &engine, page: page)
    self.name = name
    self.onFailure = onFailure
  }

  /// Records a pass: the edits before it and its events.
  public func record(_ engine: inout VisibilityEngine) {
    do throws(TraceError) { try recorder?.record(&engine, naming: name) } catch {
      if let recorder = recorder.take() { try? recorder.finish(&engine) }
      report(error)
    }
  }

  /// Ends the recording and closes its file. Later calls do nothing.
  public func finish(_ engine: inout VisibilityEngine) {
    guard let recorder = recorder.take() else { return }
    do throws(TraceError) { try recorder.finish(&engine) } catch { report(error) }
  }

  private func report(_ error: TraceError) {
    failure = error
    onFailure(error)
  }
}
