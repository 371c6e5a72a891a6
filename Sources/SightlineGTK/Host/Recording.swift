#if GTK && os(Linux)
internal import SightlineCore
internal import SightlineTrace

/// A window that is being recorded.
@MainActor
final class Recording {
  private var recorder: TraceRecorder?
  /// Why it ended early, if the file could not be written.
  private(set) var failure: TraceError?
  private let name: (WatchID, ItemIdentity?) -> String?
  private let onFailure: (TraceError) -> Void

  /// - Parameters:
  ///   - recorder: the recorder, which has just begun.
  ///   - name: what people call the item of a watch.
  ///   - onFailure: called once, if the file cannot be written.
  init(
    _ recorder: consuming TraceRecorder, naming name: @escaping (WatchID, ItemIdentity?) -> String?,
    onFailure: @escaping (TraceError) -> Void
  ) {
    self.recorder = consume recorder
    self.name = name
    self.onFailure = onFailure
  }

  /// Writes down a pass. A failure ends the recording and disturbs nothing else.
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
