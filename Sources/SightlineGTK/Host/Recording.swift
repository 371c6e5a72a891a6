#if GTK && os(Linux)
internal import SightlineCore
internal import SightlineTrace

/// The trace recording of a window.
@MainActor
final class Recording {
  private var recorder: TraceRecorder?
  /// The error that ended the recording early, if the file couldn't be written.
  private(set) var failure: TraceError?
  private let name: (WatchID, ItemIdentity?) -> String?
  private let onFailure: (TraceError) -> Void

  /// - Parameters:
  ///   - recorder: the recorder, which has just begun.
  ///   - name: returns the display name of a watch's item.
  ///   - onFailure: called once if the file can't be written.
  init(
    _ recorder: consuming TraceRecorder, naming name: @escaping (WatchID, ItemIdentity?) -> String?,
    onFailure: @escaping (TraceError) -> Void
  ) {
    self.recorder = consume recorder
    self.name = name
    self.onFailure = onFailure
  }

  /// Records a pass. A failure ends the recording and affects nothing else.
  func record(_ engine: inout VisibilityEngine) {
    do throws(TraceError) { try recorder?.record(&engine, naming: name) } catch {
      fail(error, &engine)
    }
  }

  func finish(_ engine: inout VisibilityEngine) {
    guard let recorder = recorder.take() else { return }
    do throws(TraceError) { try recorder.finish(&engine) } catch { report(error) }
  }

  private func fail(_ error: TraceError, _ engine: inout VisibilityEngine) {
    if let recorder = recorder.take() { try? recorder.finish(&engine) }
    report(error)
  }

  private func report(_ error: TraceError) {
    failure = error
    onFailure(error)
  }
}
#endif
