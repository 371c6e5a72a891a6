public import SightlineHost
public import SightlineTrace

extension TraceRecording: PassRecorder {}

extension MirroredWindow {
  /// Records the window as a trace from now on, from which `sightline replay` reproduces the same
  /// events on any machine. The recording ends with ``stopTrace()``, with the next recording, or
  /// with the window. If starting a recording ends a failed one, and its `onFailure` starts
  /// another, that one ends at once, and throws if it fails.
  ///
  /// - Parameters:
  ///   - path: the file, which is overwritten.
  ///   - page: the screen's display name.
  ///   - namesItems: whether to include item ids, as `String(describing:)` gives them (at most 256
  ///     bytes), so readers find "card 7" and not only a number. Turn this off if the ids contain
  ///     personal information that readers of the trace must not see.
  ///   - onFailure: called once if the file can no longer be written, for example because the disk
  ///     is full. The window is unaffected.
  /// - Throws: an error that describes the failure if the file can't be opened.
  public func recordTrace(
    to path: String, page: String? = nil, namesItems: Bool = true,
    onFailure: @escaping @MainActor (TraceError) -> Void = { _ in }
  ) throws(TraceError) {
    let isReplaced = isReplacingRecorder
    isReplacingRecorder = true
    stopTrace()
    isReplacingRecorder = isReplaced
    let recording = try TraceRecording(
      to: path, recording: engine, page: page,
      naming: { [weak self] watch, identity in
        guard namesItems else { return nil }
        return MainActor.assumeIsolated { self?.item(of: watch, identity).map { "\($0)" } }
      },
      onFailure: { [weak self] error in
        if isReplaced { return }
        MainActor.assumeIsolated { self?.afterRecording { onFailure(error) } }
      })
    if isReplaced {
      recording.finish(engine)
      if let failure = recording.failure { throw failure }
      return
    }
    recorder = recording
    requestPass()
  }

  /// Whether the window is being recorded. A failure ends the recording.
  public var isRecordingTrace: Bool {
    (recorder as? TraceRecording).map { $0.failure == nil } ?? false
  }

  /// Ends the recording, if any, and closes its file.
  public func stopTrace() { stopRecording() }
}
