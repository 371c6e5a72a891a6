#if GTK && os(Linux)
public import SightlineGTK
import SightlineHost
public import SightlineTrace

extension WindowVisibility {
  /// Records the window;
  /// see ``SightlineHost/MirroredWindow/recordTrace(to:page:namesItems:onFailure:)``.
  ///
  /// A widget without an id gets the name it had when it was first observed
  /// (`gtk_widget_set_name`), if any.
  public func recordTrace(
    to path: String, page: String? = nil, namesItems: Bool = true,
    onFailure: @escaping @MainActor (TraceError) -> Void = { _ in }
  ) throws(TraceError) {
    try mirrored.recordTrace(to: path, page: page, namesItems: namesItems, onFailure: onFailure)
  }

  /// Whether the window is being recorded. A failure ends the recording.
  public var isRecordingTrace: Bool { mirrored.isRecordingTrace }

  /// Ends the recording, if any, and closes its file.
  public func stopTrace() { mirrored.stopTrace() }
}
#endif
