#if GTK && os(Linux)
public import SightlineGTK
import SightlineHost
public import SightlineTrace

extension WidgetVisibility {
  /// Records the widget's window, at once or when the widget enters one;
  /// see ``SightlineHost/MirroredWindow/recordTrace(to:page:namesItems:onFailure:)``.
  ///
  /// A widget without an id gets the name it had when it was first observed
  /// (`gtk_widget_set_name`), if any.
  ///
  /// - Parameter onFailure: also called if the recording waited for a window and its file can't be
  ///   opened then.
  public func recordTrace(
    to path: String, page: String? = nil, namesItems: Bool = true,
    onFailure: @escaping @MainActor (TraceError) -> Void = { _ in }
  ) throws(TraceError) {
    if let window {
      return try window.mirrored.recordTrace(
        to: path, page: page, namesItems: namesItems, onFailure: onFailure)
    }
    awaitWindow { window in
      do throws(TraceError) {
        try window.mirrored.recordTrace(
          to: path, page: page, namesItems: namesItems, onFailure: onFailure)
      } catch {
        onFailure(error)
      }
    }
  }

  /// Whether the widget's window is being recorded. A failure ends the recording.
  public var isRecordingTrace: Bool { window?.mirrored.isRecordingTrace ?? false }

  /// Ends the recording and closes its file, or ends the wait for a window.
  public func stopTrace() {
    awaitWindow(nil)
    window?.mirrored.stopTrace()
  }
}
#endif
