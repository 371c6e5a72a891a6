#if canImport(SwiftUI) && !os(watchOS)
public import Foundation
import SightlineApple
import SightlineHost
import SightlineSwiftUI
public import SightlineTrace
public import SwiftUI

nonisolated extension View {
  /// Records the view's window as a trace while there is a file; see
  /// ``SightlineHost/MirroredWindow/recordTrace(to:page:namesItems:onFailure:)``.
  ///
  /// ```swift
  /// @State private var trace = URL.requestedTrace
  ///
  /// var body: some View {
  ///   Feed()
  ///     .recordsTrace(to: trace, page: "Feed")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - file: the file, which is overwritten; `nil` ends the recording and closes its file.
  ///     Another file starts another recording.
  ///   - page: the screen's display name.
  ///   - namesItems: whether to include item ids. Turn this off if they contain personal
  ///     information that readers of the trace must not see.
  ///   - onFailure: called once if the file can't be opened or can no longer be written.
  public func recordsTrace(
    to file: URL?, page: String? = nil, namesItems: Bool = true,
    onFailure: @escaping @MainActor (TraceError) -> Void = { _ in }
  ) -> some View {
    background(
      PlatformProbe(
        TraceRequest(file: file, page: page, namesItems: namesItems, onFailure: onFailure)))
  }
}

/// A requested recording.
private struct TraceRequest {
  let file: URL?
  let page: String?
  let namesItems: Bool
  let onFailure: @MainActor (TraceError) -> Void
}

@MainActor
extension TraceRequest: PlatformRepresentable {
  typealias Shown = SentinelView

  func makeCoordinator() -> WindowRecorder { WindowRecorder() }

  func make(_ recorder: WindowRecorder) -> SentinelView {
    let view = SentinelView()
    view.windowChanged = { [weak recorder, weak view] in recorder?.window = view?.window }
    return view
  }

  func update(_ view: SentinelView, _ recorder: WindowRecorder) { recorder.request = self }

  static func dismantle(_ view: SentinelView, _ recorder: WindowRecorder) { recorder.request = nil }
}

/// Records the window of a SwiftUI view.
@MainActor
private final class WindowRecorder {
  weak var window: PlatformWindow? {
    willSet { if newValue !== window { stop() } }
    didSet { start() }
  }
  var request: TraceRequest? {
    willSet { if newValue?.file != request?.file { stop() } }
    didSet { start() }
  }
  private var file: URL?
  /// Its recording. Another view of the window may have started the next one.
  private weak var recording: (any PassRecorder)?

  private func start() {
    guard file == nil, let window, let request, let requested = request.file else { return }
    file = requested
    do throws(TraceError) {
      try window.recordTrace(
        to: requested, page: request.page, namesItems: request.namesItems,
        onFailure: request.onFailure)
      recording = window.existingMirroredWindow?.recorder
    } catch {
      // SwiftUI is updating the view.
      Task { request.onFailure(error) }
    }
  }

  private func stop() {
    if let recording, window?.existingMirroredWindow?.recorder === recording {
      window?.stopTrace()
    }
    file = nil
  }
}
#endif
