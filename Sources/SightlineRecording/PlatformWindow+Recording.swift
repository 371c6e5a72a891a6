#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import Foundation
public import SightlineApple
import SightlineHost
public import SightlineTrace
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformWindow {
  /// Records the window;
  /// see ``SightlineHost/MirroredWindow/recordTrace(to:page:namesItems:onFailure:)``.
  ///
  /// ```swift
  /// let file = URL.documentsDirectory.appending(path: "feed.ndjson")
  /// try window.recordTrace(to: file, page: "Feed")
  /// …
  /// window.stopTrace()
  /// let sharing = UIActivityViewController(activityItems: [file], applicationActivities: nil)
  /// controller.present(sharing, animated: true)
  /// ```
  public func recordTrace(
    to file: URL, page: String? = nil, namesItems: Bool = true,
    onFailure: @escaping @MainActor (TraceError) -> Void = { _ in }
  ) throws(TraceError) {
    try mirroredWindow.recordTrace(
      to: file.path, page: page, namesItems: namesItems, onFailure: onFailure)
  }

  /// Whether the window is being recorded. A failure ends the recording.
  public var isRecordingTrace: Bool {
    existingMirroredWindow?.isRecordingTrace ?? false
  }

  /// Ends the recording, if any, and closes its file.
  public func stopTrace() { existingMirroredWindow?.stopTrace() }
}
#endif
